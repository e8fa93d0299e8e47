import Glibc
import Wording

/// Where the notification server is started by nobody that could be told to start it otherwise: the lines for the person
/// to write.
struct OwnArrangement {
  /// Why nothing is changed.
  let why: FrontSentence
  let text: [FrontSentence]

  /// `nil` where there is nothing to write.
  init?(for place: ServerPlace, hasManager: Bool, _ environment: SessionEnvironment) {
    switch place {
    case .behind, .unit: return nil
    // Without a unit that starts the shell anew, it has the name until the session ends.
    case .shell(let owner, .plasma) where !hasManager:
      why = .keepsName(owner.told)
      text = [.writeForPlasma(configuration: "\(environment.configuration)/bellhop/bellhop.conf")]
    case .shell: return nil
    case .foreign(let owner, let unfit):
      why = Self.why(owner, unfit)
      text =
        Self.lines(for: owner, environment) + [
          hasManager ? .openBusWithSession : .startBusBefore, .thenOnAgain,
        ]
    }
  }

  private static func why(_ owner: NameOwner, _ unfit: ServerUnit.Unfit) -> FrontSentence {
    switch unfit {
    case .none: .isOfNoUnit(owner.told)
    case .unit(let name, let reason): .isOfUnfitUnit(owner.told, unit: name, reason: reason)
    }
  }

  /// The mode is not among the lines: it would leave people without banners where the others are not right yet.
  private static func lines(for owner: NameOwner, _ environment: SessionEnvironment) -> [FrontSentence] {
    let lines = CompositorLines.found(environment, servers: [owner.program].compactMap { $0 })
    guard lines.isEmpty else {
      return lines.map {
        .writeInstead(path: $0.path, line: $0.number, remedy: $0.remedy, text: $0.text)
      }
    }
    let command = owner.commandLine.map(ShellWords.joined) ?? owner.program ?? "SERVER"
    return owner.wasStartedByBus
      ? [.addLine(command: command)]
      : [.startInstead(command: command, configuration: environment.configuration)]
  }
}

extension NameOwner {
  /// The session bus puts its address into the environment of each program that it starts.
  fileprivate var wasStartedByBus: Bool {
    process > 0 && SmallFile.text(of: "/proc/\(process)/environ").map(Self.isEnvironmentOfBus) == true
  }

  static func isEnvironmentOfBus(_ text: String) -> Bool {
    text.split(separator: "\0").contains { $0.hasPrefix("DBUS_STARTER_ADDRESS=") }
  }

  /// As it was started; `nil` where that cannot be read.
  var commandLine: [String]? {
    guard process > 0, let text = SmallFile.text(of: "/proc/\(process)/cmdline") else { return nil }
    let words = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    let line = words.last == "" ? Array(words.dropLast()) : words
    return line.isEmpty ? nil : line
  }
}
