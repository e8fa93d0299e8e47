/// What is added to the unit of a notification server, so that it runs behind bellhop-bus: without Bellhop's programs it
/// starts as before, and has its own name.
///
/// No `Requires=`, which would end it with what is not there; no `Type=dbus`, which would wait for a name that it gets
/// behind bellhop-bus alone; and the shell looks whether bellhop-bus is there.
struct ServerDropIn {
  static let marker = "# Written by 'bellhop front on'. 'bellhop front off' removes it."

  let unit: ServerUnit
  /// The path of bellhop-bus.
  let program: String

  /// `$0` is bellhop-bus, and the rest the command as it was.
  static let script = #"test -x "$0" && exec "$0" exec -- "$@"; exec "$@""#

  /// Below `$XDG_CONFIG_HOME/systemd/user`, or `/etc/systemd/user`.
  static func path(of unit: String, below directory: String) -> String {
    "\(directory)/\(unit).d/bellhop.conf"
  }

  var text: String {
    let command = unit.command
    let literals = ["-c", Self.script, program].map { word in
      // Where the manager replaces no variables, a $ is one already.
      UnitWords.quoted(word, isLiteral: !command.keepsVariables)
    }
    let words = ([command.path] + command.arguments).enumerated().map { index, word in
      UnitWords.quoted(word, isLiteral: index == 0 && !command.keepsVariables)
    }
    let prefix = (command.mayFail ? "-" : "") + (command.keepsVariables ? ":" : "")
    let line = (["\(prefix)/bin/sh"] + literals + words).joined(separator: " ")
    let type =
      unit.isDBus
      ? """

      # The name that counts is another there. It is waited for by nobody, so that the server starts without it.
      Type=exec
      BusName=\(NameOwner.server)
      """ : ""
    return """
      \(Self.marker)
      # It runs \(unit.name) behind bellhop-bus while Bellhop is installed, and as before when it is not.
      [Unit]
      Wants=bellhop-bus.socket
      After=bellhop-bus.socket

      [Service]\(type)
      ExecStart=
      ExecStart=\(line)

      """
  }
}
