/// Numbers with a fixed count of decimals, without locale and without the C library's formats.
public enum FixedPoint {
  /// The value rounded to so many decimals, 0…15, halves away from zero.
  ///
  /// The binary value is what is rounded, exactly: 2.675 is a little less than its decimal form and
  /// gives `2.67`, while 0.125 is exact and gives `0.13`. A result of zero has no sign. Gives `nan`,
  /// `inf` and `-inf` for what is not a number of that kind. Values from 2^63 on show their shortest
  /// exact digits and then zeros.
  public static func string(_ value: Double, decimals: Int) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    let decimals = min(max(decimals, 0), 15)
    let magnitude = value.magnitude
    let zeros = String(repeating: "0", count: decimals)
    guard magnitude < 0x1p63 else {
      return (value < 0 ? "-" : "") + largeInteger(magnitude) + (decimals > 0 ? "." + zeros : "")
    }
    let scale = powersOfTen[decimals]
    var whole = UInt64(magnitude)
    var fraction = roundedProduct(magnitude - Double(whole), scale)
    if fraction == scale {
      whole += 1
      fraction = 0
    }
    let isZero = whole == 0 && fraction == 0
    var text = (value < 0 && !isZero ? "-" : "") + String(whole)
    if decimals > 0 {
      let digits = String(UInt64(fraction))
      text += "." + zeros.dropLast(digits.count) + digits
    }
    return text
  }

  /// A whole number with commas between groups of three digits.
  public static func grouped(_ value: Double) -> String {
    let text = string(value, decimals: 0)
    guard value.isFinite else { return text }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    var result = isNegative ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result
  }

  private static let powersOfTen: [Double] = (0..<15).reduce(into: [1]) { list, _ in
    list.append((list.last ?? 1) * 10)
  }

  /// A fraction below 1 times a power of ten, rounded as if the product were exact.
  private static func roundedProduct(_ fraction: Double, _ scale: Double) -> Double {
    let product = fraction * scale
    let error = (-product).addingProduct(fraction, scale)
    let floor = product.rounded(.down)
    let rest = product - floor
    return rest > 0.5 || rest == 0.5 && error >= 0 ? floor + 1 : floor
  }

  /// Digits of a whole number too large for an integer, from its shortest description.
  private static func largeInteger(_ value: Double) -> String {
    let parts = value.description.split(separator: "e")
    let mantissa = parts.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    guard let whole = mantissa.first else { return "inf" }
    var decimals = mantissa.count > 1 ? String(mantissa[1]) : ""
    while decimals.last == "0" { decimals.removeLast() }
    return whole + decimals + String(repeating: "0", count: max(exponent - decimals.count, 0))
  }
}
