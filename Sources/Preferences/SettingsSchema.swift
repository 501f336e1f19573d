/// A settings bundle: pages of rows, each a preference or the way to another page.
///
/// The form is Apple's Settings Application Schema (2016): property lists in a folder, `Root.plist`
/// first. Nothing in a bundle can fail the program: what can not be used is left out or disabled,
/// and told in `problems`.
public struct SettingsSchema: Equatable, Sendable {
  /// The name of the first page.
  public static let root = "Root"

  /// By file name, without its extension.
  public var pages: [String: SettingsPage]
  /// What of the bundle can not be used, in the order of reading.
  public var problems: [SettingsProblem]

  public init(pages: [String: SettingsPage] = [:], problems: [SettingsProblem] = []) {
    self.pages = pages
    self.problems = problems
  }

  /// What every row shows while nothing is stored: to be registered at launch, since a settings
  /// bundle gives an application no values by itself. Of two rows with one key the first counts.
  /// - Complexity: O(rows)
  public var registeredDefaults: [String: PropertyListValue] {
    var defaults: [String: PropertyListValue] = [:]
    for name in pages.keys.sorted() {
      for row in pages[name]?.rows ?? [] {
        if let key = row.key, let value = row.defaultValue, defaults[key] == nil {
          defaults[key] = value
        }
      }
    }
    return defaults
  }

  /// The first row that sets a preference.
  /// - Complexity: O(rows)
  public func row(forKey key: String) -> SettingsRow? {
    for name in pages.keys.sorted() {
      if let row = pages[name]?.rows.first(where: { $0.key == key }) { return row }
    }
    return nil
  }
}

/// What is shown at once.
public struct SettingsPage: Equatable, Sendable {
  public var groups: [SettingsGroup]

  public init(groups: [SettingsGroup] = []) { self.groups = groups }

  /// The rows of all groups, in order.
  public var rows: [SettingsRow] { groups.flatMap(\.rows) }
}

/// Rows that belong together. Texts are as they came.
public struct SettingsGroup: Equatable, Sendable {
  public var title: String?
  public var footer: String?
  public var rows: [SettingsRow]

  public init(title: String? = nil, footer: String? = nil, rows: [SettingsRow] = []) {
    self.title = title
    self.footer = footer
    self.rows = rows
  }
}

/// One line of a page.
public struct SettingsRow: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// Stores one of two values.
    case toggle(on: PropertyListValue, off: PropertyListValue)
    /// Stores a real number from a range.
    case slider(ClosedRange<Double>)
    /// Stores one of several values, chosen on a page of their own.
    case multiValue([SettingsChoice])
    /// One value of a radio group; choosing it stores it. Its group holds the others.
    case radio(PropertyListValue, among: [SettingsChoice])
    case textField(SettingsTextTraits)
    /// Shows a value that only others change.
    case titleValue([SettingsChoice])
    /// Leads to the page of that name.
    case childPane(String)
    /// Stores an ordered list of files' paths, kept on a page of its own; an extension of Apple's
    /// schema.
    case fileList(SettingsFileTraits)
    /// A path on the page of a file list.
    case file(String)
    /// Where a path is added to a file list.
    case newFile
  }

  public var kind: Kind
  /// Empty for a slider, whose name is the title of its group.
  public var title: String
  /// The preference; nil for a child pane.
  public var key: String?
  public var defaultValue: PropertyListValue?
  /// Why the row can not be used; nil when it can.
  public var disabledReason: String?

  public init(
    _ kind: Kind, title: String = "", key: String? = nil, defaultValue: PropertyListValue? = nil,
    disabledReason: String? = nil
  ) {
    self.kind = kind
    self.title = title
    self.key = key
    self.defaultValue = defaultValue
    self.disabledReason = disabledReason
  }
}

/// A value and its name.
public struct SettingsChoice: Equatable, Sendable {
  public var value: PropertyListValue
  public var title: String
  /// For the row that leads to the page of choices.
  public var shortTitle: String?

  public init(_ value: PropertyListValue, title: String, shortTitle: String? = nil) {
    self.value = value
    self.title = title
    self.shortTitle = shortTitle
  }
}

/// How a text is to be typed.
public struct SettingsTextTraits: Equatable, Sendable {
  /// Whether the text is shown as dots.
  public var isSecure: Bool
  /// Whether only digits make sense (`NumberPad`).
  public var isNumeric: Bool

  public init(isSecure: Bool = false, isNumeric: Bool = false) {
    self.isSecure = isSecure
    self.isNumeric = isNumeric
  }
}

/// Which files a list of files is for.
public struct SettingsFileTraits: Equatable, Sendable {
  /// Endings of names without the dot, in small letters; empty is all files.
  public var fileTypes: [String]
  /// What is told below the list.
  public var footer: String?

  public init(fileTypes: [String] = [], footer: String? = nil) {
    self.fileTypes = fileTypes
    self.footer = footer
  }
}

/// Something in a settings bundle that can not be used.
public struct SettingsProblem: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// The file can not be read, with the reason.
    case unreadable(String)
    case noSpecifiers
    case notADictionary
    case unknownType(String)
    case missing(String)
    case wrongType(String)
    case countMismatch(values: Int, titles: Int)
    case emptyRange
    case badPaneName(String)
    case paneCycle(String)
    case paneMissing(String)
    case duplicateKey(String)
    case defaultNotAmongValues
    case tooMany(String, limit: Int)
  }

  /// The page it is on.
  public var page: String
  /// The number of the specifier, from 0; nil for the whole file.
  public var index: Int?
  public var reason: Reason

  public init(page: String, index: Int? = nil, _ reason: Reason) {
    self.page = page
    self.index = index
    self.reason = reason
  }
}
