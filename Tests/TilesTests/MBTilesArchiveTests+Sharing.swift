import CSQLite
import Foundation
import Testing

@testable import Tiles

// Files that other programs have open, or could have.

extension MBTilesArchiveTests {
  @Test func aFileBeingWritten() throws {
    let file = try DatabaseFile()
    try file.add(PMTilesArchiveTests.tile("a"), 0, 0, 0)
    let archive = try MBTilesArchive(path: file.path)
    let writer = try file.connect()
    defer { sqlite3_close(writer) }
    #expect(sqlite3_exec(writer, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
    let locked = error { try archive.load(TileID(z: 0, x: 0, y: 0)) }
    #expect(locked?.kind == .unreadable && locked?.reason.contains("database is locked") == true)
    #expect(error(opening: file)?.kind == .unreadable)
    #expect(sqlite3_exec(writer, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    #expect(try name(archive, 0, 0, 0) == "a")
    // A lock is held only while a tile is being read.
    #expect(sqlite3_exec(writer, "UPDATE tiles SET zoom_level = 1", nil, nil, nil) == SQLITE_OK)
    #expect(try name(archive, 0, 0, 0) == nil)
  }

  /// Neither is anything left beside it, in WAL mode either, where SQLite by itself makes two files.
  @Test(arguments: ["WAL", "DELETE"]) func theFileIsNotChanged(mode: String) throws {
    let file = try DatabaseFile("PRAGMA journal_mode=\(mode);" + DatabaseFile.tables)
    try file.add(PMTilesArchiveTests.tile("a"), 0, 0, 0)
    func state() throws -> [String: Data?] {
      let names = try FileManager.default.contentsOfDirectory(atPath: file.folder)
      return Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, FileManager.default.contents(atPath: file.folder + "/" + $0))
        })
    }
    let before = try state()
    #expect(before.count == 1)
    do {
      let archive = try MBTilesArchive(path: file.path)
      #expect(try name(archive, 0, 0, 0) == "a")
      _ = archive.information
      #expect(try state() == before)
    }
    #expect(try state() == before)
  }

  /// Others may begin to write a file in WAL mode, and end, at any time: what they wrote is read.
  @Test func walModeWithAWriterThatComes() throws {
    let file = try DatabaseFile("PRAGMA journal_mode=WAL;" + DatabaseFile.tables)
    try file.add(PMTilesArchiveTests.tile("first"), 0, 0, 0)
    let archive = try MBTilesArchive(path: file.path)
    #expect(try name(archive, 0, 0, 0) == "first")
    for turn in 0..<3 {
      let writer = try file.connect()
      // Nothing is written yet.
      #expect(sqlite3_exec(writer, "SELECT * FROM tiles", nil, nil, nil) == SQLITE_OK)
      #expect(try name(archive, 0, 0, 0) == (turn == 0 ? "first" : "late \(turn - 1)"))
      for text in ["early \(turn)", "late \(turn)"] {
        let new = DatabaseFile.literal(PMTilesArchiveTests.tile(text))
        #expect(
          sqlite3_exec(writer, "UPDATE tiles SET tile_data = \(new)", nil, nil, nil) == SQLITE_OK)
        #expect(try name(archive, 0, 0, 0) == text)
      }
      // The log goes into the file, and away.
      sqlite3_close(writer)
      #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).count == 1)
      #expect(try name(archive, 0, 0, 0) == "late \(turn)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).count == 1)
    }
    #expect(try name(MBTilesArchive(path: file.path), 0, 0, 0) == "late 2")
  }

  /// In WAL mode SQLite needs files beside the file, which read-only media do not allow.
  @Test func walModeInAFolderWithoutWriting() throws {
    let file = try DatabaseFile(
      "PRAGMA journal_mode=WAL;" + DatabaseFile.tables, name: "odd %3f?#.mbtiles")
    try file.add(PMTilesArchiveTests.tile("a"), 0, 0, 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).count == 1)
    // Does not keep root from writing, for whom nothing is tested here.
    #expect(chmod(file.folder, 0o555) == 0)
    defer { chmod(file.folder, 0o755) }
    #expect(try name(MBTilesArchive(path: file.path), 0, 0, 0) == "a")
  }

  /// With a log beside it the file alone is not the truth.
  @Test func walModeWithALog() throws {
    let file = try DatabaseFile("PRAGMA journal_mode=WAL;" + DatabaseFile.tables)
    try file.add(PMTilesArchiveTests.tile("old"), 0, 0, 0)
    let writer = try file.connect()
    defer { sqlite3_close(writer) }
    let new = DatabaseFile.literal(PMTilesArchiveTests.tile("new"))
    #expect(
      sqlite3_exec(writer, "UPDATE tiles SET tile_data = \(new)", nil, nil, nil) == SQLITE_OK)
    #expect(try name(MBTilesArchive(path: file.path), 0, 0, 0) == "new")
    let copy = try DatabaseFile("")
    for end in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: copy.path + end)
      try FileManager.default.copyItem(atPath: file.path + end, toPath: copy.path + end)
    }
    try FileManager.default.createDirectory(
      atPath: copy.path + "-shm", withIntermediateDirectories: false)
    let told = (try? MBTilesArchive(path: copy.path)).flatMap { try? name($0, 0, 0, 0) }
    #expect(told == "new")
  }
}
