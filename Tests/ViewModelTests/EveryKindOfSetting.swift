import Preferences

/// A bundle with a row of every kind.
let everyKind: SettingsSchema = {
  let units = [
    SettingsChoice("metric", title: "metres", shortTitle: "metric"),
    SettingsChoice("imperial", title: "feet"), SettingsChoice("nautical", title: "miles"),
  ]
  let themes = [
    SettingsChoice("auto", title: "auto"), SettingsChoice("dark", title: "dark"),
    SettingsChoice("light", title: "light"),
  ]
  let types = [
    SettingsChoice(0, title: "standard"), SettingsChoice(1, title: "satellite"),
    SettingsChoice(2, title: "hybrid"),
  ]
  let root = SettingsPage(groups: [
    SettingsGroup(
      title: "First", footer: "A footer",
      rows: [
        SettingsRow(.multiValue(units), title: "Units", key: "HPUnits", defaultValue: "metric"),
        SettingsRow(
          .textField(SettingsTextTraits()), title: "Source", key: "HPPositionSource",
          defaultValue: "none"),
        SettingsRow(
          .toggle(on: true, off: false), title: "Mouse", key: "HPMouse", defaultValue: true),
        SettingsRow(.childPane("More"), title: "More"),
        SettingsRow(.titleValue([]), title: "Version", key: "V", defaultValue: "1.0"),
        SettingsRow(
          .childPane("Gone"), title: "Gone", disabledReason: "page Gone can not be read"),
      ])
  ])
  let more = SettingsPage(groups: [
    SettingsGroup(
      title: "Names",
      rows: [SettingsRow(.slider(0...4), key: "HPLabelDensity", defaultValue: 1.0)]),
    SettingsGroup(
      title: "Theme",
      rows: themes.map {
        SettingsRow(
          .radio($0.value, among: themes), title: $0.title, key: "HPTheme", defaultValue: "auto")
      }),
    SettingsGroup(rows: [
      SettingsRow(.multiValue(types), title: "Type", key: "HPMapType", defaultValue: 0)
    ]),
  ])
  return SettingsSchema(pages: ["Root": root, "More": more])
}()
