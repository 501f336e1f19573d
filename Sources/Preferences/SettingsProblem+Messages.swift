extension SettingsProblem: CustomStringConvertible {
  public var description: String {
    "\(page).plist\(index.map { ", item \($0)" } ?? ""): \(reason)"
  }
}

extension SettingsProblem.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .noSpecifiers: "PreferenceSpecifiers is missing"
    case .notADictionary: "not a dictionary"
    case .unknownType(let type): "unknown Type \(type)"
    case .missing(let key): "\(key) is missing"
    case .wrongType(let key): "\(key) has the wrong type"
    case .countMismatch(let values, let titles): "\(values) Values but \(titles) Titles"
    case .emptyRange: "MinimumValue is not below MaximumValue"
    case .badPaneName(let name): "\"\(name)\" is not the name of a page"
    case .paneCycle(let name): "page \(name) leads back to itself"
    case .paneMissing(let name): "page \(name) can not be read"
    case .duplicateKey(let key): "\(key) is set by a row before"
    case .defaultNotAmongValues: "DefaultValue is not among Values"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    }
  }
}
