import Glibc
import TestSupport

/// Daemons that the bus starts, one after the other.
struct ActivatedDaemon {
  private let directory: TemporaryDirectory
  private var script: String { "\(directory.path)/activated.sh" }
  private var processes: String { "\(directory.path)/activated" }
  private var log: String { "\(directory.path)/activated.log" }

  init(in directory: TemporaryDirectory) { self.directory = directory }

  /// The command for the bus, at the notification name and at the daemon's own: two, since the bus takes a program that
  /// fails at one name to have failed at every name with the same command.
  var command: String { "/bin/sh \(script)" }
  var ownCommand: String { "\(command) again" }

  /// `words`: the program with its arguments.
  func write(_ words: [String]) {
    writeFile(
      script,
      """
      echo $$ >>\(quoted(processes))
      exec \(words.map(quoted).joined(separator: " ")) >>\(quoted(log)) 2>&1

      """)
  }

  /// All that there were, the last one last.
  var pids: [pid_t] {
    (try? readFile(processes)).map { String(decoding: $0, as: UTF8.self) }?.split(separator: "\n").compactMap
    {
      pid_t($0)
    } ?? []
  }

  /// The output of the daemons.
  var output: String { (try? readFile(log)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Those that run. A number may be another's by now, who knows nothing of this directory.
  func kill() {
    for pid in pids {
      let words = (try? readFile("/proc/\(pid)/cmdline")) ?? []
      guard String(decoding: words, as: UTF8.self).contains(directory.path) else { continue }
      _ = Glibc.kill(pid, SIGKILL)
    }
  }
}
