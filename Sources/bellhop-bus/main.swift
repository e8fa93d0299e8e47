import CLinux
import Glibc

do throws(StartFault) {
  // Before anything is opened: what gets the number of a standard stream is read or written by mistake.
  guard clinux_fill_standard_descriptors() == 0 else { throw StartFault("/dev/null cannot be opened") }
  switch try Arguments.parse() {
  case .help: try tell(Arguments.help)
  case .version: try tell("bellhop-bus \(Arguments.version)")
  case .exec(let command, let directory): try Exec.run(command, Places(runtimeDirectory: directory))
  case .serve(let directory): try Serving.run(Places(runtimeDirectory: directory))
  }
} catch {
  log(.error, error.reason)
  exit(error.status)
}

/// What cannot be written has not been told.
func tell(_ text: String) throws(StartFault) {
  print(text)
  guard fflush(nil) == 0 else { throw StartFault("standard output: \(String(cString: strerror(errno)))") }
}
