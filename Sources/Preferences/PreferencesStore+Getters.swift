// The typed getters of NSUserDefaults, with its conversions (`PropertyListValue+Conversions.swift`).
// None of them fails: a missing key or a value of a type that does not convert gives 0, false or
// nil.

extension PreferencesStore {
  public func bool(forKey key: String) -> Bool { value(forKey: key)?.boolValue ?? false }

  public func integer(forKey key: String) -> Int { value(forKey: key)?.integerValue ?? 0 }

  public func double(forKey key: String) -> Double { value(forKey: key)?.doubleValue ?? 0 }

  /// Beyond the range of `Float` infinite.
  public func float(forKey key: String) -> Float { Float(double(forKey: key)) }

  public func string(forKey key: String) -> String? { value(forKey: key)?.stringValue }

  public func array(forKey key: String) -> [PropertyListValue]? { value(forKey: key)?.array }

  /// Nil also for an array that holds anything but strings.
  public func stringArray(forKey key: String) -> [String]? { value(forKey: key)?.stringArray }

  public func dictionary(forKey key: String) -> [String: PropertyListValue]? {
    value(forKey: key)?.dictionary
  }

  public func data(forKey key: String) -> [UInt8]? { value(forKey: key)?.data }

  public func date(forKey key: String) -> PropertyListDate? { value(forKey: key)?.date }
}
