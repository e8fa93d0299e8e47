import NotificationModel
import NotificationProtocol

/// What a bar shows of the list.
struct BarState {
  private(set) var unread = 0
  private(set) var held = 0
  private(set) var doNotDisturb = false
  private var locked: Bool?
  private var entries = KeptEntries()

  mutating func take(_ reply: WatchReply) {
    // When the screen locks, what was told before is no longer to be seen; all that may be is told again.
    if locked != reply.locked { entries.removeAll() }
    locked = reply.locked
    unread = reply.unread
    held = reply.held ?? 0
    doNotDisturb = reply.doNotDisturb
    for entry in reply.changed { entry.unread ? entries.put(entry) : entries.remove(entry.id) }
    for id in reply.gone { entries.remove(id) }
  }

  /// The number of unread notifications that the person has missed, without held ones.
  var missed: Int { entries.newestFirst.count { $0.missed != nil && $0.state != .held } }

  /// The newest unread ones but for those that are held back: a bar is no way around what holds them.
  func newest(_ count: Int) -> [Entry] {
    Array(entries.newestFirst.lazy.filter { $0.state != .held }.prefix(count))
  }
}

/// How things stand, in one word: for the style of a bar.
enum BarClass: String {
  case none, unread, held, dnd, down

  /// `nil` where no daemon answers.
  init(_ state: BarState?) {
    guard let state else {
      self = .down
      return
    }
    self =
      state.doNotDisturb ? .dnd : !state.newest(1).isEmpty ? .unread : state.held > 0 ? .held : .none
  }
}
