import CLinux
import EventLoop
import Glibc

/// Settings of the whole process.
enum Process {
  /// Signals of a program that cannot go on. The Swift runtime may have handlers for them that print memory.
  private static let faults: Set<Int32> = [
    SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
  ]
  /// Signals by which the daemon ends in order.
  private static let ends: [Int32] = [SIGTERM, SIGINT]
  /// Signals by which a person or the system ends or stops a process, and signals that do nothing by default.
  private static let wishes: Set<Int32> = [
    SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGXCPU, SIGSTOP, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGURG,
    SIGWINCH,
  ]

  /// To be called before any thread starts. Files are private; signals that mean nothing here (a closed socket, a full
  /// quota, an inherited timer) are ignored, and the returned ones wait for the loop; no core is written, which would
  /// hold private text; all threads share a heap.
  static func prepare() -> HeldSignals {
    let held = HeldSignals(ends + [SIGHUP])
    clinux_share_heap()
    umask(0o077)
    for number in Int32(1)...64 where !wishes.contains(number) {
      if faults.contains(number) { signal(number, SIG_DFL) } else { clinux_ignore_signal(number) }
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    clinux_forbid_core_dumps()
    return held
  }

  /// Ends the process in the midst of a start where it was told to: nothing is served yet, and each step of a start
  /// bears a kill. Waits for that so many milliseconds.
  static func endIfTold(_ signals: HeldSignals, within milliseconds: Int64 = 0) {
    if signals.pause(milliseconds: milliseconds, unless: ends) != nil { exit(statusUnserved) }
  }

  /// The status of a daemon that is told to end before it serves. A bus that has started it would take 0 for a program
  /// that is still to serve its name, and start no other for two minutes.
  static var statusUnserved: Int32 { environment["DBUS_STARTER_ADDRESS"] == nil ? 0 : 1 }

  /// The directory of the program of this process; `nil` if it cannot be found.
  static var directory: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let program = String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }

  static var environment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return result
  }

  /// The kernel's name for a process.
  static func name(of process: Int32) -> String? {
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return count > 1 ? String(decoding: bytes[..<(count - 1)], as: UTF8.self) : nil
  }

  /// Changes with every start of the machine.
  static var bootID: String {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "unknown" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
  }
}
