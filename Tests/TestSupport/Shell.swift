import Glibc

/// The result of a command.
package struct ShellResult: Sendable {
  /// The exit status; 128 and more after a signal.
  package let status: Int32
  package let output: String
}

/// Runs a command of `/bin/sh` without input, and waits for it. Standard error is not part of the output unless the
/// command redirects it.
package func shell(_ command: String) -> ShellResult {
  guard let pipe = popen("{ \(command)\n} </dev/null", "r") else {
    return ShellResult(status: -1, output: "")
  }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = fread(&chunk, 1, chunk.count, pipe)
    guard count > 0 else { break }
    bytes += chunk[..<count]
  }
  let status = pclose(pipe)
  let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  return ShellResult(status: exit, output: String(decoding: bytes, as: UTF8.self))
}

/// The text as one word for the shell, with any characters.
package func quoted(_ word: String) -> String {
  "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
