import CSQLite
import Glibc

/// A connection to an SQLite file of somebody else's, read only and bounded: no statement runs for
/// longer than it is given steps, and nothing the file says of views or triggers is trusted.
///
/// Nothing is written to the file. A file in WAL mode that is not opened as immutable gets `-wal` and
/// `-shm` files beside it where there are none; SQLite can not share it with a writer otherwise.
///
/// Used by one thread at a time.
final class SQLiteConnection: @unchecked Sendable {
  // Unchecked because of the handle only, which may go from thread to thread (multi-thread mode).
  let path: String
  fileprivate let handle: OpaquePointer
  private let budget = Budget()

  /// Milliseconds to wait for another program that writes the file.
  private static let busyTimeout: Int32 = 200
  /// Bytes of a value or row; more is an error.
  private static let maximumValue: Int32 = 32 << 20
  /// Virtual machine instructions between two looks at the budget.
  private static let stride = 500

  /// - Parameter isImmutable: whether nobody will change the file while the connection is used. Then
  ///   no lock is taken and no log looked for.
  /// - Throws: `.unreadable` when the file can not be opened, `.damaged` when it is not SQLite's.
  init(path: String, isImmutable: Bool = false) throws(TileError) {
    self.path = path
    // A plain name could be taken for a URI, or for memory.
    let name = path.hasPrefix("/") ? path : "./" + path
    if !isImmutable { try Self.checkCompanions(of: path) }
    let opened = Self.open(isImmutable ? Self.immutableURI(path) : name)
    guard let handle = opened.handle else {
      throw TileError(.unreadable, file: path, reason: "out of memory")
    }
    guard opened.status == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      throw Self.error(opened.status, handle, path: path)
    }
    self.handle = handle
    sqlite3_progress_handler(
      handle, Int32(Self.stride), SQLiteConnection.spend,
      Unmanaged.passUnretained(budget).toOpaque())
  }

  deinit { sqlite3_close_v2(handle) }

  /// SQLite opens the logs beside a file without looking what they are, and would wait at a pipe. It
  /// copes with folders.
  private static func checkCompanions(of path: String) throws(TileError) {
    for companion in ["-journal", "-wal", "-shm"].map({ path + $0 }) {
      var status = stat()
      if stat(companion, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
        throw TileError(.unreadable, file: companion, reason: "is not a regular file")
      }
    }
  }

  /// How many instructions the statements from now on may take together.
  func allow(steps: Int) { budget.steps = steps }

  /// Prepares a statement, which holds the connection.
  /// - Throws: `.damaged` or `.unreadable`, with SQLite's message.
  func prepare(_ sql: String) throws(TileError) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  func error(_ status: Int32) -> TileError { Self.error(status, handle, path: path) }

  private static let spend: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 1 }
    let budget = Unmanaged<Budget>.fromOpaque(context).takeUnretainedValue()
    budget.steps -= stride
    return budget.steps < 0 ? 1 : 0
  }

  /// Opens and reads a little. The handle is there in case of failure too, for the message.
  private static func open(_ name: String) -> (handle: OpaquePointer?, status: Int32) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    let status = sqlite3_open_v2(name, &handle, flags, nil)
    guard status == SQLITE_OK else { return (handle, status) }
    sqlite3_busy_timeout(handle, busyTimeout)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, maximumValue)
    // Mapped memory could raise SIGBUS; indexes made for one statement hide that one is missing.
    // The last pragma reads the file.
    let settings = """
      PRAGMA trusted_schema=OFF; PRAGMA mmap_size=0; PRAGMA automatic_index=OFF;
      PRAGMA cell_size_check=ON; PRAGMA cache_size=-512; PRAGMA schema_version;
      """
    return (handle, sqlite3_exec(handle, settings, nil, nil, nil))
  }

  private static func error(
    _ status: Int32, _ handle: OpaquePointer, path: String
  ) -> TileError {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    let kind: TileError.Kind
    switch status & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR: kind = .damaged
    case SQLITE_INTERRUPT:
      return TileError(.unsupported, file: path, reason: "takes too long to search")
    case SQLITE_TOOBIG: kind = .unsupported
    default: kind = .unreadable
    }
    return TileError(kind, file: path, reason: "can not be read: \(message)")
  }
}

/// What statements may still take.
private final class Budget {
  var steps = Int.max
}

extension SQLiteConnection {
  /// The file as one that nobody changes.
  private static func immutableURI(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: uri.append(byte)
      }
    }
    return "file:" + String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}

/// A prepared statement; given back with the last reference.
final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  fileprivate init(_ sql: String, on connection: SQLiteConnection) throws(TileError) {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw connection.error(status) }
    self.connection = connection
    handle = statement
  }

  deinit { sqlite3_finalize(handle) }

  /// Gives a parameter, counted from 1, its value.
  func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

  /// Goes to the next row. Returns false behind the last one, and when it throws: then the
  /// statement begins anew.
  func step() throws(TileError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    defer { sqlite3_reset(handle) }
    guard status == SQLITE_DONE else { throw connection.error(status) }
    return false
  }

  /// Lets go of the row, and of the file's lock with it.
  func reset() { sqlite3_reset(handle) }

  /// The column's number, counted from 0; nil when it has none.
  func integer(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  /// The column as text.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Passes on the column's bytes; nil when it has none, not even zero bytes.
  func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(TileDamage) -> Result
  ) throws(TileDamage) -> Result? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
