/// One character position of a terminal.
public struct Cell: Hashable, Sendable {
  /// A Unicode scalar value, or `Cell.clusterBase + n` for the grid's n-th stored cluster (a
  /// character of several scalars), or `Cell.continuation` for the right half of a double-width
  /// character.
  public var glyph: UInt32
  public var foreground: Color
  public var background: Color
  public var attributes: CellAttributes

  @inlinable
  public init(
    glyph: UInt32 = 0x20, foreground: Color = .terminalDefault,
    background: Color = .terminalDefault, attributes: CellAttributes = []
  ) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let blank = Cell()
  /// The right half of a double-width character.
  public static let continuation: UInt32 = 0
  /// The first glyph value that stands for a stored cluster; just above the last scalar.
  public static let clusterBase: UInt32 = 0x11_0000
}

/// Rendition attributes beyond colour.
public struct CellAttributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = CellAttributes(rawValue: 1)
  public static let dim = CellAttributes(rawValue: 2)
  public static let underline = CellAttributes(rawValue: 4)
  public static let reverse = CellAttributes(rawValue: 8)
}
