import BellhopClient
import Glibc
import TestSupport
import Testing

/// Daemons and programs, one after the other, whose files are recorded.
final class RecordedLife {
  private static let recorded: Set<String> = ["state", "spool"]

  let rig: DaemonRig
  private let recorder: DiskRecorder
  private let start: [String: [UInt8]?]
  /// The names of the calls in the order of their answers.
  private var answers: [String] = []

  /// Begins with the files that the rig has by now.
  init(_ rig: DaemonRig) throws {
    self.rig = rig
    start = try Self.tree(rig.directory.path)
    recorder = DiskRecorder(of: rig.directory.path, Self.recorded, known: Set(start.keys))
  }

  private static func tree(_ directory: String) throws -> [String: [UInt8]?] {
    func paths(_ type: String) -> [String] {
      shell("cd \(quoted(directory)) && find state spool -type \(type) 2>/dev/null").output
        .split(separator: "\n").map(String.init).filter(DiskRecorder.records)
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

  /// A daemon of another user, who alone may ask it: until it has shown this, and to an orderly end.
  func daemon(of user: Int, with arguments: [String], until title: String) async throws {
    let person = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    let daemon = try rig.run(recorder.launcher + person + rig.arguments + arguments + ["--sink", "console"])
    try await eventually(title, holds: { daemon.output().contains(title) })
    daemon.signal(SIGTERM)
    #expect(try await daemon.exit() == 0)
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

  private static let noChange = "no change"

  /// The steps have to lead to the files that there are. `isAlone`: nothing else asked the daemon; then each call has
  /// to have changed what is stored by one step before its answer left, and nothing else has.
  func cuts(maySetAside: Bool = false, isAlone: Bool = true) throws -> PowerCuts {
    let cuts = try PowerCuts(start: start, steps: recorder.steps, maySetAside: maySetAside)
    let real = try Self.tree(rig.directory.path)
    let others = Set(real.keys).union(cuts.end.keys).filter { real[$0] != cuts.end[$0] }
    #expect(others.isEmpty)
    guard isAlone else { return cuts }
    try #require(cuts.answers.count == answers.count)
    let rows = cuts.rows.map(Self.asked)
    let places = [0] + cuts.answers + [cuts.steps.count]
    for (index, name) in (answers + [Self.noChange]).enumerated() {
      let between = rows[places[index]...places[index + 1]]
      let changes = zip(between, between.dropFirst()).filter { $0 != $1 }.map(PowerCuts.difference)
      #expect(
        changes.count == (name == Self.noChange ? 0 : 1), "up to answer \(index + 1), \(name): \(changes)")
    }
    return cuts
  }

  /// What the daemon stores by itself: the configuration that it runs by, the clocks, that traces of what was erased are left,
  /// whether an app could be started, and a banner that says so.
  private static let own = [
    "switches: 'configuration' ", "switches: 'traces' ", "switches: 'clocks' ", " 'actions.starting' ",
    " 'deadEnd' ",
  ]

  /// Without what the daemon stores by itself.
  private static func asked(_ rows: String) -> [Substring] {
    rows.split(separator: "\n").filter { row in !own.contains(where: row.contains) }
  }
}
