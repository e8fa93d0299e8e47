import CNotify
import Delivery
import NotificationModel

/// How an installed app is started, as its desktop entry says.
struct LaunchEntry: Hashable, Sendable {
  var name: String
  /// Whether the bus starts it, and `org.freedesktop.Application` brings it to the front.
  var isBusActivatable: Bool
  /// The program and its arguments.
  var command: Result<[String], AppStartFailure>
  /// Where it is to run; `nil` for wherever.
  var directory: String?
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
  ) -> Result<[String], AppStartFailure> {
    guard text("Type", in: file) == "Application", let line = text("Exec", in: file) else {
      return .failure(.noCommand)
    }
    if let needed = text("TryExec", in: file), !Self.isInstalled(needed) { return .failure(.notInstalled) }
    guard !flag("Terminal", in: file) else { return .failure(.needsTerminal) }
    let fields = ExecLine.Fields(icon: entry.icon, name: entry.name, path: path)
    return ExecLine.arguments(of: line, fields).map { .success($0) } ?? .failure(.noCommand)
  }

  /// A path, or a name that is in the search path.
  private static func isInstalled(_ program: String) -> Bool {
    let found = g_find_program_in_path(program)
    defer { g_free(found) }
    return found != nil
  }

  private func flag(_ key: String, in file: OpaquePointer?) -> Bool {
    g_key_file_get_boolean(file, Self.group, key, nil) != 0
  }

  /// `nil` for none, and for an empty one.
  private func text(_ key: String, in file: OpaquePointer?) -> String? {
    Self.take(g_key_file_get_string(file, Self.group, key, nil)).flatMap { $0.isEmpty ? nil : $0 }
  }
}
