import Glibc
import TestSupport

/// `bellhop post` as a process, from its start to its end, against `notify-send`.
struct ProcessCost {
  private static let bar = 0.5
  private static let theirs = "/usr/bin/notify-send"

  let options: Options

  func measure(_ report: inout Report) async throws {
    guard access(Self.theirs, X_OK) == 0 else {
      return report.omit("bellhop post / notify-send", because: "there is no \(Self.theirs)")
    }
    let bus = try await PrivateBus()
    let server = try InstantServer(on: bus)
    defer { server.end() }
    let daemon = try DaemonUnderTest(durability: "power")
    let program = "\(PackageFiles.products)/bellhop"
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for number in 0..<options.notified {
      theirs.append(
        try seconds([Self.theirs, "Tea", "Number \(number)"], ["DBUS_SESSION_BUS_ADDRESS=\(bus.address)"]))
      ours.append(
        try seconds(
          [program, "--runtime-directory", daemon.runtimeDirectory, "post", "Tea", "Number \(number)"], []))
    }
    report.add("bellhop post", ours.median * 1_000, "ms", digits: 2)
    report.add("notify-send", theirs.median * 1_000, "ms", digits: 2)
    report.add("bellhop post / notify-send", ours.median / theirs.median, digits: 2, .atMost(Self.bar))
    try await daemon.stop()
  }

  private func seconds(_ arguments: [String], _ environment: [String]) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer {
      posix_spawn_file_actions_destroy(&actions)
      for text in words + variables { free(text) }
    }
    var pid: pid_t = 0
    let start = now()
    guard posix_spawn(&pid, arguments[0], &actions, nil, words, variables) == 0 else {
      throw Unmeasurable("cannot start \(arguments[0])")
    }
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid, status == 0 else {
      throw Unmeasurable("\(arguments[0]) failed")
    }
    return now() - start
  }
}
