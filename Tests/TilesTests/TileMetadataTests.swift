import Testing

@testable import Tiles

@Suite struct TileMetadataTests {
  @Test func json() {
    let text = #"""
       { "a" : [ 1 , -2.5e1, true,false , null ] ,
       "b" : "\"\\\/\b\f\n\r\té😀" , "c": { } }
      """#
    #expect(
      JSONValue(text.utf8)
        == .object([
          "a": .array([.number(1), .number(-25), .boolean(true), .boolean(false), .null]),
          "b": .string("\"\\/\u{8}\u{C}\n\r\té😀"), "c": .object([:]),
        ]))
    #expect(JSONValue(#""\u00e9\ud83d\ude00""#.utf8) == .string("é😀"))
    #expect(JSONValue("[]".utf8) == .array([]))
    #expect(JSONValue("0".utf8) == .number(0))
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "-", "1.",
    "1e", ".5", "+1", "tru", "nul", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{1}\"", "[1] 2", "NaN",
  ])
  func invalidJSON(text: String) {
    #expect(JSONValue(text.utf8) == nil)
  }

  @Test func invalidUTF8() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(JSONValue(nested(33).utf8) != nil)
    #expect(JSONValue(nested(34).utf8) == nil)
    #expect(JSONValue(String(repeating: "[", count: 1_000_000).utf8) == nil)
  }

  @Test func layers() {
    let list = #"[{"id":"water","minzoom":2,"maxzoom":9},{"id":"place"},{"no":1},3]"#
    let expected = [
      TileMetadata.Layer(name: "water", minimumZoom: 2, maximumZoom: 9),
      TileMetadata.Layer(name: "place", minimumZoom: 0, maximumZoom: 30),
    ]
    #expect(TileMetadata(text: #"{"vector_layers":\#(list)}"#).layers == expected)
    // As archives made from MBTiles have it.
    let quoted = list.replacing("\"", with: "\\\"")
    #expect(
      TileMetadata(text: #"{"json":"{\"vector_layers\":\#(quoted)}"}"#).layers == expected)
  }

  @Test func textThatIsNotJSONIsKept() {
    let metadata = TileMetadata(text: "nonsense")
    #expect(metadata.text == "nonsense")
    #expect(metadata.name.isEmpty && metadata.attribution.isEmpty && metadata.layers.isEmpty)
  }
}
