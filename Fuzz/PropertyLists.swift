// Compiled together with the sources of Preferences, so that the fuzzer sees which of their branches
// an input takes: `make fuzz`.

/// Reads any bytes as preferences, as view state, as settings and as an argument, and uses what
/// comes out. A trap is a fault found; so is a value that is another one after writing and reading.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let value = try? PropertyListXML.decode(bytes) {
    use(value)
    if let archive = RestorationArchive(propertyList: value) {
      precondition(RestorationArchive(propertyList: archive.propertyList) == archive)
    }
  }
  _ = SettingsSchema { _ in .success(bytes) }.registeredDefaults
  let text = String(decoding: bytes, as: UTF8.self)
  if let value = ArgumentDomain.propertyList(text) { use(value) }
  _ = ArgumentDomain(parsing: ["-Key", text, text, "-Key"])
  return 0
}

private func use(_ value: PropertyListValue) {
  if let encoded = try? PropertyListXML.encode(value) {
    guard let again = try? PropertyListXML.decode(encoded) else {
      preconditionFailure("written and not readable")
    }
    precondition(again == value)
  }
  _ = try? value.validate(path: "Key")
  convert(value)
}

private func convert(_ value: PropertyListValue) {
  _ = (value.boolValue, value.integerValue, value.doubleValue, Float(value.doubleValue))
  _ = (value.stringValue, value.stringArray, value.date?.description, value.data)
  for element in value.array ?? [] { convert(element) }
  for (_, element) in value.dictionary ?? [:] { convert(element) }
}
