import EventLoop
import NotificationModel

/// Finds the apps that a window may belong to, by the desktop entries and by the unit that its process runs in.
///
/// Invariant: used on the desktop thread; entries are read on another.
final class WindowApps {
  private let entries: DesktopEntries
  private let background: Background
  private var index = AppIndex()
  /// The stamps of the directories from before they were read.
  private var stamps: [DesktopEntries.Stamp]?
  private var isReading = false
  /// Called when a window may belong to other apps than before.
  var whenChanged: () -> Void = {}

  /// The most names of a window that are used.
  private static let mostNames = 16

  private let controlGroups: (Int32) -> String

  /// `index`: used until the entries are read. `controlGroups`: returns the text of a process's /proc/PID/cgroup.
  init(
    _ entries: DesktopEntries, _ background: Background, index: AppIndex = AppIndex(),
    controlGroups: @escaping (Int32) -> String = WindowApps.controlGroups(of:)
  ) {
    self.entries = entries
    self.background = background
    self.index = index
    self.controlGroups = controlGroups
  }

  /// Reads the desktop entries again if they have changed.
  func refresh() {
    guard !isReading else { return }
    isReading = true
    // In the background, because even `stat` blocks for ever on a file system that hangs.
    background.run { [entries, stamps] in
      let found = entries.stamps
      return found == stamps ? nil : (found, entries.index())
    } then: { [self] (read: (stamps: [DesktopEntries.Stamp], index: AppIndex)?) in
      isReading = false
      guard let read else { return }
      stamps = read.stamps
      index = read.index
      whenChanged()
    }
  }

  /// By the entries known so far; `whenChanged` is called later if they were outdated.
  func apps(of window: WindowIdentity) -> Set<AppID> {
    refresh()
    let names = window.names.prefix(Self.mostNames).map(Self.entryName)
    var apps = index.apps(named: names)
    if apps.isEmpty, let process = window.process {
      let units = ApplicationUnit.ids(inControlGroups: controlGroups(process))
      apps = units.first(where: index.contains).map { [$0] } ?? []
    }
    // An app without an entry is identified by its windows' names.
    return apps.union(names.compactMap { AppID($0) })
  }

  /// The id, where the name is that of a desktop file, or its path.
  private static func entryName(_ name: String) -> String {
    guard name.hasSuffix(".desktop") else { return name }
    return String((name.split(separator: "/").last ?? "").dropLast(".desktop".count))
  }

  /// The text of the process's /proc/PID/cgroup; empty where there is no such process.
  static func controlGroups(of process: Int32) -> String {
    let bound = 1 << 14
    guard let bytes = BoundedFile.read("/proc/\(process)/cgroup", upTo: bound) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
