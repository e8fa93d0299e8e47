import Glibc
import TestSupport
import Testing

/// A control group with so little memory that a second process in it has the kernel kill the daemon.
final class MemoryShortage {
  private static let bytes = 96 << 20
  /// Of the two forms of control groups, the one that has the memory here.
  private static let isOld = access("/sys/fs/cgroup/memory/cgroup.procs", F_OK) == 0
  private static let parent = isOld ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup"
  private static let path = "\(parent)/bellhop-test-\(getpid())"
  private static let limit = "\(path)/\(isOld ? "memory.limit_in_bytes" : "memory.max")"
  /// Root can make a control group, which has a limit for the memory.
  static let isAvailable: Bool = {
    guard mkdir(path, 0o755) == 0 else { return false }
    defer { rmdir(path) }
    return access(limit, W_OK) == 0
  }()

  private var other: ChildProcess?

  init() throws {
    try #require(mkdir(Self.path, 0o755) == 0)
    writeFile(Self.limit, "\(Self.bytes)")
  }

  deinit {
    other?.kill()
    rmdir(Self.path)
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
    let file = "\(Self.path)/\(Self.isOld ? "memory.oom_control" : "memory.events")"
    return Int(shell("sed -n 's/^oom_kill //p' \(file)").output.filter(\.isNumber)) ?? 0
  }

  private func inside(_ command: String) -> [String] {
    ["/bin/sh", "-c", "echo $$ >\(Self.path)/cgroup.procs && \(command) && exec \"$@\"", "launcher"]
  }
}
