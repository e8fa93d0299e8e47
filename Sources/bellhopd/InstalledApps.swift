import BusWire
import Delivery
import Desktop
import EventLoop
import Front
import Intake
import Locks
import NotificationModel

/// The installed apps' desktop entries, looked up at most once a minute for each app: posting must not wait for files.
final class InstalledApps: AppDirectory {
  private struct Known {
    let entry: DesktopEntry?
    let icon: String?
    let until: Int64
  }

  private let entries: DesktopEntries
  private let known = Mutex<[AppID: Known]>([:])
  private let inspection = PeerInspection()
  /// The names in all entries; asked only for notifications that come by the desktop's own notification interface.
  private let names: InstalledNames
  private static let most = 1_024
  private static let milliseconds: Int64 = 60_000

  init(_ entries: DesktopEntries) {
    self.entries = entries
    names = InstalledNames(entries)
  }

  func name(of app: AppID) -> String? { entry(of: app)?.name }
  func icon(of app: AppID) -> String? { entry(of: app)?.icon }

  /// Bellhop has no desktop entry: there is no program of it to choose from a menu.
  func iconFile(of app: AppID) -> String? { known(app).icon }

  private func entry(of app: AppID) -> DesktopEntry? { known(app).entry }

  private func known(_ app: AppID) -> Known {
    let now = EventLoop.now().uptime
    return known.withLock { known in
      if let found = known[app], now < found.until { return found }
      if known.count >= Self.most { known.removeAll() }
      let entry = entries.entry(for: app)
      let icon = app == .shell ? entries.iconFile(named: app.text) : entry?.icon.map(entries.icon)
      let read = Known(entry: entry, icon: icon, until: now + Self.milliseconds)
      known[app] = read
      return read
    }
  }

  /// So that they are known when the first is asked for.
  func readNames() { names.refresh() }
}

extension InstalledApps: PosterDirectory {
  func hasEntry(_ app: AppID) -> Bool { names.contains(app) ?? (name(of: app) != nil) }

  func apps(named name: String) -> [AppID] { names.apps(named: name) }

  func showsOthers(_ app: AppID) -> Bool { entry(of: app)?.showsOthers == true }

  func apps(running program: String) -> [AppID] { names.apps(running: program) }

  func place(of process: Int32, seen: Uptime) throws(SystemError) -> ProcessPlace? {
    try inspection.poster(of: process, seen: seen).map {
      ProcessPlace(
        sandbox: $0.sandbox, isContained: $0.isContained, scope: $0.scope, script: $0.script,
        isNew: $0.isNew, program: $0.program, isOwnCommand: $0.isOwnCommand, process: $0.process)
    }
  }

  func isStarted(_ process: CallingProcess, by server: Int32) throws(SystemError) -> Bool {
    try inspection.isStarted(process, by: server, busIn: BusPlace.directory)
  }

  func command(of process: Int32, seen: Uptime) throws(SystemError) -> StartedProgram? {
    try inspection.command(of: process, seen: seen).map { StartedProgram($0.program, $0.words) }
  }
}
