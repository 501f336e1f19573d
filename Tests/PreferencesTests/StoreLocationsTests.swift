import Testing

@testable import Preferences

@Suite struct StoreLocationsTests {
  @Test func variablesOfTheSpecification() {
    let locations = StoreLocations(environment: [
      "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s//",
      "XDG_CACHE_HOME": "/", "HOME": "/h",
    ])
    #expect(locations.preferences == "/c/pigeon/preferences.plist")
    #expect(locations.pins == "/d/pigeon/pins.sqlite")
    #expect(locations.state == "/s/pigeon/state.plist")
    #expect(locations.tiles == "/pigeon/tiles.sqlite")
  }

  @Test func fallbacksBelowHomeAlsoForRelativeAndEmptyVariables() {
    let locations = StoreLocations(environment: [
      "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "./s", "HOME": "/h",
    ])
    #expect(locations.preferences == "/h/.config/pigeon/preferences.plist")
    #expect(locations.pins == "/h/.local/share/pigeon/pins.sqlite")
    #expect(locations.state == "/h/.local/state/pigeon/state.plist")
    #expect(locations.tiles == "/h/.cache/pigeon/tiles.sqlite")
  }

  @Test(
    arguments: [
      (nil, "/account", "/account/.config"), ("", "/account/", "/account/.config"),
      ("relative", "/account", "/account/.config"), ("/", "/account", "/.config"),
      (nil, nil, "/.config"), (nil, "/", "/.config"), ("/h/", nil, "/h/.config"),
    ] as [(String?, String?, String)])
  func home(home: String?, account: String?, expected: String) {
    let locations = StoreLocations(
      environment: home.map { ["HOME": $0] } ?? [:], accountHome: { account })
    #expect(locations.preferences == expected + "/pigeon/preferences.plist")
  }

  @Test func theUserDatabaseIsAsked() throws {
    let home = try python("import os, pwd; print(pwd.getpwuid(os.getuid()).pw_dir, end='')")
    #expect(StoreLocations.accountHome() == home)
  }
}
