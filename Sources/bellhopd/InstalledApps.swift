import Delivery
import Desktop
import EventLoop
import NotificationModel
import Synchronization

/// What the desktop entries say, looked up once a minute and app at the most: posting must not wait for files.
final class InstalledApps: AppDirectory {
  private struct Known {
    let entry: DesktopEntry?
    let until: Int64
  }

  private let entries: DesktopEntries
  private let known = Mutex<[AppID: Known]>([:])
  private static let most = 1_024
  private static let milliseconds: Int64 = 60_000

  init(_ entries: DesktopEntries) { self.entries = entries }

  func entry(for app: AppID) -> (name: String, icon: String?)? {
    let now = EventLoop.now().uptime
    let entry = known.withLock { known -> DesktopEntry? in
      if let found = known[app], now < found.until { return found.entry }
      if known.count >= Self.most { known.removeAll() }
      let entry = entries.entry(for: app)
      known[app] = Known(entry: entry, until: now + Self.milliseconds)
      return entry
    }
    return entry.map { ($0.name, $0.icon) }
  }
}
