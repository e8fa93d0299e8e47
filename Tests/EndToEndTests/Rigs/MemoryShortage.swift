import Glibc
import TestSupport
import Testing

/// A control group with so little memory that a second process in it has the kernel kill the daemon.
final class MemoryShortage {
  private static let bytes = 96 << 20
  /// Of the two forms of control groups, the one that has the memory here.
  private static let isOld = access("/sys/fs/cgroup/memory/cgroup.procs", F_OK) == 0
  private static let parent = isOld ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup"
  static let isAvailable =
    geteuid() == 0
    && (isOld
      || (try? readFile("\(parent)/cgroup.subtree_control")).map {
        String(decoding: $0, as: UTF8.self).contains("memory")
      } == true)

  private let path = "\(parent)/bellhop-test-\(getpid())"
  private var other: ChildProcess?

  init() throws {
    try #require(mkdir(path, 0o755) == 0)
    writeFile("\(path)/\(Self.isOld ? "memory.limit_in_bytes" : "memory.max")", "\(Self.bytes)")
  }

  deinit {
    other?.kill()
    rmdir(path)
  }

  /// In front of the daemon's own arguments: of all in the group it is the one that the kernel chooses.
  var launcher: [String] { inside("echo 1000 >/proc/self/oom_score_adj") }

  /// Another process takes all the memory but a little.
  func begin() throws {
    let hog = "import time; all = b'x' * \(Self.bytes - (6 << 20)); time.sleep(600)"
    other = try ChildProcess(inside("true") + ["/usr/bin/python3", "-c", hog])
  }

  /// The number of processes in it that the kernel has killed.
  var kills: Int {
    let file = "\(path)/\(Self.isOld ? "memory.oom_control" : "memory.events")"
    return Int(shell("sed -n 's/^oom_kill //p' \(file)").output.filter(\.isNumber)) ?? 0
  }

  private func inside(_ command: String) -> [String] {
    ["/bin/sh", "-c", "echo $$ >\(path)/cgroup.procs && \(command) && exec \"$@\"", "launcher"]
  }
}
