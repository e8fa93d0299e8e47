import EventLoop
import Locks
package import NotificationModel

/// The installed apps by name and program, as of the last read. Reading takes many files, and a file system may hang,
/// so it is done on its own thread and no caller waits for it.
package final class InstalledNames: Sendable {
  private struct Found: Sendable {
    /// The stamps of the directories from before they were read.
    var stamps: [DesktopEntries.Stamp]
    var entries: DesktopEntries.Table
  }

  private struct State {
    var found: Found?
    var isReading = false
    var lookAt: Int64 = 0
  }

  /// The shortest time between two checks. A newly installed app rarely posts within it.
  private static let milliseconds: Int64 = 2_000

  private let entries: DesktopEntries
  private let state = Mutex(State())

  package init(_ entries: DesktopEntries) { self.entries = entries }

  /// Reads the desktop entries again on another thread if they have changed.
  package func refresh() {
    let now = EventLoop.now().uptime
    let begins = state.withLock { state in
      guard !state.isReading, state.lookAt <= now else { return false }
      (state.isReading, state.lookAt) = (true, now + Self.milliseconds)
      return true
    }
    if begins, !DetachedThread.start({ self.read() }) { state.withLock { $0.isReading = false } }
  }

  /// The apps with an entry whose Name is seen so (`PlainText.asSeen`); empty before the first read.
  package func apps(named name: String) -> [AppID] {
    refresh()
    return state.withLock { $0.found?.entries.byName[name] } ?? []
  }

  /// The apps with an entry that starts this program, by the path of its file; empty before the first read.
  package func apps(running program: String) -> [AppID] {
    refresh()
    return state.withLock { $0.found?.entries.byProgram[program] } ?? []
  }

  /// Whether the app has an entry; `nil` before the first read.
  package func contains(_ app: AppID) -> Bool? {
    refresh()
    return state.withLock { $0.found?.entries.ids.contains(app) }
  }

  private func read() {
    let earlier = state.withLock { $0.found?.stamps }
    let stamps = entries.stamps
    let table = stamps == earlier ? nil : entries.table()
    state.withLock { state in
      state.isReading = false
      guard let table else { return }
      state.found = Found(stamps: stamps, entries: table)
    }
  }
}
