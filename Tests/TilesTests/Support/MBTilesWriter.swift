import CSQLite
import Foundation
import Testing

/// A folder with an SQLite file that SQL makes; deleted with the last reference to it.
final class DatabaseFile {
  let folder: String
  let path: String

  static let tables = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    """
  static let index = """
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """

  init(_ sql: String = tables + index, name: String = "a.mbtiles") throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("pigeon-tiles-\(UUID().uuidString)").path
    path = folder + "/" + name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try run(sql)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func connect() throws -> OpaquePointer {
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    return try #require(handle)
  }

  func run(_ sql: String) throws {
    let handle = try connect()
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, "PRAGMA synchronous=OFF;" + sql, nil, nil, nil) == SQLITE_OK)
  }

  /// Adds metadata.
  func tell(_ rows: KeyValuePairs<String, String>) throws {
    for (name, value) in rows {
      let quoted = value.replacingOccurrences(of: "'", with: "''")
      try run("INSERT INTO metadata VALUES ('\(name)', '\(quoted)')")
    }
  }

  /// Adds a tile; the row is counted from the south.
  func add(_ bytes: [UInt8], _ zoom: Int, _ column: Int, _ row: Int) throws {
    try run("INSERT INTO tiles VALUES (\(zoom), \(column), \(row), \(Self.literal(bytes)))")
  }

  static func literal(_ bytes: [UInt8]) -> String {
    "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
  }
}
