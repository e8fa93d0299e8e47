import EventLoop
import NotificationModel

/// Which apps a window may belong to, by the desktop entries and by the unit that its process runs in.
///
/// Invariant: used on the desktop thread; entries are read on another.
final class WindowApps {
  private let entries: DesktopEntries
  private let background: Background
  private var index = AppIndex()
  /// The directories as they were before they were read.
  private var stamps: [DesktopEntries.Stamp]?
  private var isReading = false
  /// Called when a window may mean other apps than before.
  var whenChanged: () -> Void = {}

  /// More than any window has.
  private static let mostNames = 16

  private let controlGroups: (Int32) -> String

  /// `index`: what is known before the entries are read. `controlGroups`: a process's, as the kernel writes them.
  init(
    _ entries: DesktopEntries, _ background: Background, index: AppIndex = AppIndex(),
    controlGroups: @escaping (Int32) -> String = WindowApps.controlGroups(of:)
  ) {
    self.entries = entries
    self.background = background
    self.index = index
    self.controlGroups = controlGroups
  }

  /// Reads what is installed, where that has changed.
  func refresh() {
    guard !isReading else { return }
    isReading = true
    // Even to ask for a directory's time can take for ever, on a file system that hangs.
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

  /// By what is known so far; `whenChanged` follows where that was too old.
  func apps(of window: WindowIdentity) -> Set<AppID> {
    refresh()
    let names = window.names.prefix(Self.mostNames).map(Self.entryName)
    var apps = index.apps(named: names)
    if apps.isEmpty, let process = window.process {
      let units = ApplicationUnit.ids(inControlGroups: controlGroups(process))
      apps = units.first(where: index.contains).map { [$0] } ?? []
    }
    // An app without an entry goes by the name its windows have.
    return apps.union(names.compactMap { AppID($0) })
  }

  /// What is told as a desktop file may be a path.
  private static func entryName(_ name: String) -> String {
    guard name.hasSuffix(".desktop") else { return name }
    return String((name.split(separator: "/").last ?? "").dropLast(".desktop".count))
  }

  /// Empty where there is no such process.
  static func controlGroups(of process: Int32) -> String {
    let bound = 1 << 14
    guard let bytes = BoundedFile.read("/proc/\(process)/cgroup", upTo: bound) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
