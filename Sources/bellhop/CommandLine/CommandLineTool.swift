import BellhopClient
import Configuration
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// The whole program: parses the command line, runs a subcommand and reports its failure.
struct CommandLineTool {
  static let runtimeDirectory = Option(
    "--runtime-directory", "DIR", "where the daemon's sockets are, in place of $XDG_RUNTIME_DIR")
  static let version = Option("--version", nil, "print the version")
  static let options = [runtimeDirectory, version, Option.help]
  /// Options of subcommands that may precede the subcommand.
  static let passedOn = [Option.quiet, .plain, .json]

  private let terminal = Terminal()

  func run() -> ExitStatus {
    do throws(Failure) {
      var rest = Self.words
      let leading = try Arguments(leading: &rest, options: Self.options + Self.passedOn)
      if leading.has(Self.version) {
        terminal.write("bellhop \(Version.current)\n")
        return .done
      }
      if leading.has(.help) {
        let name = rest.first
        terminal.write(
          try name.map { name throws(Failure) in HelpText(subcommand: try .named(name)).full }
            ?? HelpText.overview)
        return .done
      }
      guard leading.text(Self.runtimeDirectory) != "" else {
        throw .usage("\(Self.runtimeDirectory.name) needs its DIR")
      }
      if let passedOver = Self.passedOverDirectory(leading) {
        terminal.writeError("bellhop: \(passedOver)\n")
      }
      guard let name = rest.popFirst() else { throw .usage("a subcommand is missing; see 'bellhop help'") }
      return run(
        try Subcommand.named(name), Self.passedOn.filter(leading.has).map(\.name) + rest,
        Session(
          runtimeDirectory: leading.text(Self.runtimeDirectory), terminal: terminal,
          wording: Wording(environment: Self.locale)))
    } catch {
      report(error, "bellhop")
      terminal.writeError("usage: bellhop [--runtime-directory DIR] SUBCOMMAND [OPTION…] [OPERAND…]\n")
      return error.status
    }
  }

  /// The variables of the environment that choose a language.
  private static var locale: [String: String] {
    var locale: [String: String] = [:]
    for name in Wording.variables { locale[name] = getenv(name).map { String(cString: $0) } }
    return locale
  }

  /// The warning that `XDG_RUNTIME_DIR` is ignored: another daemon than the intended one may answer.
  private static func passedOverDirectory(_ leading: Arguments) -> String? {
    guard !leading.has(runtimeDirectory), let value = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }),
      !value.isEmpty, baseDirectory(value) == nil
    else { return nil }
    return "XDG_RUNTIME_DIR is no absolute path, and is passed over for \(SocketPaths().directory)"
  }

  /// Arguments that are not UTF-8 are repaired here, and refused by `checkText`.
  private static var words: ArraySlice<String> { CommandLine.arguments.dropFirst() }

  /// Refuses arguments that are not UTF-8, except those for another program.
  private static func checkText(_ arguments: Arguments, of subcommand: Subcommand) throws(Failure) {
    let others = subcommand.wordOrder == .anyOrder ? 0 : arguments.operands.count
    do throws(ArgumentFault) { _ = try CommandLine.words(butLast: others) } catch {
      throw .usage("\(error)")
    }
  }

  private func run(_ subcommand: Subcommand, _ words: [String], _ session: Session) -> ExitStatus {
    let help = HelpText(subcommand: subcommand)
    var isForMachines = false
    do throws(Failure) {
      let arguments = try Arguments(words, of: subcommand)
      try Self.checkText(arguments, of: subcommand)
      let session = session.with(terminal: session.terminal.with(arguments))
      isForMachines = arguments.has(.json)
      if arguments.has(.help) {
        terminal.write(help.full)
      } else {
        try subcommand.run(arguments, session)
      }
      return .done
    } catch {
      if case .usage = error {
        report(error, "bellhop \(subcommand.name)")
        terminal.writeError(help.usage + "\n")
      } else {
        report(error, "bellhop")
        if isForMachines, case .refused(let refusal) = error {
          terminal.writeError(refusal.json.text + "\n")
        }
      }
      return error.status
    }
  }

  private func report(_ failure: Failure, _ who: String) {
    let who = failure.namesFiles ? "" : "\(who): "
    let words = CommandWording(locale: Wording(environment: Self.locale).locale)
    terminal.writeError("\(who)\(visible(failure.message(words), keepingLines: true))\n")
  }
}

extension CallError {
  /// The error as the daemon sent it.
  fileprivate var json: JSON { JSON(fields: ["error": name.json, "parameters": parameters]) }
}
