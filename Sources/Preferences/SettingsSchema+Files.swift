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
    // Not blocking, should the path lead to a pipe.
    let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return .failure(.system(code: errno)) }
    defer { close(descriptor) }
    let limit = SettingsSchemaReader.maximumFileSize
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = retryingInterrupted { Glibc.read(descriptor, &buffer, buffer.count) }
      if count < 0 { return .failure(.system(code: errno)) }
      if count == 0 { return .success(bytes) }
      bytes += buffer[..<count]
      if bytes.count > limit { return .failure(.tooLarge(limit: limit)) }
    }
  }
}

extension SettingsFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    }
  }
}
