import Foundation
import TestSupport
import Testing

/// File systems that refuse, where root may mount them.
@Suite(.serialized, .enabled(if: Proof.canMount, "mounting needs root"))
final class MountTests {
  private let home: String
  private var config: String { home + "/.config/pigeon" }
  private var preferences: String { config + "/preferences.plist" }

  init() throws {
    home = NSTemporaryDirectory() + "pigeon-mount-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home + "/.config/pigeon", withIntermediateDirectories: true)
  }

  deinit {
    for point in [preferences, config] { _ = try? Proof.status(["umount", "-q", point]) }
    try? FileManager.default.removeItem(atPath: home)
  }

  private func defaults(_ words: String...) throws -> (code: Int32, output: String) {
    try Proof.status(
      ["env", "HOME=\(home)", "XDG_CONFIG_HOME=", PackageUnderTest.binary, "defaults"] + words)
  }

  /// A file that is a mount point can not be replaced, and is never written in place.
  @Test func aBoundFileIsReportedAndStays() throws {
    #expect(try defaults("write", "A", "1").code == 0)
    try FileManager.default.copyItem(atPath: preferences, toPath: home + "/source")
    let before = FileManager.default.contents(atPath: preferences)
    try #require(try Proof.status(["mount", "--bind", home + "/source", preferences]).code == 0)
    let (code, output) = try defaults("write", "A", "2")
    #expect(code == 74)
    #expect(output == "pigeon: can not replace \(preferences): Device or resource busy\n")
    #expect(FileManager.default.contents(atPath: preferences) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: config).sorted()
    #expect(names == [".preferences.plist.lock", "preferences.plist"])
  }

  @Test func onAFullDiskTheOldFileStays() throws {
    try #require(
      try Proof.status(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", config]).code == 0)
    #expect(try defaults("write", "A", "1").code == 0)
    let before = FileManager.default.contents(atPath: preferences)
    _ = try Proof.status(["dd", "if=/dev/zero", "of=\(config)/full", "bs=4096"])
    let (code, output) = try defaults("write", "A", "2")
    #expect(code == 74 || code == 73)
    #expect(output.contains("No space left on device"))
    #expect(FileManager.default.contents(atPath: preferences) == before)
    try FileManager.default.removeItem(atPath: config + "/full")
    #expect(try defaults("write", "A", "2").code == 0)
    #expect(try defaults("read", "A").output == "2\n")
  }
}

extension Proof {
  static let canMount: Bool = {
    let point = NSTemporaryDirectory() + "pigeon-mount-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: point, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: point) }
    guard (try? status(["mount", "-t", "tmpfs", "tmpfs", point]).code) == 0 else {
      return false
    }
    return (try? status(["umount", point]).code) == 0
  }()
}
