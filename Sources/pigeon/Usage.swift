/// A subcommand, as help and dispatch know it.
struct Subcommand {
  var name: String
  var synopsis: String
  var summary: String
  var flags: [Flag]
  /// Further lines of its help.
  var notes: String = ""

  static let map = Subcommand(
    name: "", synopsis: "[PLACE]", summary: "open the map, at PLACE or where it was left",
    flags: [.zoom, .position, .color, .charset, .fresh, .help, .version],
    notes: """
      PLACE is a coordinate, LAT,LON in degrees, south and west negative.
      A pair -KEY VALUE sets a preference for this launch only, as -HPMapType 2.
      On the map, ? tells the keys.
      """)
  static let render = Subcommand(
    name: "render", synopsis: "[PLACE]", summary: "print one frame of the map",
    flags: [.zoom, .size, .type, .heading, .position, .color, .charset, .help],
    notes: """
      Without PLACE the frame shows the remembered location, else the whole world.
      Colours and characters suit the terminal; into a pipe or file the frame is plain.
      """)
  static let defaults = Subcommand(
    name: "defaults", synopsis: "read [KEY] | write KEY VALUE | delete [KEY]",
    summary: "show or change the preferences",
    flags: [.help],
    notes: """
      write takes -int, -float, -bool or -string before VALUE; text without one.
      delete without KEY deletes all.
      """)
  static let help = Subcommand(
    name: "help", synopsis: "[COMMAND]", summary: "tell about a command", flags: [.help])
  static let version = Subcommand(
    name: "version", synopsis: "", summary: "print the version", flags: [.help])

  static let all = [map, render, defaults, help, version]

  /// What `pigeon COMMAND --help` prints.
  var helpText: String {
    let command = name.isEmpty ? "pigeon" : "pigeon \(name)"
    var text = "usage: \(command) [OPTION...] \(synopsis)\n\n\(summary)\n"
    if name.isEmpty {
      text = "usage: \(command) [OPTION...] \(synopsis)\n       pigeon COMMAND [ARGUMENT...]\n\n"
      text += "Pigeon remembers places and shows the way back.\n\nCommands:\n"
      for command in Self.all {
        let words = command.name.isEmpty ? command.synopsis : command.name
        text += Self.row(words, command.summary)
      }
    }
    text += "\nOptions:\n"
    for flag in flags {
      text += Self.row("--\(flag.name)\(flag.argument.map { " \($0)" } ?? "")", flag.help)
    }
    if !notes.isEmpty { text += "\n\(notes)\n" }
    return text
  }

  private static func row(_ left: String, _ right: String) -> String {
    "  \(left)\(String(repeating: " ", count: max(20 - left.count, 1)))\(right)\n"
  }
}

enum Version {
  static let text = "0.1.0"
}
