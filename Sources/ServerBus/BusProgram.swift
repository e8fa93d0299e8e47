import CLinux
import Glibc
import Journal

let log = ProgramLog(program: BusProgram.name)

/// The program `bellhop-bus`: its command line, and its messages about failures.
public enum BusProgram {
  public static let name = "bellhop-bus"

  /// Runs until a signal ends it, and returns the exit status; never returns if it becomes another program.
  public static func run() -> Int32 {
    do throws(StartFault) {
      // Before any file is opened: one that got the number of a standard stream would be read or written by mistake.
      guard clinux_fill_standard_descriptors() == 0 else { throw StartFault("/dev/null cannot be opened") }
      switch try BusArguments.parse() {
      case .help: try tell(BusArguments.help)
      case .version: try tell("\(name) \(BusArguments.version)")
      case .exec(let command, let directory): try Exec.run(command, BusPlaces(runtimeDirectory: directory))
      case .serve(let directory): try Serving.run(BusPlaces(runtimeDirectory: directory))
      }
      return 0
    } catch {
      log(.error, error.reason)
      return error.status
    }
  }
}

/// The command line of `bellhop-bus`.
struct BusArguments {
  enum Parsed {
    case serve(runtimeDirectory: String?)
    /// `command`: which of the arguments names it.
    case exec(command: Int, runtimeDirectory: String?)
    case help
    case version
  }

  /// Kept equal to the version of the other programs, which are not linked here.
  static let version = "0.1.0"

  static let usage = "usage: bellhop-bus [--runtime-directory DIR] [exec -- COMMAND…]"

  static let help = """
    \(usage)

    A message bus for the desktop's notification server: on it the server is asked for by its usual name, while
    Bellhop has that name on the session bus. Everybody else sees the session bus as it is.

      --runtime-directory DIR   listen at DIR/bellhop-bus/bus (default: $XDG_RUNTIME_DIR)
      exec -- COMMAND…          become COMMAND, on that bus; where nobody listens there, on the ordinary one
      --help, --version

    The session bus is DBUS_SESSION_BUS_ADDRESS, else $XDG_RUNTIME_DIR/bus.
    Signals: TERM ends, and with it the notification server.
    Exit status: 0 ended as asked, 1 cannot run, 2 wrong usage; with exec that of COMMAND, 126 or 127 where it cannot
    be run.
    """

  static func parse() throws(StartFault) -> Parsed {
    var directory: String?
    var number = 1
    while let word = try word(number) {
      number += 1
      switch word {
      case "--help", "-h": return .help
      case "--version": return .version
      case "exec":
        if try Self.word(number) == "--" { number += 1 }
        guard number < CommandLine.argc else { throw .usage("exec needs a command") }
        return .exec(command: number, runtimeDirectory: directory)
      default:
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.first == "--runtime-directory" else { throw .usage("unknown argument \(word)") }
        guard directory == nil else { throw .usage("--runtime-directory is given twice") }
        let value = parts.count == 2 ? String(parts[1]) : try Self.word(number)
        if parts.count == 1 { number += 1 }
        guard let value, !value.isEmpty else { throw .usage("--runtime-directory needs a value") }
        directory = value
      }
    }
    return .serve(runtimeDirectory: directory)
  }

  /// `nil` behind the last.
  private static func word(_ number: Int) throws(StartFault) -> String? {
    guard number < CommandLine.argc, let bytes = CommandLine.unsafeArgv[number] else { return nil }
    guard let word = String(validatingCString: bytes) else {
      throw .usage("argument \(number) is not UTF-8")
    }
    return word
  }
}

extension StartFault {
  fileprivate static func usage(_ reason: String) -> StartFault {
    StartFault("\(reason)\n\(BusArguments.usage)", status: 2)
  }
}
