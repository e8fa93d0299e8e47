import Delivery
import Desktop
import EventLoop
import Front
import Intake
import NotificationModel
import Synchronization

/// What the desktop entries say, looked up once a minute and app at the most: posting must not wait for files.
final class InstalledApps: AppDirectory {
  private struct Known {
    let name: String?
    let until: Int64
  }

  private let entries: DesktopEntries
  private let known = Mutex<[AppID: Known]>([:])
  private let inspection = PeerInspection()
  /// Of all entries; read only where an app does not say its id.
  private let names = Mutex<(apps: [String: [AppID]], until: Int64)>(([:], 0))
  private static let most = 1_024
  private static let milliseconds: Int64 = 60_000

  init(_ entries: DesktopEntries) { self.entries = entries }

  func name(of app: AppID) -> String? {
    let now = EventLoop.now().uptime
    return known.withLock { known in
      if let found = known[app], now < found.until { return found.name }
      if known.count >= Self.most { known.removeAll() }
      let name = entries.entry(for: app)?.name
      known[app] = Known(name: name, until: now + Self.milliseconds)
      return name
    }
  }
}

extension InstalledApps: PosterDirectory {
  func hasEntry(_ app: AppID) -> Bool { name(of: app) != nil }

  func look(at process: Int32) -> (sandbox: AppID?, scope: [AppID]) { inspection.look(at: process) }

  func apps(named name: String) -> [AppID] {
    let now = EventLoop.now().uptime
    return names.withLock { names in
      if names.until <= now { names = (entries.appsByName(), now + Self.milliseconds) }
      return names.apps[name] ?? []
    }
  }
}
