import BusWire
import Delivery
import NotificationModel

/// A unit that the service manager creates for one start of an app, and unloads when the app ends.
///
/// The unit's name follows systemd's "Desktop Environment Integration", its properties `org.freedesktop.systemd1(5)`;
/// systemd knows all of them since version 250.
struct TransientUnit: Hashable, Sendable {
  var name: String
  var properties: [Property]

  struct Property: Hashable, Sendable {
    var name: String
    var value: BusValue
  }

  /// UNIT_NAME_MAX without its NUL.
  private static let nameBytes = 255

  /// `token`: the activation token, by which the app's window may get the focus. `random`: part of the unit's name.
  static func make(
    for app: AppID, _ entry: LaunchEntry, token: String?, random: UInt64 = .random(in: .min ... .max)
  ) -> Result<TransientUnit, AppStartFailure> {
    let name = "app-bellhop-\(escaped(app))@\(String(random, radix: 16)).service"
    guard name.utf8.count <= nameBytes else { return .failure(.idTooLong) }
    return entry.command.map { command in
      TransientUnit(
        name: name,
        properties: [
          Property(name: "Description", value: .string(entry.name)),
          // With "exec", the job is done once the program runs, and fails where it cannot be run.
          Property(name: "Type", value: .string("exec")),
          // Some programs fork and exit, so the unit lives until the last process of the app has ended.
          Property(name: "ExitType", value: .string("cgroup")),
          Property(name: "CollectMode", value: .string("inactive-or-failed")),
          Property(name: "Slice", value: .string("app.slice")),
          Property(name: "ExecStart", value: exec(command)),
        ] + environment(token) + directory(entry.directory))
    }
  }

  /// Escapes "-" and a leading ".", the only characters of an id that systemd escapes.
  private static func escaped(_ app: AppID) -> String {
    let text = app.text.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\x2d")
    return text.hasPrefix(".") ? "\\x2e" + text.dropFirst() : text
  }

  private static func exec(_ command: LaunchEntry.Command) -> BusValue {
    // systemd expands $NAME; $$ is a literal $. As characters, some letters are one with a sign behind them.
    let literal = command.arguments.map { argument in
      argument.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
    }
    return .array(
      of: "(sasb)", [.structure([.string(command.program), .strings(literal), .bool(false)])])
  }

  private static func environment(_ token: String?) -> [Property] {
    // The service manager refuses the whole unit over a control character.
    guard let token, !token.isEmpty, token.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return [] }
    return [
      Property(
        name: "Environment",
        value: .strings(["XDG_ACTIVATION_TOKEN=\(token)", "DESKTOP_STARTUP_ID=\(token)"]))
    ]
  }

  private static func directory(_ path: String?) -> [Property] {
    path.map { [Property(name: "WorkingDirectory", value: .string($0))] } ?? []
  }

  /// The arguments of `StartTransientUnit`: `ssa(sv)a(sa(sv))`.
  var arguments: [BusValue] {
    [
      .string(name), .string("fail"),
      .array(of: "(sv)", properties.map { .structure([.string($0.name), .variant($0.value)]) }),
      .array(of: "(sa(sv))", []),
    ]
  }
}
