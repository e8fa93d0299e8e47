import Glibc
import NotificationProtocol

// Arguments, then everything in the order in which it depends on each other, then the loop; `Daemon` gives it
// all back in the reverse order.

switch Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
case .help:
  print(Arguments.help)
case .version:
  print("bellhopd \(Version.current)")
case .wrong(let reason):
  log(.error, "\(reason)\n\(Arguments.usage)")
  exit(2)
case .run(let arguments):
  Process.prepare()
  do {
    let daemon = try Daemon(arguments, environment: Process.environment)
    exit(daemon.run())
  } catch {
    log(.error, error.reason)
    exit(error.status)
  }
}
