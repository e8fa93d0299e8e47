import CNotify
import Glibc
import Guidelines
import NotificationModel

// Reads the entries of all installed apps at once; `DesktopEntries.entry` reads a single one.

extension DesktopEntries {
  /// A directory's identity and the time of its last change.
  struct Stamp: Hashable, Sendable {
    var device: UInt = 0
    var inode: UInt = 0
    var seconds = 0
    var nanoseconds = 0
  }

  /// The most apps that are read; more than any desktop has installed.
  private static let most = 8_192

  /// Stamps of the directories, which differ when entries were added, removed or replaced.
  var stamps: [Stamp] {
    applications.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return Stamp() }
      return Stamp(
        device: status.st_dev, inode: status.st_ino, seconds: status.st_mtim.tv_sec,
        nanoseconds: status.st_mtim.tv_nsec)
    }
  }

  /// Reads all entries, which may take long.
  func index() -> AppIndex {
    var index = AppIndex()
    var seen: Set<AppID> = []
    for directory in applications {
      for app in Self.apps(in: directory) where seen.count < Self.most {
        // The first file counts, also when it hides the entry of a later directory.
        guard seen.insert(app).inserted,
          let text = BoundedFile.read("\(directory)/\(app.text).desktop", upTo: Self.sizeBound),
          let windowClass = Self.windowClass(text)
        else { continue }
        index.add(app, windowClass: windowClass.isEmpty ? nil : windowClass)
      }
    }
    return index
  }

  /// The ids of all entries.
  struct Table: Sendable {
    /// Ids by Name as it is seen (`PlainText.asSeen`), both in the person's language and untranslated.
    fileprivate(set) var byName: [String: [AppID]] = [:]
    /// Ids by the file of the program that the entry starts.
    fileprivate(set) var byProgram: [String: [AppID]] = [:]
    fileprivate(set) var ids: Set<AppID> = []
  }

  /// Reads all entries and finds their programs, which may take some milliseconds.
  func table() -> Table {
    var table = Table()
    var seen: Set<AppID> = []
    for directory in applications {
      for app in Self.apps(in: directory) where seen.count < Self.most && seen.insert(app).inserted {
        let found = withEntry(of: app) { file, path in
          entry(in: file).map { entry in
            let names = [entry.name, text("Name", in: file).flatMap(Self.name) ?? entry.name]
            return (Set(names.map(PlainText.asSeen)), programs(of: entry, in: file, at: path))
          }
        }
        guard let (names, programs) = found else { continue }
        table.ids.insert(app)
        for name in names { table.byName[name, default: []].append(app) }
        for program in programs { table.byProgram[program, default: []].append(app) }
      }
    }
    return table
  }

  /// The file of the program in `Exec`, without a leading `env` and its variables; of `TryExec`, where `Exec` runs a
  /// shell. Empty where `env` has an option other than `-i`.
  private func programs(of entry: DesktopEntry, in file: OpaquePointer?, at path: String) -> Set<String> {
    let fields = ExecLine.Fields(icon: entry.icon, name: entry.name, path: path)
    var words = (text("Exec", in: file).flatMap { ExecLine.arguments(of: $0, fields) } ?? [])[...]
    if let first = words.first, ["env", "/bin/env", "/usr/bin/env"].contains(first) {
      words = words.dropFirst().drop { $0.contains("=") || $0 == "-i" || $0 == "-" }
    }
    guard let started = words.first, !started.hasPrefix("-") else { return [] }
    let isShell = ["sh", "bash", "dash"].contains {
      started == $0 || started == "/bin/\($0)" || started == "/usr/bin/\($0)"
    }
    let program = isShell ? text("TryExec", in: file) : started
    return Set([program].compactMap { $0.flatMap(Self.program).flatMap(Self.file) })
  }

  /// The path without symbolic links, as in the kernel's /proc/PID/exe.
  private static func file(_ program: String) -> String? {
    let path = realpath(program, nil)
    defer { free(path) }
    return path.map { String(cString: $0) }
  }

  private var applications: [String] { dataDirectories.prefix(64).map { "\($0)/applications" } }

  private static func apps(in directory: String) -> [AppID] {
    guard let listing = g_dir_open(directory, 0, nil) else { return [] }
    defer { g_dir_close(listing) }
    var apps: [AppID] = []
    while apps.count < most, let name = g_dir_read_name(listing) {
      let file = String(cString: name)
      if file.hasSuffix(".desktop"), let app = AppID(String(file.dropLast(".desktop".count))) {
        apps.append(app)
      }
    }
    return apps
  }

  /// Empty where the entry has no StartupWMClass; `nil` where the text is no entry, or hidden.
  private static func windowClass(_ text: [UInt8]) -> String? {
    let file = g_key_file_new()
    defer { g_key_file_unref(file) }
    let loaded = text.withUnsafeBytes { bytes in
      g_key_file_load_from_data(
        file, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), gsize(bytes.count), G_KEY_FILE_NONE, nil
      )
    }
    let group = "Desktop Entry"
    guard loaded != 0, g_key_file_has_group(file, group) != 0,
      g_key_file_get_boolean(file, group, "Hidden", nil) == 0
    else { return nil }
    let value = g_key_file_get_string(file, group, "StartupWMClass", nil)
    defer { g_free(value) }
    return value.map { String(cString: $0) } ?? ""
  }
}

/// The installed apps by the names of their windows.
struct AppIndex: Sendable {
  /// Apps by id and by `StartupWMClass`, in their written case.
  private var exact: [String: Set<AppID>] = [:]
  /// Apps by the same names in lower case.
  private var folded: [String: Set<AppID>] = [:]

  mutating func add(_ app: AppID, windowClass: String?) {
    for name in [app.text, windowClass].compactMap({ $0 }) {
      exact[name, default: []].insert(app)
      folded[name.lowercased(), default: []].insert(app)
    }
  }

  func contains(_ app: AppID) -> Bool { exact[app.text]?.contains(app) == true }

  /// The apps of the first name that matches, first with its case, then in lower case; empty where no name matches.
  func apps(named names: [String]) -> Set<AppID> {
    let exactly = names.lazy.compactMap { exact[$0] }.first
    // GTK's windows are "Org.gnome.Evince" where the entry is org.gnome.Evince, and ids contain no blanks.
    return exactly
      ?? names.lazy.compactMap { folded[String($0.lowercased().map { $0 == " " ? "-" : $0 })] }.first ?? []
  }
}
