import TestSupport
import Testing

@testable import Tiles

@Suite struct InflaterTests {
  private func inflate(
    _ bytes: [UInt8], limit: Int = 1 << 20, with inflater: inout Inflater
  ) throws -> [UInt8] {
    let count = try bytes.withUnsafeBytes { try inflater.inflate($0, limit: limit) }
    return Array(inflater.buffer[..<count])
  }

  private func reason(_ bytes: [UInt8], limit: Int = 1 << 20) -> String? {
    var inflater = Inflater()
    do {
      _ = try inflate(bytes, limit: limit, with: &inflater)
      return nil
    } catch {
      return (error as? TileDamage).map { "\($0.reason)" }
    }
  }

  @Test func roundTrips() throws {
    var generator = SeededGenerator(state: 4)
    var inflater = Inflater()
    for size in [0, 1, 4096, 100_000, 10] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...15, using: &generator) }
      #expect(try inflate(gzip(bytes), with: &inflater) == bytes)
    }
    let several = try gzip([1, 2, 3]) + gzip([4, 5])
    #expect(try inflate(several, with: &inflater) == [1, 2, 3, 4, 5])
  }

  /// RFC 1950 data as Python's zlib.compress(b"pigeon") writes it.
  @Test func zlibFormat() throws {
    let bytes: [UInt8] = [
      0x78, 0x9C, 0x2B, 0xC8, 0x4C, 0x4F, 0xCD, 0xCF, 0x03, 0x00, 0x08, 0xCA, 0x02, 0x83,
    ]
    var inflater = Inflater()
    #expect(try inflate(bytes, with: &inflater) == Array("pigeon".utf8))
  }

  @Test func limitIsExact() throws {
    let zeros = try gzip([UInt8](repeating: 0, count: 1 << 20))
    #expect(zeros.count < 2000)
    #expect(reason(zeros, limit: 1 << 20) == nil)
    #expect(reason(zeros, limit: 1 << 20 - 1) == "is too large when decompressed")
    #expect(reason(zeros, limit: 100) == "is too large when decompressed")
  }

  @Test func damage() throws {
    let bytes = try gzip(Array("a homing pigeon for the terminal".utf8))
    for count in 0..<bytes.count {
      #expect(reason(Array(bytes[..<count])) != nil, "cut to \(count) bytes")
    }
    #expect(reason([]) == "has no compressed data")
    #expect(reason(Array("no gzip".utf8)) == "has damaged compressed data")
    var wrong = bytes
    wrong[bytes.count - 6] ^= 1  // in the checksum
    #expect(reason(wrong) == "has damaged compressed data")
    // A trailer that promises 4 GB does not reserve it.
    var boastful = bytes
    boastful.replaceSubrange((bytes.count - 4)..., with: [255, 255, 255, 255])
    #expect(reason(boastful) == "has damaged compressed data")
  }
}
