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
  case motorway, trunk, primary, secondary, tertiary
  /// Residential and other minor streets.
  case street
  /// Driveways, parking aisles.
  case service
  /// Farm and forest roads.
  case track
  /// For those on foot or on bicycles.
  case path
  case rail
  /// Trams, undergrounds, narrow gauge.
  case lightRail
  case ferry
  /// Lifts and ropeways.
  case cableway
  /// Of an airport.
  case runway
}

/// What kind of ground an area is. Later ones lie over earlier ones.
public enum AreaClass: UInt8, CaseIterable, Sendable {
  case farmland
  case grass
  case wood
  case wetland
  case sand
  case rock
  case residential
  /// Commerce, industry, ports, railway yards.
  case industrial
  /// Schools, hospitals, campuses.
  case campus
  case aerodrome
  /// Parks, cemeteries, sports grounds: green in a town.
  case park
  case sea
  case lake
  case ice
  /// Squares and streets for those on foot.
  case plaza
  case building
}

/// What kind of thing a name belongs to.
public enum LabelClass: UInt8, CaseIterable, Sendable {
  /// The capital of a country.
  case capital
  /// The capital of a state or province.
  case stateCapital
  case city
  case town
  case village
  /// A part of a town.
  case suburb
  /// Hamlets, farms, single houses, fields.
  case locality
  case country
  case state
  /// Oceans, seas, bays, straits.
  case sea
  case lake
  /// Rivers, streams and canals.
  case waterway
  case street
  /// The number of a road.
  case shield
  case peak
  case airport
  /// A stop or station of public transport.
  case station
  case park
  /// Any other point of interest.
  case poi
}
