import Glibc
import TestSupport

/// Daemons that the bus starts, one after the other.
struct ActivatedDaemon {
  private let directory: TemporaryDirectory
  private var script: String { "\(directory.path)/activated.sh" }
  private var processes: String { "\(directory.path)/activated" }
  private var log: String { "\(directory.path)/activated.log" }

  init(in directory: TemporaryDirectory) { self.directory = directory }

  /// The command for the bus.
  var command: String { "/bin/sh \(script)" }

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

  /// The one that runs. Its number may be another's by now, who knows nothing of this directory.
  func kill() {
    guard let last = pids.last,
      let words = try? readFile("/proc/\(last)/cmdline"),
      String(decoding: words, as: UTF8.self).contains(directory.path)
    else { return }
    _ = Glibc.kill(last, SIGKILL)
  }
}
