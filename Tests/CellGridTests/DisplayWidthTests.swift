import Foundation
import Testing

@testable import CellGrid

@Suite struct DisplayWidthTests {
  /// The C library's table is made independently. A newer one may know scalars that ours takes for
  /// unassigned; about scalars both know they must agree, since curses counts by it.
  @Test func scalarsAreMeasuredAsTheCLibraryDoes() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    // Glibc's headers hide wcwidth from Swift.
    typealias Function = @convention(c) (wchar_t) -> CInt
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: Function.self)
    var differences: [UInt32] = []
    var newer = 0
    for code in UInt32(1)...0x10FFFF where !(0xD800...0xDFFF).contains(code) {
      let theirs = wcwidth(wchar_t(code))
      let ours = DisplayWidth.classified(code)
      if ours == DisplayWidth.unprintable {
        if theirs >= 0 { newer += 1 }
      } else if ours != Int(theirs) {
        differences.append(code)
      }
    }
    #expect(differences.isEmpty)
    #expect(newer < 20_000)
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("漢", 2), ("Ａ", 2), ("ｱ", 1), ("　", 2),
    ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("น้ำ", 2), ("ที่", 1), ("é̂̃", 1), ("\u{200B}", 0),
    ("😀", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("🇨🇭", 2),
    ("👨\u{200D}👩\u{200D}👧", 2), ("🏳\u{FE0F}\u{200D}🌈", 2), ("⌚", 2), ("\u{AD}", 1), ("⣿", 1),
    ("क्षि", 3), ("…", 1), ("Zürich 東京", 11), ("", 0), ("\u{1B}\u{7F}\u{85}", 0), ("ˀ", 1),
  ])
  func knownWidths(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }
}
