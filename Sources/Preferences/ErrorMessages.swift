import Glibc

// The wording of this room's errors, all in one place. Paths, keys and names are bytes as they
// came: whoever shows a message makes it safe first.

extension PreferencesError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "can not \(operation.verb) \(path): \(String(cString: strerror(code)))"
    case .notRegularFile(let path): "\(path) is not a file"
    case .foreignOwner(let path, let owner):
      "\(path) belongs to another user (\(owner)) and is left alone"
    case .locked(let path, _): "\(path) is in use by another process"
    case .tooLarge(let path, let bytes, let limit):
      "\(path) would have \(bytes) bytes; the limit is \(limit)"
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
    case .unstorable(let reason): reason.description
    case .notCollection(let key, .array): "\(key) is no array; nothing can be appended"
    case .notCollection(let key, .dictionary): "\(key) is no dictionary; nothing can be added"
    }
  }
}

extension PreferencesError.FileOperation {
  fileprivate var verb: String {
    switch self {
    case .resolve: "follow the links to"
    case .inspect: "look at"
    case .createFolder: "create the folder"
    case .lock: "lock"
    case .open: "open"
    case .read: "read"
    case .create: "create"
    case .write: "write"
    case .setMode: "set the permissions of"
    case .synchronize: "write to disk"
    case .replace: "replace"
    case .synchronizeFolder: "write to disk the folder"
    case .setAside: "set aside"
    case .watch: "watch"
    }
  }
}

extension SetAsideFile: CustomStringConvertible {
  public var description: String { "\(path) was damaged (\(reason)); it is kept as \(keptAs)" }
}

extension StateFile.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .interrupted: "the program ended while it restored this view state"
    case .damaged(let reason): "the view state is damaged: \(reason)"
    case .notAnArchive: "the file holds no view state"
    case .otherVersion(let version): "the view state has version \(version)"
    }
  }
}

extension PropertyListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the file is empty"
    case .binary: "it is a binary property list; convert it to XML first"
    case .notXML: "it is not an XML property list"
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes; the limit is \(limit)"
    case .malformed(let line, let fault): "line \(line): \(fault)"
    case .unstorable(let path, let obstacle):
      path.isEmpty ? "\(obstacle)" : "\(path): \(obstacle)"
    }
  }
}

extension PropertyListError.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidUTF8: "not UTF-8"
    case .unsupportedEncoding(let name): "encoding \(name) is not supported, only UTF-8"
    case .illegalCharacter(let code): "character \(hexadecimal(code)) is not allowed"
    case .entityDeclaration: "entity declarations are not allowed"
    case .unknownEntity(let name): "unknown entity &\(name);"
    case .unterminated(let what): "\(what) is not closed"
    case .badMarkup: "malformed markup"
    case .unknownElement(let name): "unexpected element <\(name)>"
    case .wrongClosingTag(let expected, let found):
      "</\(found)> where </\(expected)> is expected"
    case .missingKey: "an entry of a <dict> has no <key>"
    case .missingValue: "a value is missing"
    case .textBetweenElements: "text where an element is expected"
    case .badInteger(let text): "\"\(text)\" is not an integer"
    case .integerOutOfRange(let text): "\(text) does not fit into 64 bits"
    case .badReal(let text): "\"\(text)\" is not a number"
    case .badDate(let text): "\"\(text)\" is not a date"
    case .badData: "malformed base64"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .trailingContent: "text after the property list"
    case .rootIsNotDictionary: "the property list is not a <dict>"
    }
  }
}

extension PropertyListError.Obstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyKey: "a key is empty"
    case .illegalCharacter(let code): "character \(hexadecimal(code)) can not be stored"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .tooLarge(let bytes, let limit): "has \(bytes) bytes; the limit is \(limit)"
    }
  }
}

private func hexadecimal(_ code: UInt32) -> String {
  let digits = String(code, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
