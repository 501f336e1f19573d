/// What kind of line a feature is. Which is more important, and how each looks, is `MapStyle`'s.
public enum LineClass: UInt8, CaseIterable, Sendable {
  /// The edge of the sea.
  case shore
  /// The edge of a lake.
  case lakeShore
  case river
  /// A stream, canal or ditch.
  case stream
  case countryBorder
  /// A country border that not all agree on.
  case disputedBorder
  /// First-level subdivisions: states, provinces.
  case stateBorder
  /// Smaller units: counties, municipalities.
  case localBorder
  case motorway, primary, secondary, tertiary, street, service, path, rail
}

/// What kind of ground an area is.
public enum AreaClass: UInt8, CaseIterable, Sendable {
  case sea
  case lake
  case ice
  case wood, grass, residential, building
}

/// What kind of thing a name belongs to.
public enum LabelClass: UInt8, CaseIterable, Sendable {
  /// The capital of a country.
  case capital
  /// The capital of a state or province.
  case stateCapital
  case city
  case country
  case state
  /// Oceans, seas, bays, straits.
  case sea
  case lake
}
