/// What others run in, by its name: it says nothing about them.
///
/// A name counts by its words, so that "gnome-terminal-server" and "org.gnome.Terminal" are the same.
package enum SharedPlaces {
  package static func isTerminal(_ name: String) -> Bool { !words(name).isDisjoint(with: terminals) }

  /// Whether scripts of all kinds run in this unit: a session's, a service manager's, the bus's, a terminal's, a
  /// compositor's, cron's. So they do in one without a name, which has another each time.
  package static func isShared(unit: Substring) -> Bool {
    prefixes.contains(where: unit.hasPrefix) || isTerminal(String(unit))
      || !words(String(unit)).isDisjoint(with: others)
  }

  package static func words(_ name: String) -> Set<Substring> {
    let name = Substring(name.cut(toBytes: Limits.idBytes).lowercased())
    return Set(name.split { !$0.isLetter && !$0.isNumber })
  }

  private static let prefixes = [
    "dbus", "init.scope", "ptyxis-spawn-", "run-", "session-", "tmux-spawn-", "user@", "vte-spawn-",
  ]

  private static let terminals: Set<Substring> = [
    "alacritty", "blackbox", "console", "foot", "footclient", "ghostty", "guake", "hyper", "kgx",
    "kitty", "konsole", "lxterminal", "ptyxis", "qterminal", "rxvt", "sakura", "st", "terminal",
    "terminator", "terminology", "termite", "tilda", "tilix", "urxvt", "wezterm", "xterm",
    "yakuake",
  ]

  /// Compositors, as far as their units have no "wayland" or "x11" in the name as GNOME's, Plasma's and uwsm's have;
  /// what starts commands at a key or at a time; terminal multiplexers, ssh.
  private static let others: Set<Substring> = [
    "anacron", "atd", "cosmic", "cron", "crond", "cronie", "fcron", "hyprland", "i3", "kglobalaccel", "labwc",
    "mediakeys", "niri", "openbox", "river", "screen", "shell", "ssh", "sshd", "sway", "swhkd", "sxhkd",
    "tmux",
    "wayfire", "wayland", "weston", "x11", "xbindkeys", "zellij",
  ]
}
