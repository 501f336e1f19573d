import Foundation
import TestSupport
import Testing

/// The proofs of Scripts/prove in a length fit for every test run; `make soak` runs them in full.
/// They disturb the real program: it is killed, its system calls fail, its power is cut.
@Suite(.serialized) struct ProofTests {
  @Test(.enabled(if: Proof.canTrace, "strace may not trace here"))
  func noFaultOfASystemCallLeavesAHalfWrittenFile() throws { try Proof.run("sweep") }

  @Test(.enabled(if: Proof.canTrace, "strace may not trace here"))
  func noLossOfPowerLeavesAHalfWrittenFile() throws { try Proof.run("power") }

  @Test func processesThatWriteAtOnceLoseNothing() throws { try Proof.run("writers") }

  @Test func noKillLosesWhatWasAcknowledged() throws { try Proof.run("kills") }
}

enum Proof {
  static let canTrace = (try? status(["strace", "-o", "/dev/null", "true"]).code) == 0

  static func run(_ part: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (code, output) = try status([
      "python3", PackageUnderTest.folder + "/Scripts/prove", PackageUnderTest.binary, part,
    ])
    #expect(code == 0, "\(output)", sourceLocation: sourceLocation)
  }

  /// Runs a program: how it ended, and all it wrote.
  static func status(_ words: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
