/// A file that tells the bus what to start for a name that nobody has (D-Bus specification, "Message Bus Starting
/// Services").
struct ActivationFile: Hashable, Sendable {
  static let marker = ServerDropIn.marker

  let name: String
  /// Words, as for a shell.
  let command: String

  var text: String {
    """
    \(Self.marker)
    [D-BUS Service]
    Name=\(name)
    Exec=\(Self.escaped(command))

    """
  }

  static func path(of name: String, below data: String) -> String {
    "\(data)/dbus-1/services/\(name).service"
  }

  /// For the notification name: starts Bellhop, as a unit where there is one; without it, what was started before.
  ///
  /// No `SystemdService=`: where that unit is gone, the bus would start nothing else. dbus-daemon and dbus-broker both go
  /// on waiting for the name when the command has ended well.
  static func front(daemon: String, unit: String?, command: [String]) -> ActivationFile {
    let words = ["/bin/sh", "-c", frontScript, daemon, unit ?? ""] + command
    return ActivationFile(name: NameOwner.notifications, command: ShellWords.joined(words))
  }

  /// `$0` is bellhopd; then the unit that was started before, or nothing, and the command that was.
  static let frontScript =
    #"if test -x "$0"; then systemctl --user cat bellhop.service >/dev/null 2>&1 && "#
    + #"exec systemctl --user start bellhop.service; exec "$0"; fi; "#
    + #"test -n "$1" && systemctl --user start "$1" && exit; shift; test $# -gt 0 && exec "$@"; exit 1"#

  /// For the name of the server behind bellhop-bus: starts its unit. Nobody but Bellhop calls it so.
  static func server(unit: String) -> ActivationFile {
    let words = ["/bin/sh", "-c", serverScript, unit]
    return ActivationFile(name: NameOwner.server, command: ShellWords.joined(words))
  }

  /// `$0` is the unit. One whose conditions are not met yet, or that ends at once because there is no screen, must fail
  /// here: after a command that ends well dbus-daemon waits two minutes for the name, and starts nothing meanwhile,
  /// however often it is asked.
  static let serverScript =
    #"systemctl --user start "$0" && for second in 1 2 3 4 5; do "#
    + #"systemctl --user is-active --quiet "$0" || exit 1; sleep 1; done"#

  /// dbus-daemon reads these as a desktop entry has them.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\r": escaped += "\\r"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
