import CellGrid
import Glibc
import Preferences
import ViewModel

/// The settings that ship with the program.
enum SettingsBundle {
  static let name = "Settings.bundle"

  /// Reads `Resources/Settings.bundle`; empty, with a problem, when it is not there.
  static func read(_ resources: ResourceDirectory) -> SettingsSchema {
    guard let path = resources.file(name) else {
      return SettingsSchema(
        problems: [
          SettingsProblem(
            page: SettingsSchema.root, .unreadable("the Resources folder is missing"))
        ])
    }
    return SettingsSchema(bundle: path)
  }

  /// The values behind all other domains: of the code, then those of the bundle.
  static func registeredDefaults(_ schema: SettingsSchema) -> [String: PropertyListValue] {
    schema.registeredDefaults.merging(Stores.registeredDefaults) { $1 }
  }
}

/// Whether the terminal is light, as far as the environment tells.
enum TerminalBackground {
  /// Reads COLORFGBG, as rxvt, Konsole and others set it: foreground;background, or with a third
  /// part between, in numbers of the 16 colours. 7 and the bright ones but 8 are light.
  static func isLight(_ colorFGBG: String?) -> Bool {
    guard let last = colorFGBG?.split(separator: ";").last, let number = Int(last) else {
      return false
    }
    return number == 7 || (9...15).contains(number)
  }

  static var isLight: Bool { isLight(getenv("COLORFGBG").map { String(cString: $0) }) }
}
