import Glibc
import TestSupport
import Testing

/// A disk that fails: strace(1) answers in the kernel's place for calls about certain files.
struct DiskFault: Sendable, CustomTestStringConvertible {
  enum Times: Sendable {
    case once, forGood
  }

  /// A system call, such as `pread64`, and the error that it ends with.
  let call: String
  let error: String
  /// Which of them is the first to fail, counted from 1.
  let first: Int
  let times: Times
  /// Names within the state directory.
  let files: [String]
  /// Whether the first sync fails as well: cached pages are read anew after it.
  var failsSync = false

  var testDescription: String {
    "\(call) \(error) at \(first), \(times), \(files.joined(separator: " "))\(failsSync ? ", after a sync" : "")"
  }

  /// How far down the calls a fault may begin: `BELLHOP_FAULTS=200` tries each of the first 200, in an hour or so.
  private static let everyFirst = askedNumber("BELLHOP_FAULTS").map { Array(1...max(Int($0), 1)) }

  /// Every combination is tried at night, or where `BELLHOP_FAULTS` asks for it. Other runs are pairwise: each call with
  /// each place to begin and each duration, half of the combinations.
  static let triesAll = isNightly || everyFirst != nil

  /// The faults of these calls, by the places where they begin, once and for good.
  static func all(
    _ calls: [(call: String, error: String)], files: [String], firsts: [Int] = [1, 4], failsSync: Bool = false
  ) -> [DiskFault] {
    calls.enumerated().flatMap { row, kind in
      (everyFirst ?? firsts).enumerated().flatMap { column, first in
        [Times.once, .forGood].enumerated().compactMap { layer, times in
          guard triesAll || (row + column + layer).isMultiple(of: 2) else { return nil }
          return DiskFault(
            call: kind.call, error: kind.error, first: first, times: times, files: files,
            failsSync: failsSync)
        }
      }
    }
  }

  private func arguments(_ rig: DaemonRig) -> [String] {
    let last = if case .forGood = times { "+" } else { "" }
    return [
      "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call),fdatasync", "-e",
      "inject=\(call):error=\(error):when=\(first)\(last)",
    ]
      + (failsSync ? ["-e", "inject=fdatasync:error=EIO:when=1"] : [])
      + files.flatMap { ["-P", "\(rig.state)/\($0)"] }
  }

  /// In front of the daemon's own arguments: it fails from the start. The daemon stays the test's own child.
  func launcher(_ rig: DaemonRig) -> [String] { ["/usr/bin/strace", "-D", "-I1"] + arguments(rig) }

  /// Makes system calls of a running daemon fail, until the returned process is released.
  func begin(on rig: DaemonRig) async throws -> ChildProcess {
    let process = try ChildProcess(
      ["/usr/bin/strace"] + arguments(rig) + ["-p", "\(try rig.daemon.pid)"], environment: [:])
    try await eventually("a disk that fails") {
      guard process.isRunning else { throw DaemonRig.Ended(output: "strace: \(process.output())") }
      return try Self.tracer(of: rig) == nil ? nil : ()
    }
    return process
  }

  /// The disk works again.
  static func end(on rig: DaemonRig) async throws {
    guard let tracer = try tracer(of: rig) else { return }
    kill(tracer, SIGTERM)
    try await eventually("a disk that works", holds: { try Self.tracer(of: rig) == nil })
  }

  private static func tracer(of rig: DaemonRig) throws -> pid_t? {
    let status = String(decoding: try readFile("/proc/\(try rig.daemon.pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line?.split(separator: "\t").last.flatMap { pid_t($0) }.flatMap { $0 == 0 ? nil : $0 }
  }
}
