import BellhopClient
import Glibc
import TestSupport
import Testing

/// Daemons and programs, one after the other, whose files are recorded. No message bus: all that happens is asked for.
final class RecordedLife {
  private static let recorded: Set<String> = ["state", "spool"]

  let rig: DaemonRig
  private let recorder: DiskRecorder
  private let start: [String: [UInt8]?]
  /// The names of the calls in the order of their answers.
  private var answers: [String] = []

  /// With the files that are there.
  init(_ rig: DaemonRig) throws {
    self.rig = rig
    start = try Self.tree(rig.directory.path)
    recorder = DiskRecorder(of: rig.directory.path, Self.recorded, known: Set(start.keys))
  }

  private static func tree(_ directory: String) throws -> [String: [UInt8]?] {
    func paths(_ type: String) -> [String] {
      shell("cd \(quoted(directory)) && find state spool -type \(type) ! -name '*-shm' 2>/dev/null").output
        .split(separator: "\n").map(String.init)
    }
    let files = try paths("f").map { ($0, [UInt8]?.some(try readFile("\(directory)/\($0)"))) }
    return Dictionary(uniqueKeysWithValues: files + paths("d").map { ($0, nil) })
  }

  /// A daemon from its start to its end, which is orderly or a kill.
  func daemon(ends: Bool = false, _ body: () async throws -> Void) async throws {
    try rig.launch(behind: recorder.launcher)
    try await eventually("a daemon that answers", holds: { (try? rig.control().status()) != nil })
    answers.append(Self.noChange)
    try await body()
    let process = try rig.daemon.pid
    if ends { #expect(try await rig.terminate() == 0) } else { try rig.crash() }
    try await recorder.read(of: process)
  }

  /// A daemon of another user, who alone may ask it: until it has shown this.
  func daemon(of user: Int, with arguments: [String], until title: String) async throws {
    let person = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    let daemon = try rig.run(recorder.launcher + person + rig.arguments + arguments + ["--sink", "console"])
    try await eventually(title, holds: { daemon.output().contains(title) })
    daemon.kill()
    try await recorder.read(of: daemon.pid)
  }

  /// A call that has one answer.
  func app<Result>(_ name: String, _ body: (NotificationsClient) throws -> Result) throws -> Result {
    answers.append(name)
    return try body(rig.notifications())
  }

  func person<Result>(_ name: String, _ body: (ControlClient) throws -> Result) throws -> Result {
    answers.append(name)
    return try body(rig.control())
  }

  /// Another program, whose end is an answer.
  func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    let process = try rig.run(recorder.launcher + arguments)
    let status = try await process.exit()
    try await recorder.read(of: process.pid)
    recorder.noteAnswer()
    answers.append(Self.noChange)
    return (status, process.output())
  }

  private static let noChange = ""

  /// Each call has to have changed what is stored before its answer left. `isAlone`: nothing else asked the daemon.
  func cuts(maySetAside: Bool = false, isAlone: Bool = true) throws -> PowerCuts {
    let cuts = try PowerCuts(start: start, steps: recorder.steps, maySetAside: maySetAside)
    guard isAlone else { return cuts }
    let stored = cuts.storedAtAnswers
    try #require(stored.count == answers.count + 1)
    for (index, name) in answers.enumerated() where name != Self.noChange {
      #expect(stored[index + 1] != stored[index], "\(name) was answered before anything was stored")
    }
    return cuts
  }
}
