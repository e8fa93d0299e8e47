import Glibc
import TestSupport

/// The repeated call whose cost is counted.
enum BudgetScenario: String, CaseIterable {
  case post = "a plain post"
  case showing = "a post and its showing"
  case nothing = "a call that stores nothing"

  /// Few enough that the daemon gives back their memory after the measurement: it does so seconds after a hundred
  /// iterations of its loop, and a showing takes several.
  var repetitions: Int {
    #if DEBUG
      30
    #else
      self == .showing ? 30 : 100
    #endif
  }

  /// The number of notifications, posted one at a time.
  func profile() async throws -> CallgrindProfile {
    let directory = TemporaryDirectory()
    let bus = self == .showing ? try await PrivateBus() : nil
    let server = try bus.map { try InstantServer(on: $0) }
    defer { server?.end() }
    let output = "\(directory.path)/profile"
    let daemon = try DaemonUnderTest(
      durability: "power", bus: bus, below: Callgrind(output: output, directory: directory))
    let connection = try daemon.connection()
    // The first posts fill the caches. Then the daemon gives back the memory of its start.
    for _ in 0..<20 { try act(connection, server) }
    usleep(5_000_000)
    for _ in 0..<10 { try act(connection, server) }
    try Callgrind.count(true, in: daemon.pid)
    for _ in 0..<repetitions { try act(connection, server) }
    try Callgrind.count(false, in: daemon.pid)
    try await daemon.stop()
    return try await CallgrindProfile(at: output)
  }

  private func act(_ connection: PostConnection, _ server: InstantServer?) throws {
    guard self != .nothing else { return try connection.call(#"{"method":"org.varlink.service.GetInfo"}"#) }
    let shown = server?.count ?? 0
    _ = try connection.postSingly(1)
    guard let server else { return }
    _ = try server.arrival(shown)
    // Wait for the work after the answer, which takes some milliseconds under callgrind.
    usleep(100_000)
  }
}

/// The daemon under callgrind, as a command that replaces the daemon's own.
struct Callgrind {
  let output: String
  let directory: TemporaryDirectory

  /// `program`: a copy without debugging information, which valgrind 3.19 cannot read as Swift 6 writes it.
  func command(_ program: String) throws -> [String] {
    let copy = "\(directory.path)/bellhopd"
    guard shell("objcopy --strip-debug \(program) \(copy)").status == 0 else {
      throw Unmeasurable("\(program) cannot be copied")
    }
    return [
      "/usr/bin/valgrind", "--tool=callgrind", "--demangle=no", "--instr-atstart=no",
      "--callgrind-out-file=\(output)", copy,
    ]
  }

  /// The environment: one seed for all hashes, and copy loops that callgrind counts alike on every processor. (A
  /// single instruction can copy a whole page, and counts as one.)
  static let environment: [String: String?] = [
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000:glibc.cpu.x86_rep_stosb_threshold=1000000",
  ]

  static func count(_ isOn: Bool, in process: pid_t) throws {
    guard shell("callgrind_control -i \(isOn ? "on" : "off") \(process)").status == 0 else {
      throw Unmeasurable("callgrind does not listen")
    }
  }
}
