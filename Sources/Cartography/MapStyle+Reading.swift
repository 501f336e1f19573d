import CellGrid

extension MapStyle {
  init(_ file: StyleObject) throws(MapStyleError) {
    var file = file
    ground = try file.color("ground")
    townGround = try file.color("townGround")
    void = try file.color("void")
    cellsPerLabel = try file.number("cellsPerLabel", 1...10_000)
    lineTolerance = Int(try file.number("lineTolerance", 0...6))
    areas = try file.table("areas", of: AreaClass.self) { (object) throws(MapStyleError) in
      try AreaStyle(&object)
    }
    lines = try file.table("lines", of: LineClass.self) { (object) throws(MapStyleError) in
      try LineStyle(&object)
    }
    labels = try file.table("labels", of: LabelClass.self) { (object) throws(MapStyleError) in
      try LabelStyle(&object)
    }
    var object = try file.object("symbols")
    symbols = try SymbolStyle(&object)
    try object.finish()
    object = try file.object("frame")
    frame = try FrameStyle(&object)
    try object.finish()
    object = try file.object("imagery")
    imageryBehindLabels = try object.number("behindLabels", 0...1)
    lightnessBehindLabels = Int(try object.number("lightnessBehindLabels", 0...255))
    lineLightOnLightGround = try object.number("lineLightOnLightGround", 0...1)
    try object.finish()
    try file.finish()
    try checkPriorities(file)
  }

  /// A number says which class owns a cell, and so which colour it has: no two may share one.
  private func checkPriorities(_ file: StyleObject) throws(MapStyleError) {
    var owner: [UInt8: LineClass] = [:]
    for lineClass in LineClass.allCases {
      let style = self[lineClass]
      for number in style.priority...style.priority + (style.hasFaded ? 1 : 0) {
        if let other = owner.updateValue(lineClass, forKey: number) {
          throw file.error("lines.\(lineClass).priority", "takes the number of \(other)")
        }
      }
    }
  }
}

extension AreaStyle {
  fileprivate init(_ object: inout StyleObject) throws(MapStyleError) {
    let fill = try object.color("fill")
    let from = try object.number("from", 0...24, default: -.infinity)
    let thickness = try object.number("thickness", 0...100, default: 0)
    let name = try object.text("monochrome", default: "blank")
    guard let monochrome = MonochromeFill(rawValue: name) else {
      throw object.error("monochrome", "is neither blank nor waves")
    }
    self.init(
      fill: fill, minimumZoom: from, minimumThickness: thickness, monochrome: monochrome)
  }
}

extension LineStyle {
  fileprivate init(_ object: inout StyleObject) throws(MapStyleError) {
    let color = try object.color("color")
    self.init(
      color: color, imagery: try object.color("imagery"),
      faded: try object.color("faded", default: color),
      priority: UInt8(try object.number("priority", 0...200)),
      minimumZoom: try object.number("from", 0...24, default: -.infinity),
      rankLimit: try object.ramp("ranks", 0...999, default: 99),
      fadingRanks: try object.number("fadingRanks", 0...99, default: 0),
      fadingZooms: try object.number("fadingZooms", 0...4, default: 0),
      dash: try object.dash("dash"), width: try object.ramp("width", 0...16, default: 1),
      spacing: try object.ramp("spacing", 0...16, default: 0),
      minimumSize: try object.number("size", 0...1000, default: 0),
      minimumLength: try object.ramp("length", 0...1000, default: 0))
  }
}

extension LabelStyle {
  fileprivate init(_ object: inout StyleObject) throws(MapStyleError) {
    let color = try object.color("color")
    var attributes: CellAttributes = []
    if try object.flag("bold") { attributes.insert(.bold) }
    var marker: LabelMarker?
    if object.has("marker") {
      marker = LabelMarker(try object.glyph("marker"), ascii: try object.glyph("markerASCII"))
    }
    let from = try object.number("from", -10...24, default: -10)
    self.init(
      color: color, imagery: try object.color("imagery"), attributes: attributes, marker: marker,
      isUppercase: try object.flag("uppercase"), isSpaced: try object.flag("spaced"),
      maximumWidth: try object.number("maximumWidth", 0...100, default: 2),
      precedence: try object.number("precedence", 0...1000),
      zooms: from...(try object.number("to", from...24, default: 24)),
      rankLimit: try object.ramp("ranks", 0...999, default: 99),
      ignoresBudget: try object.flag("ignoresBudget"),
      cellsPerLabel: try object.ramp("cells", 0...10_000, default: 0),
      isBoxed: try object.flag("boxed"),
      markerAloneFrom: try object.number("markerAloneFrom", -10...24, default: .infinity))
  }
}

extension FrameStyle {
  fileprivate init(_ object: inout StyleObject) throws(MapStyleError) {
    north = try object.color("north")
    text = try object.color("text")
    graticule = try object.color("graticule")
    imageryText = try object.color("imageryText")
    imageryGraticule = try object.color("imageryGraticule")
  }
}

extension SymbolStyle {
  fileprivate init(_ object: inout StyleObject) throws(MapStyleError) {
    pin = try object.color("pin")
    selectedPin = try object.color("selectedPin")
    position = try object.color("position")
    crosshair = try object.color("crosshair")
  }
}
