extension PropertyListValue {
  /// Containers that may lie inside each other in a value that is set.
  public static let maximumDepth = 64
  /// Bytes of text and data in a value that is set; the limit of CFPreferences on macOS.
  public static let maximumSize = 4 << 20

  /// Checks that the value can be stored and read back by every property list reader.
  /// - Parameter path: the key under which the value is to be stored, for the error.
  /// - Throws: `PropertyListError.unstorable` for an empty key, a character XML 1.0 can not hold,
  ///   nesting deeper than `maximumDepth` or more than `maximumSize` bytes.
  /// - Complexity: O(size of the value)
  public func validate(path: String = "") throws(PropertyListError) {
    let size: Int
    do {
      size = try storedSize(
        depth: 1, rules: StorageRules(maximumDepth: Self.maximumDepth, allowsEmptyKeys: false))
    } catch {
      throw error.prefixed(path)
    }
    if size > Self.maximumSize {
      throw .unstorable(path: path, .tooLarge(bytes: size, limit: Self.maximumSize))
    }
  }

  /// Checks a top-level key: not empty, no character XML 1.0 can not hold.
  static func validate(key: String) throws(PropertyListError) {
    if key.isEmpty { throw .unstorable(path: "", .emptyKey) }
    if let character = key.firstIllegalXMLCharacter {
      throw .unstorable(path: key, .illegalCharacter(character))
    }
  }

  /// Throws for whatever the rules forbid; otherwise about how many bytes the value takes.
  func storedSize(depth: Int, rules: StorageRules) throws(PropertyListError) -> Int {
    switch self {
    case .integer, .real, .boolean, .date: return 8
    case .data(let bytes): return bytes.count
    case .string(let text):
      if let character = text.firstIllegalXMLCharacter {
        throw .unstorable(path: "", .illegalCharacter(character))
      }
      return text.utf8.count
    case .array(let elements):
      try rules.check(depth: depth)
      var size = 8
      for (index, element) in elements.enumerated() {
        do {
          size += try element.storedSize(depth: depth + 1, rules: rules)
        } catch {
          throw error.prefixed("[\(index)]")
        }
      }
      return size
    case .dictionary(let entries):
      try rules.check(depth: depth)
      var size = 8
      for (key, value) in entries {
        if !key.isEmpty || !rules.allowsEmptyKeys { try Self.validate(key: key) }
        size += key.utf8.count
        do {
          size += try value.storedSize(depth: depth + 1, rules: rules)
        } catch {
          throw error.prefixed(key)
        }
      }
      return size
    }
  }
}

/// How strict to be: with a value that is set, or with one that was read from a file and has to be
/// written back as it came.
struct StorageRules {
  var maximumDepth: Int
  var allowsEmptyKeys: Bool

  func check(depth: Int) throws(PropertyListError) {
    if depth > maximumDepth { throw .unstorable(path: "", .tooDeep(limit: maximumDepth)) }
  }
}

extension PropertyListError {
  /// The same error seen from one level further out.
  fileprivate func prefixed(_ component: String) -> PropertyListError {
    guard case .unstorable(let path, let obstacle) = self else { return self }
    let joined =
      path.isEmpty || component.isEmpty || path.hasPrefix("[")
      ? component + path : component + "." + path
    return .unstorable(path: joined, obstacle)
  }
}

extension String {
  /// The first character that XML 1.0 can not hold: U+0000…U+001F but tab, line feed and carriage
  /// return, and U+FFFE and U+FFFF (XML 1.0, production 2).
  var firstIllegalXMLCharacter: UInt32? {
    for scalar in unicodeScalars where !scalar.isLegalInXML { return scalar.value }
    return nil
  }
}

extension Unicode.Scalar {
  var isLegalInXML: Bool {
    value >= 0x20
      ? value != 0xFFFE && value != 0xFFFF : value == 0x09 || value == 0x0A || value == 0x0D
  }
}
