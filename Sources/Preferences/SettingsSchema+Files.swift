import Glibc

extension SettingsSchema {
  /// Reads a bundle: `Root.plist` and the pages it leads to, XML property lists of at most 256 KiB.
  /// A bundle that can not be read at all has no pages, and a problem.
  public init(bundle path: String) {
    self.init { Self.read("\(path)/\($0).plist") }
  }

  /// Reads a bundle whose files are kept elsewhere.
  public init(load: @escaping (_ page: String) -> Result<[UInt8], SettingsFileError>) {
    var reader = SettingsSchemaReader(load: load)
    _ = reader.readPage(Self.root)
    self = reader.schema
  }

  private static func read(_ path: String) -> Result<[UInt8], SettingsFileError> {
    let limit = SettingsSchemaReader.maximumFileSize
    do throws(PreferencesError) {
      let bytes = try DurableFile(path: path).read(limit: limit)
      return bytes.map { .success($0) } ?? .failure(.system(code: ENOENT))
    } catch {
      switch error {
      case .tooLarge: return .failure(.tooLarge(limit: limit))
      case .notRegularFile: return .failure(.notRegularFile)
      case .system(_, _, let code): return .failure(.system(code: code))
      default: return .failure(.system(code: EIO))
      }
    }
  }
}

extension SettingsFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .notRegularFile: "it is not a file"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    }
  }
}
