/// A moment as property lists store it: whole seconds, UTC, years 1…9999.
public struct PropertyListDate: Hashable, Comparable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  public let secondsSinceReferenceDate: Int64

  /// 0001-01-01T00:00:00Z.
  public static let earliest = PropertyListDate(unchecked: -63_113_904_000)
  /// 9999-12-31T23:59:59Z.
  public static let latest = PropertyListDate(unchecked: 252_423_993_599)

  private static let unixReferenceDate: Int64 = 978_307_200
  private static let secondsPerDay: Int64 = 86_400

  private init(unchecked seconds: Int64) { secondsSinceReferenceDate = seconds }

  /// - Parameter secondsSinceReferenceDate: clamped to `earliest`…`latest`, the years that the
  ///   XML form can hold.
  public init(secondsSinceReferenceDate seconds: Int64) {
    secondsSinceReferenceDate = min(
      max(seconds, Self.earliest.secondsSinceReferenceDate), Self.latest.secondsSinceReferenceDate)
  }

  /// - Parameter unixTime: seconds since 1970-01-01T00:00:00Z, clamped like the other initializer.
  public init(unixTime: Int64) {
    let (seconds, overflow) = unixTime.subtractingReportingOverflow(Self.unixReferenceDate)
    self.init(secondsSinceReferenceDate: overflow ? .min : seconds)
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  public var unixTime: Int64 { secondsSinceReferenceDate + Self.unixReferenceDate }

  public static func < (a: PropertyListDate, b: PropertyListDate) -> Bool {
    a.secondsSinceReferenceDate < b.secondsSinceReferenceDate
  }
}

extension PropertyListDate: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SSZ`, the form of XML property lists.
  public var description: String {
    let seconds = unixTime
    let day = seconds.floorQuotient(Self.secondsPerDay)
    let rest = seconds - day * Self.secondsPerDay
    let (year, month, dayOfMonth) = Self.civil(day: day)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + padded(rest / 3600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  /// Reads exactly `YYYY-MM-DDTHH:MM:SSZ`; nil for any other text and for dates there never were.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    for (index, separator) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
    where bytes[index] != separator.utf8.first { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var result: Int64 = 0
      for byte in bytes[range] {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        result = result * 10 + Int64(byte - 0x30)
      }
      return result
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      year >= 1, month >= 1, month <= 12, day >= 1, hour < 24, minute < 60, second < 60
    else { return nil }
    let dayNumber = Self.dayNumber(year: year, month: month, day: day)
    // A day that the month does not have comes back as one of the next month.
    guard Self.civil(day: dayNumber) == (year, month, day) else { return nil }
    self.init(unixTime: dayNumber * Self.secondsPerDay + hour * 3600 + minute * 60 + second)
  }

  // Days since 1970-01-01 to and from the proleptic Gregorian calendar, counting years from 1 March
  // so that the leap day comes last: H. Hinnant, "chrono-compatible low-level date algorithms".

  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorQuotient(400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.floorQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity. Precondition: the divisor is positive.
  fileprivate func floorQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
