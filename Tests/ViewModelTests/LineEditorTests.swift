import Testing

@testable import ViewModel

@Suite struct LineEditorTests {
  @Test func insertsAtTheCursor() {
    var editor = LineEditor(text: "ac")
    editor.moveLeft()
    editor.insert("b")
    #expect(editor.text == "abc")
    #expect(editor.cursor == 2)
  }

  @Test func aCombiningMarkJoinsTheCharacterBefore() {
    var editor = LineEditor(text: "e")
    editor.insert("\u{301}")
    #expect(editor.characters.count == 1)
    #expect(editor.cursor == 1)
    editor.deleteBackward()
    #expect(editor.isEmpty)
  }

  @Test func emojiAndFlagsAreOneCharacter() {
    var editor = LineEditor(text: "👩‍🚀🇨🇭x")
    #expect(editor.cursor == 3)
    editor.moveLeft()
    editor.deleteBackward()
    #expect(editor.text == "👩‍🚀x")
  }

  @Test func removalBetweenMarkAndLetterKeepsTheCursorInside() {
    var editor = LineEditor(text: "ax\u{301}")
    editor.moveToStart()
    editor.deleteForward()
    editor.moveToEnd()
    #expect(editor.cursor == editor.characters.count)
  }

  @Test func wordsAndEnds() {
    var editor = LineEditor(text: "one two  three")
    editor.moveWordLeft()
    #expect(editor.cursor == 9)
    editor.moveWordLeft()
    #expect(editor.cursor == 4)
    editor.moveWordRight()
    #expect(editor.cursor == 7)
    editor.deleteWordBackward()
    #expect(editor.text == "one   three")
    editor.deleteToEnd()
    #expect(editor.text == "one ")
    editor.moveToStart()
    editor.deleteBackward()
    editor.deleteToStart()
    #expect(editor.text == "one ")
    editor.moveToEnd()
    editor.deleteForward()
    editor.deleteToStart()
    #expect(editor.isEmpty)
  }

  @Test func controlCharactersDoNotEnter() {
    var editor = LineEditor()
    editor.insert("a\u{1B}[31mb\u{0}\u{7F}\u{9B}c\nd\te\u{FFFF}")
    #expect(editor.text == "a[31mbc d e")
  }

  @Test func aPastedMegabyteIsCut() {
    var editor = LineEditor(text: "x")
    let isWhole = editor.insert(String(repeating: "é", count: 1_000_000))
    #expect(!isWhole)
    #expect(editor.characters.count == LineEditor.usualLimit)
    let hasRoom = editor.insert("y")
    #expect(!hasRoom)
    #expect(editor.characters.count == LineEditor.usualLimit)
  }
}
