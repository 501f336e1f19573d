import Geodesy

/// Where positions come from, as the user names it: `fixed:LAT,LON` or `none`.
public enum PositionSource: Equatable, Sendable {
  case none
  /// A place that never moves: a home station, or a demonstration.
  case fixed(Coordinate)

  /// Reads a `--position` value.
  public init(parsing text: String) throws(PositionSourceError) {
    if text == "none" {
      self = .none
      return
    }
    guard let colon = text.firstIndex(of: ":") else { throw .unknown(text) }
    switch text[..<colon] {
    case "fixed":
      do {
        self = .fixed(try Coordinate(parsing: text[text.index(after: colon)...]))
      } catch {
        throw .coordinate(error)
      }
    default: throw .unknown(text)
    }
  }
}

/// Why a position source can not be used.
public enum PositionSourceError: Error, Equatable, Sendable {
  case unknown(String)
  case coordinate(CoordinateError)
}

extension PositionSourceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown: "not a position source; use fixed:LAT,LON or none"
    case .coordinate(let error): "\(error)"
    }
  }
}
