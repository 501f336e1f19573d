import Foundation
import Testing

@testable import Preferences

@Suite struct ErrorMessageTests {
  @Test(
    arguments: [
      (.system(.write, path: "/p", code: ENOSPC), "can not write /p: No space left on device"),
      (.system(.replace, path: "/p", code: EBUSY), "can not replace /p: Device or resource busy"),
      (.notRegularFile(path: "/p"), "/p is not a file"),
      (.foreignOwner(path: "/p", owner: 0), "/p belongs to another user (0) and is left alone"),
      (
        .locked(path: "/l", milliseconds: 2000),
        "/l is in use by another process"
      ),
      (.tooLarge(path: "/p", bytes: 9, limit: 8), "/p would have 9 bytes; the limit is 8"),
      (
        .damaged(path: "/p", .binary),
        "/p is damaged: it is a binary property list; convert it to XML first"
      ),
      (
        .damaged(path: "/p", .malformed(line: 7, .unknownElement("number"))),
        "/p is damaged: line 7: unexpected element <number>"
      ),
      (
        .unstorable(.unstorable(path: "HPLocation.title", .illegalCharacter(0x1B))),
        "HPLocation.title: character U+001B can not be stored"
      ),
      (.unstorable(.unstorable(path: "", .emptyKey)), "a key is empty"),
    ] as [(PreferencesError, String)])
  func preferences(error: PreferencesError, message: String) {
    #expect("\(error)" == message)
  }

  @Test func setAsideFiles() {
    let file = SetAsideFile(path: "/p", keptAs: "/p.damaged-1", reason: .empty)
    #expect("\(file)" == "/p was damaged (the file is empty); it is kept as /p.damaged-1")
    #expect("\(StateFile.Reason.otherVersion(2))" == "the view state has version 2")
  }

  @Test func everyFaultIsWordedDifferently() {
    let faults: [PropertyListError.Fault] = [
      .invalidUTF8, .unsupportedEncoding("x"), .illegalCharacter(1), .entityDeclaration,
      .unknownEntity("x"), .unterminated("x"), .badMarkup, .unknownElement("x"),
      .wrongClosingTag(expected: "x", found: "y"), .missingKey, .missingValue,
      .textBetweenElements, .badInteger("x"), .integerOutOfRange("x"), .badReal("x"),
      .badDate("x"), .badData, .tooDeep(limit: 1), .trailingContent, .rootIsNotDictionary,
    ]
    #expect(Set(faults.map { "\($0)" }).count == faults.count)
  }
}
