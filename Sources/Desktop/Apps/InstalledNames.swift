import EventLoop
package import NotificationModel
import Synchronization

/// The installed apps by their names and programs, as they were when they were last read. That takes many files, any of
/// which may lie on a file system that hangs: it is done on a thread of its own, and nothing waits for it.
package final class InstalledNames: Sendable {
  private struct Found: Sendable {
    /// The directories as they were before they were read.
    var stamps: [DesktopEntries.Stamp]
    var entries: DesktopEntries.Table
  }

  private struct State {
    var found: Found?
    var isReading = false
    var lookAt: Int64 = 0
  }

  /// So long nothing is looked at again: whoever installs an app does not notify by it in the same moment.
  private static let milliseconds: Int64 = 2_000

  private let entries: DesktopEntries
  private let state = Mutex(State())

  package init(_ entries: DesktopEntries) { self.entries = entries }

  /// Reads what is installed, where that has changed.
  package func refresh() {
    let now = EventLoop.now().uptime
    let begins = state.withLock { state in
      guard !state.isReading, state.lookAt <= now else { return false }
      (state.isReading, state.lookAt) = (true, now + Self.milliseconds)
      return true
    }
    if begins, !DetachedThread.start({ self.read() }) { state.withLock { $0.isReading = false } }
  }

  /// The apps whose Name this is; none before anything was read.
  package func apps(named name: String) -> [AppID] {
    refresh()
    return state.withLock { $0.found?.entries.byName[name] } ?? []
  }

  /// The apps whose entry starts this program, by the path of its file; none before anything was read.
  package func apps(running program: String) -> [AppID] {
    refresh()
    return state.withLock { $0.found?.entries.byProgram[program] } ?? []
  }

  /// Whether it is installed; `nil` before anything was read.
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
