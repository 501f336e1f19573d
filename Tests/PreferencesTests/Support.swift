import Foundation
import TestSupport
import Testing

@testable import Preferences

/// A folder of its own for a test, removed when the test is done with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/pigeon-preferences-XXXXXX").utf8CString)
    let made = try #require(mkdtemp(&template))
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// Runs a Python script and returns what it prints; a failing script fails the test.
func python(_ script: String, _ arguments: [String] = []) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0)
  return String(decoding: data, as: UTF8.self)
}

extension PropertyListValue {
  /// A random value of every type, with the texts and numbers that go wrong most easily.
  static func random(
    using generator: inout SeededGenerator, depth: Int = 0
  ) -> PropertyListValue {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &generator) {
    case 0: return .string(randomText(using: &generator))
    case 1:
      return .integer(
        [0, -1, .max, .min, Int64.random(in: -9999...9999, using: &generator)]
          .randomElement(using: &generator) ?? 0)
    case 2:
      let bits = Double(bitPattern: generator.next())
      let plain = Double.random(in: -180...180, using: &generator)
      let extreme: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1e-5, 100, 0.1,
      ]
      return .real(
        ([plain, bits.isFinite ? bits : 1] + extreme).randomElement(using: &generator) ?? 0)
    case 3: return .boolean(Bool.random(using: &generator))
    case 4:
      let range = PropertyListDate.earliest.unixTime...PropertyListDate.latest.unixTime
      return .date(PropertyListDate(unixTime: Int64.random(in: range, using: &generator)))
    case 5:
      let count = Int.random(in: 1...120, using: &generator)
      return .data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    case 6:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          random(using: &generator, depth: depth + 1)
        })
    default:
      var entries: [String: PropertyListValue] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        entries[randomText(using: &generator)] = random(using: &generator, depth: depth + 1)
      }
      return .dictionary(entries)
    }
  }

  static func randomText(using generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "Z", " ", "\t", "\n", "&", "<", ">", "\"", "'", "]]>", "<!--", "&amp;", "ä", "e\u{301}",
      "🕊", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFD}", "\u{FEFF}", "\u{10FFFF}", "lat", "0",
    ]
    return (0..<Int.random(in: 0...6, using: &generator)).reduce(into: "") { text, _ in
      text += pieces.randomElement(using: &generator) ?? ""
    }
  }

  /// Type and exact value in one line, as `canonicalPython` prints it.
  var canonical: String {
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    switch self {
    case .string(let text): return "s" + hex(text.utf8)
    case .integer(let number): return "i\(number)"
    case .real(let number):
      let bits = (number.isNaN ? Double.nan : number).bitPattern
      return "r" + hex((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    case .boolean(let flag): return flag ? "true" : "false"
    case .date(let date): return "d\(date)"
    case .data(let bytes): return "x" + hex(bytes)
    case .array(let elements): return "[" + elements.map(\.canonical).joined(separator: ",") + "]"
    case .dictionary(let entries):
      return "{"
        + entries.map { hex($0.utf8) + ":" + $1.canonical }.sorted().joined(separator: ",") + "}"
    }
  }

  /// What Foundation read.
  init(foundation value: Any) throws {
    switch value {
    case let value where type(of: value) == Bool.self: self = .boolean(value as? Bool ?? false)
    case let value as String: self = .string(value)
    case let value where type(of: value) == Double.self: self = .real(value as? Double ?? 0)
    case let value as Int64: self = .integer(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = .real(value)
    case let value as Date:
      self = .date(
        PropertyListDate(
          secondsSinceReferenceDate: Int64(value.timeIntervalSinceReferenceDate.rounded(.down))))
    case let value as Data: self = .data(Array(value))
    case let value as [Any]: self = .array(try value.map { try .init(foundation: $0) })
    case let value as [String: Any]:
      self = .dictionary(try value.mapValues { try .init(foundation: $0) })
    default: throw UnexpectedType(name: "\(type(of: value))")
    }
  }

  struct UnexpectedType: Error { var name: String }
}

/// A Python function that prints a property list as `PropertyListValue.canonical` does.
let canonicalPython = """
  import plistlib, sys, struct, datetime, math
  def canonical(v):
      if v is True: return "true"
      if v is False: return "false"
      if isinstance(v, str): return "s" + v.encode().hex()
      if isinstance(v, int): return "i%d" % v
      if isinstance(v, float):
          return "r" + struct.pack(">d", v).hex()
      if isinstance(v, bytes): return "x" + v.hex()
      if isinstance(v, datetime.datetime):
          return "d%04d-%02d-%02dT%02d:%02d:%02dZ" % (
              v.year, v.month, v.day, v.hour, v.minute, v.second)
      if isinstance(v, list): return "[" + ",".join(map(canonical, v)) + "]"
      return "{" + ",".join(sorted(
          k.encode().hex() + ":" + canonical(x) for k, x in v.items())) + "}"

  """

// What the log of the tests shows of their arguments, in a line that can be read.

extension SettingsRow: CustomTestStringConvertible {
  public var testDescription: String { "row \"\(title)\", \(key ?? "no key")" }
}

extension PropertyListValue: CustomTestStringConvertible {
  public var testDescription: String {
    let text = String(describing: self).replacing("Preferences.PropertyListValue", with: "")
    return text.count > 100 ? text.prefix(100) + "…" : text
  }
}
