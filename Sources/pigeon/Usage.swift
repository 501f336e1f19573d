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
    flags: [.zoom, .position, .theme, .tiles, .color, .charset, .fresh, .help, .version],
    notes: """
      PLACE is a coordinate, LAT,LON in degrees, south and west negative.
      A pair -KEY VALUE sets a preference for this launch only, as -HPMapType 2.
      On the map, ? tells the keys.
      """)
  static let render = Subcommand(
    name: "render", synopsis: "[PLACE]", summary: "print one frame of the map",
    flags: [
      .zoom, .size, .type, .heading, .graticule, .position, .theme, .tiles, .color, .charset, .help,
    ],
    notes: """
      Without PLACE the frame shows the remembered location, else the whole world.
      Colours and characters suit the terminal; into a pipe or file the frame is plain.
      The theme auto is light where COLORFGBG tells of a light terminal, else dark.
      A FILE of --tiles that can not be read ends it with 66, one that holds no tiles
      with 65, and nothing is printed.
      """)
  static let defaults = Subcommand(
    name: "defaults", synopsis: "read [KEY] | write KEY VALUE | delete KEY | domains",
    summary: "show or change the preferences",
    flags: [.all, .json, .help],
    notes: """
      read     prints all effective values, or that of KEY
      write    stores VALUE, durably; a map that is open shows it at once
      delete   removes KEY from the file, or with --all all keys; registered defaults
               come back
      domains  prints each key with its value and where that comes from: the
               arguments, the application's file or the registered defaults

      VALUE is one of
        -string TEXT              -int WHOLE  or  -integer WHOLE
        -bool true|false          -float NUMBER  or  -real NUMBER
        -date 2026-07-01T12:00:00Z, or a day alone    -data HEX
        -array VALUE...           -array-add VALUE...   appends to the array
        -dict KEY VALUE...        -dict-add KEY VALUE...  adds to the dictionary
        TEXT    a property list where it is one, as '{a = 1;}', '(a, b)', '<dead>'
                or XML; else a string: 5 is text, -int 5 a number
      VALUEs in an array or dictionary may have a type of their own.

      With --json, read and domains print "key", "type" and "value" ("domain" as
      well). Data is base64; nan, +infinity and -infinity are strings.
      A pair -KEY VALUE after read or domains sets a preference for this one
      command, as in 'pigeon defaults domains -HPMapType 2'.

      Exit status: 0 done, 1 no such key, 64 usage, 65 a value that can not be stored,
      73 the file can not be created, 74 it can not be read or written.
      """)
  static let tiles = Subcommand(
    name: "tiles", synopsis: "info FILE...", summary: "tell what files of tiles hold",
    flags: [.json, .help],
    notes: """
      info  prints name, format, zooms, bounds, number of tiles, size, attribution
            and layers of each FILE, as far as it tells them

      With --json: "file", "container", "kind" (vector or raster), "format", "minzoom",
      "maxzoom", "bounds" (west, south, east, north), "center", "tiles", "bytes",
      "pixels" (an image tile's side), "name", "description", "version", "attribution",
      "languages" and "layers"; null is what the file does not tell.

      Exit status: 0 done, 64 usage, 65 a file that holds no tiles or is damaged, 66 one
      that can not be read; of several files the first counts.
      """)
  static let help = Subcommand(
    name: "help", synopsis: "[COMMAND]", summary: "tell about a command", flags: [.help])
  static let version = Subcommand(
    name: "version", synopsis: "", summary: "print the version", flags: [.help])

  static let all = [map, render, tiles, defaults, help, version]

  /// Whether a word is a command.
  static func isName(_ word: String) -> Bool { !word.isEmpty && all.contains { $0.name == word } }

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
