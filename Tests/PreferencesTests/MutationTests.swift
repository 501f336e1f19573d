import TestSupport
import Testing

@testable import Preferences

/// Documents broken at random: reading them must end in a value or an error, never in a trap.
@Suite struct MutationTests {
  private static let count = 50_000

  private static let fragments = [
    "<", ">", "</", "/>", "&", ";", "&#", "&#x", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>",
    "\"",
    "<dict>", "</dict>", "<array>", "<key>", "<data>", "<integer>", "<real>", "<date>", "<string>",
    "<!DOCTYPE", "[", "-", "0x", "99999999999999999999", "=", "\r", "nan", "(", "{", "}", "\\", "U",
  ].map { Array($0.utf8) }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let position = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where !bytes.isEmpty: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 1 where !bytes.isEmpty:
        bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes.removeLast(bytes.count - position)
      case 3:
        let end = min(bytes.count, position + Int.random(in: 0...40, using: &generator))
        bytes.removeSubrange(position..<end)
      case 4:
        let end = min(bytes.count, position + Int.random(in: 0...60, using: &generator))
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      default:
        bytes.insert(
          contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: position)
      }
    }
  }

  @Test func mutatedDocumentsNeverTrap() throws {
    var generator = SeededGenerator(state: 4)
    let seeds = try (0..<40).map { _ in
      try PropertyListXML.encode(["v": .random(using: &generator, depth: 3)])
    }
    // The header is the same in all of them, so mutations rather go to what follows it.
    let bodies = seeds.map { Array($0.dropFirst(154)) }
    var decoded = 0
    for index in 0..<Self.count {
      var bytes = (index % 4 == 0 ? seeds : bodies)[index % seeds.count]
      mutate(&bytes, using: &generator)
      guard let value = try? PropertyListXML.decode(bytes) else { continue }
      decoded += 1
      // Whatever was read can be written and is the same when read again.
      #expect(try PropertyListXML.decode(PropertyListXML.encode(value)) == value)
    }
    // Were nearly all refused, or nearly none, the run would not reach what it is to test.
    #expect(decoded > Self.count / 50 && decoded < Self.count * 9 / 10)
  }

  @Test func mutatedArgumentsNeverTrap() {
    var generator = SeededGenerator(state: 5)
    let seeds = [
      "{a=1;b=(x,\"y\\n\\101\\U00e4\",<dead beef>);}", "({a;},'b',/* c */ d // e\n)", "<de ad>",
      "\"q\"",
    ].map { Array($0.utf8) }
    for index in 0..<Self.count {
      var bytes = seeds[index % seeds.count]
      mutate(&bytes, using: &generator)
      _ = ArgumentDomain.value(String(decoding: bytes, as: UTF8.self))
    }
    for (depth, isRead) in [(64, true), (65, false), (100_000, false)] {
      let text = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
      #expect((ArgumentDomain.value(text) != .string(text)) == isRead)
    }
  }
}
