import Glibc

/// Why the program cannot run, and the status it exits with.
package struct StartFault: Error {
  package let reason: String
  package let status: Int32

  package init(_ reason: String, status: Int32 = 1) {
    self.reason = reason
    self.status = status
  }

  /// EX_CONFIG of sysexits.h: what is there is for a newer version.
  package static let tooNew: Int32 = 78
}

/// A path that the command line gave, from the directory that the program was started in.
package func absolutePath(_ path: String) throws(StartFault) -> String {
  guard !path.hasPrefix("/") else { return path }
  guard let here = getcwd(nil, 0) else { throw StartFault("the working directory is gone") }
  defer { free(here) }
  return "\(String(cString: here))/\(path)"
}

/// Prints the answer to what was asked of the program itself. One that cannot be written has not been told.
package func tell(_ text: String) throws(StartFault) {
  print(text)
  guard fflush(nil) == 0 else { throw StartFault("standard output: \(String(cString: strerror(errno)))") }
}
