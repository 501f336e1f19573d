import Positioning
import Synchronization
import Terminal
import ViewModel

/// Where other threads leave things for the main loop.
final class Inbox: Sendable {
  let mailbox = Mailbox()
  private let reports = Mutex<[PositionReport]>([])
  private let events = Mutex<[Event]>([])

  func deliver(_ report: PositionReport) {
    reports.withLock { $0.append(report) }
    mailbox.post()
  }

  /// Leaves an event that answers an effect.
  func deliver(_ event: Event) {
    events.withLock { $0.append(event) }
    mailbox.post()
  }

  /// All reports since the last call, oldest first.
  func takeReports() -> [PositionReport] { Self.take(reports) }

  /// All events since the last call, oldest first.
  func takeEvents() -> [Event] { Self.take(events) }

  private static func take<Element: Sendable>(_ list: borrowing Mutex<[Element]>) -> [Element] {
    list.withLock { list in
      defer { list.removeAll() }
      return list
    }
  }
}
