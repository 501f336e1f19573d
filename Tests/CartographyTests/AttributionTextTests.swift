import Testing

@testable import Cartography

@Suite struct AttributionTextTests {
  @Test(arguments: [
    (
      "<a href=\"https://www.openstreetmap.org/copyright\">&copy; OpenStreetMap contributors</a>",
      "© OpenStreetMap contributors"
    ),
    (
      "<a href='https://a.b/' title=\"a > b\">&copy; MapTiler</a> <a href=\"c\">&copy; OSM</a>",
      "© MapTiler © OSM"
    ),
    ("plain", "plain"), ("", ""), ("  two\n  words ", "two words"), ("one<br/>two", "one two"),
    ("Open<b>Street</b>Map", "OpenStreetMap"), ("&#169; &#xA9; &#XA9;", "© © ©"),
    ("Fish &amp; Chips &amp;amp; more", "Fish & Chips &amp; more"), ("&lt;b&gt;", "<b>"),
    ("a < b & c", "a < b & c"), ("<a href=\"never ends", "<a href=\"never ends"),
    ("&unknown; &; &#; &#xD800; &#1114112;", "&unknown; &; &#; &#xD800; &#1114112;"),
    ("&nbsp;&nbsp;x&nbsp;", "x"), ("&Ouml;sterreich, Z&uuml;rich", "Österreich, Zürich"),
    ("<!-- note -->x", "x"), ("&", "&"), ("<", "<"), ("<p>one</p><p>two</p>", "one two"),
  ])
  func tagsGoAndEntitiesBecomeCharacters(html: String, text: String) {
    #expect(AttributionText.plain(html) == text)
  }

  @Test func endlessTextIsCut() {
    #expect(AttributionText.plain(String(repeating: "<a ", count: 5000)).count <= 2000)
  }
}
