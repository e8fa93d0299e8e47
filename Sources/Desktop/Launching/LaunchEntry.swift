import CNotify
import Delivery
import NotificationModel

/// How an installed app is started, as its desktop entry says.
struct LaunchEntry: Hashable, Sendable {
  var name: String
  /// Whether the bus starts it, and `org.freedesktop.Application` brings it to the front.
  var isBusActivatable: Bool
  var command: Result<Command, AppStartFailure>
  /// Where it is to run; `nil` for wherever.
  var directory: String?

  struct Command: Hashable, Sendable {
    /// Its path: the service manager looks for names in a search path of its own, which is not the person's.
    var program: String
    /// The first is the program as the entry names it.
    var arguments: [String]
  }
}

extension DesktopEntries {
  /// `nil` when the app has no entry, or hides it.
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

  /// The path of what is named by its path, or is in the search path; `nil` where there is no such program.
  static func program(_ name: String) -> String? {
    owned(g_find_program_in_path(name)).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func flag(_ key: String, in file: OpaquePointer?) -> Bool {
    g_key_file_get_boolean(file, Self.group, key, nil) != 0
  }

  /// `nil` for none, and for an empty one.
  func text(_ key: String, in file: OpaquePointer?) -> String? {
    Self.owned(g_key_file_get_string(file, Self.group, key, nil)).flatMap { $0.isEmpty ? nil : $0 }
  }
}
