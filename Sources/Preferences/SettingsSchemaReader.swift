/// Reads the pages of a settings bundle, from the first one to those it leads to.
struct SettingsSchemaReader {
  /// Bytes of one page's file.
  static let maximumFileSize = 256 << 10
  static let maximumPages = 32
  /// Specifiers of one page, and choices of one row.
  static let maximumItems = 500

  /// Gives the bytes of a page, or says why there are none.
  let load: (_ page: String) -> Result<[UInt8], SettingsFileError>
  var schema = SettingsSchema()
  /// Keys of all rows so far.
  private var keys: Set<String> = []
  /// The pages from the first one to the one being read.
  private var path: [String] = []

  init(load: @escaping (_ page: String) -> Result<[UInt8], SettingsFileError>) {
    self.load = load
  }

  /// Reads a page and then those it leads to, which must not lead back.
  /// - Returns: Whether the page is there.
  mutating func readPage(_ name: String) -> Bool {
    if schema.pages[name] != nil { return true }
    guard schema.pages.count + path.count < Self.maximumPages else {
      tell(.tooMany("pages", limit: Self.maximumPages), name)
      return false
    }
    guard let specifiers = specifiers(of: name) else { return false }
    path.append(name)
    var page = SettingsPageReader(name: name)
    for (index, specifier) in specifiers.prefix(Self.maximumItems).enumerated() {
      page.read(specifier, index: index)
    }
    schema.problems += page.problems
    if specifiers.count > Self.maximumItems {
      tell(.tooMany("items", limit: Self.maximumItems), name)
    }
    noteKeys(of: page)
    for group in page.groups.indices {
      for row in page.groups[group].rows.indices {
        if case .childPane(let child) = page.groups[group].rows[row].kind {
          page.groups[group].rows[row].disabledReason = follow(child, from: name)
        }
      }
    }
    path.removeLast()
    schema.pages[name] = SettingsPage(
      groups: page.groups.filter { !$0.rows.isEmpty || $0.title != nil || $0.footer != nil })
    return true
  }

  /// - Returns: Why a child pane can not be opened.
  private mutating func follow(_ child: String, from name: String) -> String? {
    let reason: SettingsProblem.Reason?
    if child.isEmpty || child.contains("/") || child.hasPrefix(".") || child.contains("\0") {
      reason = .badPaneName(child)
    } else if path.contains(child) {
      reason = .paneCycle(child)
    } else {
      reason = readPage(child) ? nil : .paneMissing(child)
    }
    if let reason { tell(reason, name) }
    return reason?.description
  }

  private mutating func specifiers(of name: String) -> [PropertyListValue]? {
    switch load(name) {
    case .failure(let error):
      tell(.unreadable(error.description), name)
      return nil
    case .success(let bytes):
      do {
        let root = try PropertyListXML.decodeDictionary(bytes)
        if let list = root["PreferenceSpecifiers"]?.array { return list }
        tell(.noSpecifiers, name)
      } catch {
        tell(.unreadable("\(error)"), name)
      }
      return nil
    }
  }

  private mutating func noteKeys(of page: SettingsPageReader) {
    for group in page.groups {
      // The rows of a radio group share their key.
      for key in Set(group.rows.compactMap(\.key)).sorted() {
        let count = group.rows.count {
          if case .radio = $0.kind { false } else { $0.key == key }
        }
        if !keys.insert(key).inserted || count > 1 { tell(.duplicateKey(key), page.name) }
      }
    }
  }

  private mutating func tell(_ reason: SettingsProblem.Reason, _ page: String) {
    schema.problems.append(SettingsProblem(page: page, reason))
  }
}

/// Why a page's file gave no bytes.
public enum SettingsFileError: Error, Equatable, Sendable {
  case system(code: Int32)
  /// A folder, pipe or device.
  case notRegularFile
  case tooLarge(limit: Int)
}
