import Glibc

/// Where the notification server is started by nobody that could be told to start it otherwise: the lines for the person
/// to write.
struct OwnArrangement {
  /// Why nothing is changed.
  let why: String
  let text: String

  /// `nil` where there is nothing to write.
  init?(for place: ServerPlace, hasManager: Bool, _ environment: SessionEnvironment) {
    switch place {
    case .behind, .unit: return nil
    // Without a unit that starts the shell anew, it has the name until the session ends.
    case .shell(let owner, .plasma) where !hasManager:
      why = "\(owner.description) keeps the name for as long as it runs"
      let configuration = "\(environment.configuration)/bellhop/bellhop.conf"
      text =
        "Write into \(configuration):\n\n  [Front]\n  Mode=on\n\n"
        + "and start bellhopd before plasmashell, where your session starts that."
    case .shell: return nil
    case .foreign(let owner, let unfit):
      (why, text) = Self.foreign(owner, unfit, hasManager: hasManager, environment)
    }
  }

  /// The mode is not among the lines: it would leave people without banners where the others are not right yet.
  private static func foreign(
    _ owner: NameOwner, _ unfit: ServerUnit.Unfit, hasManager: Bool, _ environment: SessionEnvironment
  ) -> (why: String, text: String) {
    let command = owner.commandLine.map(ShellWords.joined) ?? owner.program ?? "SERVER"
    let why =
      switch unfit {
      case .none: "\(owner.description) was not started by a unit of its own"
      case .unit(let name, let reason):
        "\(owner.description) is started by \(name), which cannot be changed: \(reason)"
      }
    let lines = CompositorLines.found(environment, servers: [owner.program].compactMap { $0 })
    let whereTo =
      lines.isEmpty
      ? "Where it is started now (the compositor's configuration, .xinitrc, an autostart entry), start it so instead:"
        + "\n\n  bellhop-bus exec -- \(command)\n\n"
        + "Of an entry in /etc/xdg/autostart, change a copy in \(environment.configuration)/autostart.\n"
      : lines.map {
        "In \($0.path), line \($0.number), write\n\n  \($0.remedy)\n\ninstead of\n\n  \($0.text)\n"
      }
      .joined(separator: "\n")
    let before =
      hasManager
      ? "Have the bus that it is behind opened with each session:\n\n  systemctl --user enable --now bellhop-bus.socket\n"
      : "Before that, start the bus that it is behind:\n\n  bellhop-bus &\n"
    return (why, "\(whereTo)\n\(before)\nThen log out and in, and say 'bellhop front on' again.")
  }
}

extension NameOwner {
  /// As it was started; `nil` where that cannot be read.
  var commandLine: [String]? {
    guard process > 0, let text = SmallFile.text(of: "/proc/\(process)/cmdline") else { return nil }
    let words = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let line = words.last == "" ? Array(words.dropLast()) : words
    return line.isEmpty ? nil : line
  }
}
