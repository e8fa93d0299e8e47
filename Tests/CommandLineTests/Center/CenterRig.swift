import NotificationModel
import NotificationProtocol
import Testing
import Wording

@testable import bellhop

/// A notification centre without a terminal and without a daemon.
struct CenterRig {
  /// 2026-11-23, 12:00 UTC.
  static let clock = LocalClock(now: Timestamp(milliseconds: 1_795_435_200_000), isUTC: true)

  var state: CenterState
  /// The effects of the first news.
  private(set) var opening: [CenterEffect] = []

  init(
    _ entries: [Entry] = [], columns: Int = 80, rows: Int = 24, locale: String = "en", locked: Bool = false,
    settings: AppID? = nil
  ) {
    state = CenterState(
      words: CenterWording(locale: locale), clock: Self.clock,
      size: Picture.Size(rows: rows, columns: columns), settings: settings)
    opening = apply(entries, locked: locked)
  }

  static func entry(
    _ id: Int64, _ title: String, body: String? = nil, app: AppID = AppID(literal: "org.example.Mail"),
    name: String = "Mail",
    thread: String? = nil, state: State = .delivered, missed: Missed.Cause? = nil,
    actions: [Entry.Button] = []
  ) -> Entry {
    var entry = Entry(
      id: NotificationID(id), app: app, appName: name, thread: thread.flatMap(OpaqueName.init), title: title,
      body: body, level: .active, state: state, outcome: .presented, repeats: 0,
      posted: clock.now.advanced(bySeconds: -60 * (100_000 - id)), unread: state != .read, actions: actions)
    entry.missed = missed
    return entry
  }

  @discardableResult
  mutating func apply(
    _ entries: [Entry], gone: [NotificationID] = [], locked: Bool = false, doNotDisturb: Bool = false
  ) -> [CenterEffect] {
    send(
      .news([
        WatchReply(
          unread: entries.count { $0.unread }, doNotDisturb: doNotDisturb, held: 0, locked: locked,
          changed: entries, gone: gone)
      ]))
  }

  @discardableResult
  mutating func send(_ event: CenterEvent) -> [CenterEffect] { state.apply(event) }

  /// Each character is a key.
  @discardableResult
  mutating func type(_ text: String) -> [CenterEffect] { text.flatMap { send(.key(.character($0))) } }

  @discardableResult
  mutating func press(_ keys: Key...) -> [CenterEffect] { keys.flatMap { send(.key($0)) } }

  var screen: String { state.picture.text }
  var lines: [String] { screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
