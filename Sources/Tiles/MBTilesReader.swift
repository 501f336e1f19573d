/// A connection to an MBTiles file and its prepared statement. Used by one thread at a time.
final class MBTilesReader: @unchecked Sendable {
  // Unchecked as the connection is: one thread at a time has it.
  let connection: SQLiteConnection
  /// The file as it was when the connection took it for one that nobody changes; nil when it shares
  /// the file with others.
  let settled: FileIdentity?
  private let tile: SQLiteStatement

  /// The first bytes of the file.
  static let signature = "SQLite format 3\0".utf8

  private static let tileQuery = """
    SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3
    """
  /// Instructions to find a tile: some 30 with an index, and enough for `maximumScan` rows without.
  private static let tileSteps = 100_000
  /// Instructions to count the tiles: half a million of them, in some 50 ms.
  private static let countSteps = 2_000_000
  /// Rows of a table without an index that a tile may be searched in.
  private static let maximumScan = 2000

  /// - Throws: `.unsupported` when the file is an SQLite file of another kind, or has many tiles and
  ///   no index to find them by; `.unreadable`, `.damaged`.
  init(path: String, settled: FileIdentity?) throws(TileError) {
    self.settled = settled
    connection = try SQLiteConnection(path: path, isImmutable: settled != nil)
    connection.allow(steps: Self.tileSteps)
    try Self.checkTables(connection)
    tile = try connection.prepare(Self.tileQuery)
    try checkPlan()
  }

  /// Reads and decodes a tile; nil when there is none.
  func load(_ id: TileID, _ decoder: TileDecoder) throws(TileError) -> TileContent? {
    connection.allow(steps: Self.tileSteps)
    tile.bind(1, id.z)
    tile.bind(2, id.x)
    // Rows are counted from the south (TMS).
    tile.bind(3, (1 << id.z) - 1 - id.y)
    guard try tile.step() else { return nil }
    defer { tile.reset() }
    do throws(TileDamage) {
      return try tile.withBytes(0) { (bytes) throws(TileDamage) in
        // An empty vector tile is nothing at that place; no image is of no bytes.
        guard !bytes.isEmpty || decoder.kind == .vector else { return nil }
        return try decoder.decode(bytes)
      } ?? nil
    } catch {
      throw error.error(file: connection.path, part: "tile \(id.z)/\(id.x)/\(id.y)")
    }
  }

  /// How many tiles there are; nil when that would take long to tell.
  func count() -> Int? {
    connection.allow(steps: Self.countSteps)
    // A plain count(*) is one instruction, however long it takes.
    return try? firstInteger("SELECT count(zoom_level) FROM tiles")
  }

  /// The first or last zoom that has tiles.
  func zoom(_ order: String) throws(TileError) -> Int? {
    connection.allow(steps: Self.tileSteps)
    return try firstInteger(
      """
      SELECT zoom_level FROM tiles WHERE zoom_level BETWEEN 0 AND \(TileID.maximumZoom)
      ORDER BY zoom_level \(order) LIMIT 1
      """)
  }

  /// Passes on the bytes of some tile, if there is one.
  func withAnyTile<Result>(
    _ body: (UnsafeRawBufferPointer) throws(TileDamage) -> Result
  ) throws(TileError) -> Result? {
    connection.allow(steps: Self.tileSteps)
    let statement = try connection.prepare(
      "SELECT tile_data FROM tiles WHERE length(tile_data) > 0 LIMIT 1")
    guard try statement.step() else { return nil }
    do throws(TileDamage) {
      return try statement.withBytes(0, body)
    } catch {
      throw error.error(file: connection.path, part: "a tile")
    }
  }

  private func firstInteger(_ sql: String) throws(TileError) -> Int? {
    let statement = try connection.prepare(sql)
    guard try statement.step() else { return nil }
    return statement.integer(0)
  }

  private static func checkTables(_ connection: SQLiteConnection) throws(TileError) {
    let statement = try connection.prepare(
      "SELECT lower(name) FROM sqlite_master WHERE type IN ('table', 'view') LIMIT 1000")
    var tables: Set<String> = []
    while try statement.step() { tables.insert(statement.text(0)) }
    if tables.contains("tiles") { return }
    let isGeoPackage = tables.contains("gpkg_contents")
    throw TileError(
      .unsupported, file: connection.path,
      reason: isGeoPackage
        ? "is a GeoPackage, which is not read" : "is an SQLite file without a table of tiles")
  }

  /// Makes sure that no tile has to be searched in all of a large table.
  private func checkPlan() throws(TileError) {
    let plan = try connection.prepare("EXPLAIN QUERY PLAN " + Self.tileQuery)
    var scanned: [String] = []
    while try plan.step() {
      // "SCAN name", before SQLite 3.36 "SCAN TABLE name".
      let words = plan.text(3).split(separator: " ")
      guard words.first == "SCAN" else { continue }
      scanned.append(String(words.dropFirst().first { $0 != "TABLE" } ?? ""))
    }
    guard !scanned.isEmpty else { return }
    let rows = try? firstInteger(
      "SELECT count(*) FROM (SELECT 1 FROM tiles LIMIT \(Self.maximumScan + 1))")
    guard let rows, rows <= Self.maximumScan else {
      let advice = scanned.compactMap(indexAdvice(_:)).joined(separator: "; ")
      throw TileError(
        .unsupported, file: connection.path,
        reason: "has no index for its tiles"
          + (advice.isEmpty ? "" : "; this makes one: \(advice)"))
    }
  }

  /// Columns that tiles are found by, in the table of tiles itself or in those beneath a view.
  private static let keys = [
    ["zoom_level", "tile_column", "tile_row"], ["tile_id"], ["tile_data_id"],
  ]

  /// The statement that makes the index which a table lacks; nil when it is no table, since views
  /// can have none, or not one of a kind that is known.
  private func indexAdvice(_ table: String) -> String? {
    // Any other would need quotes.
    let isPlain = table.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isPlain, table.first?.isNumber == false, let columns = try? columns(of: table),
      let key = Self.keys.first(where: { columns.isSuperset(of: $0) })
    else { return nil }
    return "CREATE INDEX \(table)_index ON \(table) (\(key.joined(separator: ", ")))"
  }

  /// The names of a table's columns; none when there is no such table.
  /// - Precondition: the name needs no quotes.
  private func columns(of table: String) throws(TileError) -> Set<String> {
    connection.allow(steps: Self.tileSteps)
    let statement = try connection.prepare(
      """
      SELECT lower(c.name) FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND m.name = '\(table)' COLLATE NOCASE LIMIT 1000
      """)
    var columns: Set<String> = []
    while try statement.step() { columns.insert(statement.text(0)) }
    return columns
  }
}
