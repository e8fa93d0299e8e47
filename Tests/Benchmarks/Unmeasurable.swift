import Glibc

/// A failure of a measurement.
struct Unmeasurable: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Ends the program with a reason.
func fail(_ reason: String, status: Int32) -> Never {
  let bytes = Array("bellhop-benchmark: \(reason)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
  exit(status)
}
