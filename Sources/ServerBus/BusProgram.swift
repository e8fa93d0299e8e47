import CLinux
import Glibc
import Journal

let log = ProgramLog(program: BusProgram.name)

/// The program `bellhop-bus`: its command line, and what it says of a failure.
public enum BusProgram {
  public static let name = "bellhop-bus"

  /// Until a signal ends it, or never where it becomes another program. Returns its exit status.
  public static func run() -> Int32 {
    do throws(StartFault) {
      // Before anything is opened: what gets the number of a standard stream is read or written by mistake.
      guard clinux_fill_standard_descriptors() == 0 else { throw StartFault("/dev/null cannot be opened") }
      switch try Arguments.parse() {
      case .help: try tell(Arguments.help)
      case .version: try tell("\(name) \(Arguments.version)")
      case .exec(let command, let directory): try Exec.run(command, Places(runtimeDirectory: directory))
      case .serve(let directory): try Serving.run(Places(runtimeDirectory: directory))
      }
      return 0
    } catch {
      log(.error, error.reason)
      return error.status
    }
  }

  /// What cannot be written has not been told.
  private static func tell(_ text: String) throws(StartFault) {
    print(text)
    guard fflush(nil) == 0 else { throw StartFault("standard output: \(String(cString: strerror(errno)))") }
  }
}
