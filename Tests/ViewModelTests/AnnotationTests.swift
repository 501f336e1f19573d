import Geodesy
import Places
import Preferences
import Testing

@testable import ViewModel

@Suite struct AnnotationTests {
  @Test func droppingAsksForATitleAndStoresThePin() {
    var session = Session {
      $0.viewport.center = lake.coordinate
      $0.viewport.zoom = 9
    }
    #expect(session.press("d") == [.suggestTitle])
    // The map may move on; the pin stays where it was dropped.
    session.type("Car by the lake")
    #expect(session.effects == [.suggestTitle])
    #expect(session.press(Key(.enter)) == [storing(lake)])
    #expect(session.state.annotation == lake)
    #expect(session.state.isAnnotationSelected)
    #expect(session.state.screen == .map)
  }

  @Test func escapeCancels() {
    var session = Session()
    session.press("d")
    session.type("no")
    #expect(session.press(Key(.escape)).isEmpty)
    #expect(session.state.annotation == nil)
    #expect(session.state.screen == .map)
  }

  @Test func anEmptyTitleTakesTheSuggestionOrTheCoordinate() {
    var session = Session { $0.viewport.center = bern.coordinate }
    session.press("d")
    session.send(.titleSuggested("Bern"))
    session.press(Key(.enter))
    #expect(session.state.annotation == bern)
    session.press("d")
    session.type("  ")
    session.press(Key(.enter))
    #expect(session.state.annotation?.title == "46.9480, 7.4474")
  }

  @Test func aLateSuggestionDoesNotReopenThePrompt() {
    var session = Session()
    session.press("d")
    session.press(Key(.escape))
    session.send(.titleSuggested("Bern"))
    #expect(session.state.screen == .map)
  }

  @Test func droppingTheSamePinAgainStoresNothing() {
    var session = Session { $0.viewport.center = bern.coordinate }
    for _ in 0..<2 {
      session.press("d")
      session.type("Bern")
      session.press(Key(.enter))
    }
    #expect(session.effects.filter { $0 == storing(bern) }.count == 1)
    #expect(session.state.history.past.count == 1)
  }

  @Test func clearRemovesTheKeyAndUndoBringsItBack() {
    var session = Session()
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    #expect(session.press("c") == [storing(nil)])
    #expect(session.state.annotation == nil)
    #expect(session.press("u") == [storing(bern)])
    #expect(session.state.annotation == bern)
    #expect(session.press("U") == [storing(nil)])
    #expect(session.state.annotation == nil)
    #expect(session.press("U").isEmpty)
  }

  @Test func clearingNothingTells() {
    var session = Session()
    #expect(session.press("c").isEmpty)
    #expect(session.state.notice != nil)
    #expect(session.press("u").isEmpty)
  }

  @Test func undoWalksBackThroughAllChanges() {
    var session = Session()
    for title in ["a", "b", "c"] {
      session.press("d")
      session.type(title)
      session.press(Key(.enter))
    }
    var titles: [String?] = []
    for _ in 0..<3 {
      session.press("u")
      titles.append(session.state.annotation?.title)
    }
    #expect(titles == ["b", "a", nil])
    session.press("U")
    #expect(session.state.annotation?.title == "a")
    // A new change forgets what could have been redone.
    session.press("c")
    #expect(session.state.history.future.isEmpty)
  }

  @Test func centringOnThePin() {
    var session = Session()
    session.press("p")
    #expect(session.state.viewport.center == State.worldCenter)
    #expect(session.state.notice != nil)
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    session.press("p")
    #expect(session.state.viewport.center == bern.coordinate)
  }

  @Test func editingKeysReachTheLine() {
    var session = Session()
    session.press("d")
    session.type("Cr park")
    session.press("a", .control)
    session.press(Key(.right))
    session.type("a")
    session.press("e", .control)
    session.press("w", .control)
    session.send(.input(.paste("by\nthe lake")))
    guard case .titlePrompt(let prompt) = session.state.screen else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.editor.text == "Car by the lake")
    session.press("u", .control)
    session.press(Key(.home))
    session.press(Key(.end))
    guard case .titlePrompt(let cleared) = session.state.screen else { return }
    #expect(cleared.editor.text.isEmpty)
  }

  // MARK: Editing the title

  static func editing(_ typed: String) -> Session {
    var session = Session()
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    session.press("e")
    session.press("u", .control)
    session.type(typed)
    return session
  }

  @Test func editingTheTitleKeepsThePlace() {
    var session = Self.editing("Bärn")
    let renamed = PointAnnotation(coordinate: bern.coordinate, title: "Bärn")
    #expect(session.press(Key(.enter)) == [storing(renamed)])
    #expect(session.press("u") == [storing(bern)])
  }

  @Test func thePromptStartsWithTheTitle() {
    var session = Session()
    #expect(session.press("e").isEmpty)
    #expect(session.state.screen == .map)
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    session.press("e")
    guard case .titlePrompt(let prompt) = session.state.screen else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.editor == LineEditor(text: "Bern"))
    #expect(session.press(Key(.enter)).isEmpty)
  }

  @Test func aBlankTitleChangesNothing() {
    var session = Self.editing("  ")
    #expect(session.press(Key(.enter)).isEmpty)
    #expect(session.state.annotation == bern)
  }

  @Test func aPinChangedMeanwhileShowsBoth() {
    var session = Self.editing("Bärn")
    #expect(session.state.changedMeanwhile == nil)
    session.send(.preferences(["HPLocation": .dictionary(lake.preserveState())]))
    #expect(session.state.changedMeanwhile == lake)
    guard case .titlePrompt(let prompt) = session.state.screen else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.editor.text == "Bärn")
    let moved = PointAnnotation(coordinate: lake.coordinate, title: "Bärn")
    #expect(session.press(Key(.enter)) == [storing(moved)])
  }

  @Test func aPinClearedMeanwhileLeavesTheMapAndTellsTheDraft() {
    var session = Self.editing("Bärn")
    session.send(.preferences(["HPLocation": PropertyListValue?.none]))
    #expect(session.state.screen == .map)
    #expect(session.state.notice?.text.contains("Bärn") == true)
    // A pin about to be dropped refers to nothing.
    session.press("d")
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    session.send(.preferences(["HPLocation": PropertyListValue?.none]))
    #expect(session.state.screen != .map)
  }

  @Test(arguments: [true, false]) func aRestoredDraftMeetsThePinAsItIsNow(isCleared: Bool) {
    let session = Self.editing("Bärn")
    let objects = session.state.encodeRestorableState()
    var later = Session()
    if !isCleared {
      later.send(.preferences(["HPLocation": .dictionary(lake.preserveState())]))
    }
    later.state.decodeRestorableState(objects)
    if isCleared {
      #expect(later.state.screen == .map)
      #expect(later.state.notice?.text.contains("Bärn") == true)
    } else {
      #expect(later.state.changedMeanwhile == lake)
    }
  }

  /// What another process does to a pin can be undone like what the user does.
  @Test(arguments: [PropertyListValue?.none, .dictionary(lake.preserveState())])
  func changesFromOutsideCanBeUndone(value: PropertyListValue?) {
    var session = Session()
    session.send(.preferences(["HPLocation": .dictionary(bern.preserveState())]))
    #expect(session.state.history.past.isEmpty)
    session.send(.preferences(["HPLocation": value]))
    #expect(session.state.notice?.text.contains("Bern") == true)
    #expect(session.press("u") == [storing(bern)])
    #expect(session.state.annotation == bern)
  }
}
