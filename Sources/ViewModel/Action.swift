/// What a key on the map can do.
public enum Action: Hashable, Sendable, CaseIterable {
  case panLeft, panDown, panUp, panRight
  case panHalfLeft, panHalfDown, panHalfUp, panHalfRight
  case zoomIn, zoomOut, wholeWorld
  case nextMapType, standardMap, satelliteMap, hybridMap, toggleGraticule
  case nextTrackingMode, centerOnUser
  case dropPin, editTitle, clearPin, undo, redo, centerOnPin
  case redraw, suspend, settings, help, quit
}

/// Which keys do an action, and how the help screen tells it. Dispatch and help both read this
/// table, so that they can not disagree.
public struct KeyBinding: Sendable {
  public var action: Action
  public var keys: [Key]
  /// The help screen's name of the keys; nil for an action told together with the one before it.
  public var label: String?
  public var help: String

  init(_ action: Action, _ keys: [Key], label: String? = nil, _ help: String = "") {
    self.action = action
    self.keys = keys
    self.label = label
    self.help = help
  }

  public static let all: [KeyBinding] = [
    KeyBinding(
      .panLeft, [Key(.left), char("h")], label: "arrows, h j k l", "move over the map"),
    KeyBinding(.panDown, [Key(.down), char("j")]),
    KeyBinding(.panUp, [Key(.up), char("k")]),
    KeyBinding(.panRight, [Key(.right), char("l")]),
    KeyBinding(
      .panHalfLeft, [Key(.left, modifiers: .shift), char("H")], label: "Shift-arrows, H J K L",
      "move half a screen"),
    KeyBinding(
      .panHalfDown, [Key(.down, modifiers: .shift), char("J"), Key(.pageDown)],
      label: "Page Down, Page Up", "half a screen down, up"),
    KeyBinding(.panHalfUp, [Key(.up, modifiers: .shift), char("K"), Key(.pageUp)]),
    KeyBinding(.panHalfRight, [Key(.right, modifiers: .shift), char("L")]),
    KeyBinding(.zoomIn, [char("+"), char("="), char("a")], label: "+ = a", "zoom in"),
    KeyBinding(.zoomOut, [char("-"), char("_"), char("z")], label: "- _ z", "zoom out"),
    KeyBinding(.wholeWorld, [char("0")], label: "0", "the whole world"),
    KeyBinding(.nextMapType, [char("m")], label: "m", "next map type"),
    KeyBinding(
      .standardMap, [char("1")], label: "1 2 3", "standard, satellite, hybrid map"),
    KeyBinding(.satelliteMap, [char("2")]),
    KeyBinding(.hybridMap, [char("3")]),
    KeyBinding(.toggleGraticule, [char("g")], label: "g", "meridians and parallels, on or off"),
    KeyBinding(
      .nextTrackingMode, [char("t")], label: "t", "resume following, or next tracking mode"),
    KeyBinding(.centerOnUser, [char(".")], label: ".", "centre on me and resume following"),
    KeyBinding(.dropPin, [char("d")], label: "d", "drop a pin at the crosshair"),
    KeyBinding(.editTitle, [char("e")], label: "e", "edit the title of the remembered location"),
    KeyBinding(.clearPin, [char("c")], label: "c", "clear the remembered location"),
    KeyBinding(.undo, [char("u")], label: "u U", "undo, redo"),
    KeyBinding(.redo, [char("U")]),
    KeyBinding(.centerOnPin, [char("p")], label: "p", "centre on the remembered location"),
    KeyBinding(.settings, [char("s")], label: "s", "settings"),
    KeyBinding(.redraw, [control("l")], label: "Ctrl-L", "redraw the screen"),
    KeyBinding(.suspend, [control("z")], label: "Ctrl-Z", "suspend; fg comes back"),
    KeyBinding(.help, [char("?"), Key(.function(1))], label: "? F1", "this help"),
    KeyBinding(
      .quit, [char("q"), control("c")], label: "q Ctrl-C",
      "quit; everything is remembered"),
  ]

  /// The keys of a line of text, a title or a setting, for the help screen.
  public static let typingHelp: [(label: String, help: String)] = [
    ("Enter, Esc", "keep, cancel; without a title Enter takes the one suggested"),
    ("arrows, Ctrl-B Ctrl-F", "a character left, right; with Ctrl or Alt a word"),
    ("Home End, Ctrl-A E", "the beginning, the end"),
    ("Backspace Del, Ctrl-D", "delete a character"),
    ("Ctrl-W, Ctrl-U K", "delete a word, all before or after the cursor"),
  ]

  /// The keys of the help screen itself.
  public static let helpHelp: [(label: String, help: String)] = [
    ("arrows j k, Page keys", "scroll, also Space b g; any other key goes back")
  ]

  /// The mouse, for the help screen.
  public static let mouseHelp: [(label: String, help: String)] = [
    ("drag, wheel", "move, zoom at the pointer"),
    ("click, double click", "select the pin, centre there"),
  ]

  /// Keys to actions, made once.
  static let actions: [Key: Action] = all.reduce(into: [:]) { table, binding in
    for key in binding.keys { table[key] = binding.action }
  }

  private static func char(_ character: Character) -> Key { Key(.character(character)) }
  private static func control(_ character: Character) -> Key {
    Key(.character(character), modifiers: .control)
  }
}
