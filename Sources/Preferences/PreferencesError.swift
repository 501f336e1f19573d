/// Why a stored file could not be read or written. Wording is in `ErrorMessages.swift`.
public enum PreferencesError: Error, Hashable, Sendable {
  /// A system call failed; `code` is its `errno`.
  case system(FileOperation, path: String, code: Int32)
  /// A folder, pipe or device where a file is expected.
  case notRegularFile(path: String)
  /// The file, or the folder it would be created in, belongs to another user. Writing would lock
  /// that user out.
  case foreignOwner(path: String, owner: UInt32)
  /// Another process holds the lock, and did for the whole time that is waited for it.
  case locked(path: String, milliseconds: Int)
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The file can not be understood and was left as it is.
  case damaged(path: String, PropertyListError)
  /// The value given can not be stored; nothing changed.
  case unstorable(PropertyListError)

  /// Something was to be added to a value that is no collection of that kind; nothing changed.
  case notCollection(key: String, Collection)

  public enum Collection: Hashable, Sendable {
    case array, dictionary
  }

  /// What was tried, for the message.
  public enum FileOperation: Hashable, Sendable {
    case resolve, inspect, createFolder, lock, open, read, create, write, setMode, synchronize
    case replace, synchronizeFolder, setAside, watch
  }
}

/// A damaged file that was renamed so that nothing can overwrite it.
public struct SetAsideFile: Hashable, Sendable {
  public var path: String
  /// Where it is kept now.
  public var keptAs: String
  public var reason: PropertyListError

  public init(path: String, keptAs: String, reason: PropertyListError) {
    self.path = path
    self.keptAs = keptAs
    self.reason = reason
  }
}
