/// A property list: what preferences, view state and settings files are made of.
///
/// The type can hold only what a property list can hold. What it can hold but XML can not store
/// (control characters, too deep nesting) is found by `validate(path:)`.
public enum PropertyListValue: Sendable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case date(PropertyListDate)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: Hashable {
  /// Whether both are the same when stored: strings by their bytes (so composed and decomposed
  /// letters differ), reals by their bits (so 0 and -0 differ), any NaN equal to any other.
  public static func == (a: PropertyListValue, b: PropertyListValue) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
    case .boolean(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
  /// Of equal keys the last wins.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}

extension PropertyListValue {
  /// The elements of an array; nil for any other type.
  public var array: [PropertyListValue]? { if case .array(let value) = self { value } else { nil } }

  /// The entries of a dictionary; nil for any other type.
  public var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// The bytes of a data value; nil for any other type.
  public var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }

  /// The date; nil for any other type.
  public var date: PropertyListDate? { if case .date(let value) = self { value } else { nil } }

  /// The elements of an array of nothing but strings; nil for anything else.
  public var stringArray: [String]? {
    guard case .array(let elements) = self else { return nil }
    var strings: [String] = []
    strings.reserveCapacity(elements.count)
    for element in elements {
      guard case .string(let string) = element else { return nil }
      strings.append(string)
    }
    return strings
  }
}
