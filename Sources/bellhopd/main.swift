import CLinux
import Glibc
import Journal
import NotificationProtocol

// Arguments, then everything in the order in which it depends on each other, then the loop; `Daemon` gives it
// all back in the reverse order.

do throws(StartFault) {
  // Before any file is opened: one that got the number of a standard stream would be read or written by mistake.
  guard clinux_fill_standard_descriptors() == 0 else { throw StartFault("/dev/null cannot be opened") }
  switch try DaemonArguments.parse() {
  case .help: try tell(DaemonArguments.help)
  case .version: try tell("bellhopd \(Version.current)")
  case .run(let arguments):
    let signals = Process.prepare()
    // Copy the environment as it was given: a sink writes to it.
    let environment = Process.environment
    var status: Int32?
    while status == nil { status = try Daemon(arguments, environment, signals).run() }
    exit(status ?? 0)
  }
} catch {
  log(.error, error.reason)
  exit(error.status)
}
