import CNotify
import Delivery
import NotificationModel

/// The parts of a desktop entry that are needed to start the app.
struct LaunchEntry: Hashable, Sendable {
  var name: String
  /// Whether the bus can start the app, and `org.freedesktop.Application` bring it to the foreground.
  var isBusActivatable: Bool
  var command: Result<Command, AppStartFailure>
  /// The working directory; `nil` where the entry sets none.
  var directory: String?

  struct Command: Hashable, Sendable {
    /// The program's path: the service manager would look for a name in its own search path, not in the person's.
    var program: String
    /// The first is the program's name as in the entry.
    var arguments: [String]
  }
}

extension DesktopEntries {
  /// `nil` when the app has no entry, or the entry is hidden.
  func launchEntry(for app: AppID) -> LaunchEntry? {
    withEntry(of: app) { file, path in
      guard let entry = entry(in: file) else { return nil }
      return LaunchEntry(
        name: entry.name, isBusActivatable: flag("DBusActivatable", in: file),
        command: command(of: entry, in: file, at: path),
        directory: text("Path", in: file).flatMap { $0.hasPrefix("/") ? $0 : nil })
    }
  }

  private func command(
    of entry: DesktopEntry, in file: OpaquePointer?, at path: String
  ) -> Result<LaunchEntry.Command, AppStartFailure> {
    guard text("Type", in: file) == "Application", let line = text("Exec", in: file) else {
      return .failure(.noCommand)
    }
    if let needed = text("TryExec", in: file), Self.program(needed) == nil { return .failure(.notInstalled) }
    guard !flag("Terminal", in: file) else { return .failure(.needsTerminal) }
    let fields = ExecLine.Fields(icon: entry.icon, name: entry.name, path: path)
    guard let arguments = ExecLine.arguments(of: line, fields), let name = arguments.first else {
      return .failure(.noCommand)
    }
    guard let program = Self.program(name) else { return .failure(.notInstalled) }
    return .success(LaunchEntry.Command(program: program, arguments: arguments))
  }

  /// The program's path. `name`: a path, or a name in the search path. `nil` where there is no such program.
  static func program(_ name: String) -> String? {
    owned(g_find_program_in_path(name)).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func flag(_ key: String, in file: OpaquePointer?) -> Bool {
    g_key_file_get_boolean(file, Self.group, key, nil) != 0
  }

  /// `nil` where the value is missing or empty.
  func text(_ key: String, in file: OpaquePointer?) -> String? {
    Self.owned(g_key_file_get_string(file, Self.group, key, nil)).flatMap { $0.isEmpty ? nil : $0 }
  }
}
