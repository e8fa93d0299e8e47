import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Intake

/// Which processes a notification server has started.
struct DescentInspectionTests {
  private static let own = "unix:path=/run/user/1000/bellhop-bus/session-300"
  private let directory = TemporaryDirectory()

  /// It began this second.
  private func add(_ pid: Int32, parent: Int32, second: Int64, bus: String? = nil) throws {
    let path = "\(directory.path)/\(pid)"
    mkdir(path, 0o700)
    let ticks = second * Int64(sysconf(Int32(_SC_CLK_TCK)))
    let zeros = Array(repeating: "0", count: 17).joined(separator: " ")
    try write("\(pid) (x) S \(parent) \(zeros) \(ticks) 0", to: "\(path)/stat")
    let variables = ["HOME=/home/u"] + (bus.map { ["DBUS_SESSION_BUS_ADDRESS=\($0)"] } ?? []) + ["Z=1"]
    try write(variables.map { "\($0)\0" }.joined(), to: "\(path)/environ")
  }

  private func write(_ text: String, to path: String) throws {
    let file = FileDescriptor(
      owning: try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) })
    let bytes = Array(text.utf8)
    #expect(Glibc.write(file.raw, bytes, bytes.count) == bytes.count)
  }

  private func isStarted(_ pid: Int32, second: Int64) throws -> Bool {
    let process = CallingProcess(
      number: pid, parent: 1, began: Uptime(milliseconds: second * 1_000), unit: nil, name: "x")
    return try PeerInspection(procRoot: directory.path).isStarted(process, by: 300, busIn: "bellhop-bus")
  }

  @Test func `a script whose parent has ended is known by the address that it has inherited`() throws {
    try add(300, parent: 1, second: 5, bus: Self.own)
    try add(400, parent: 1, second: 9, bus: Self.own)
    #expect(try isStarted(400, second: 9))
    #expect(try !isStarted(400, second: 8), "another process had the number")
    try add(401, parent: 1, second: 9, bus: "unix:path=/run/user/1000/bellhop-bus/session-299")
    try add(402, parent: 1, second: 9, bus: "unix:path=/run/user/1000/bus")
    try add(403, parent: 1, second: 9)
    for other in [401, 402, 403] as [Int32] { #expect(try !isStarted(other, second: 9)) }
    #expect(try !isStarted(404, second: 9))
  }

  @Test func `the session's own address tells nothing`() throws {
    try add(300, parent: 1, second: 5, bus: "unix:path=/run/user/1000/bus")
    try add(400, parent: 1, second: 9, bus: "unix:path=/run/user/1000/bus")
    #expect(try !isStarted(400, second: 9))
  }

  @Test func `a child of a child is known by its parents`() throws {
    try add(300, parent: 1, second: 5, bus: Self.own)
    try add(400, parent: 300, second: 6)
    try add(500, parent: 400, second: 7)
    #expect(try isStarted(500, second: 7))
    try add(400, parent: 300, second: 8)
    #expect(try !isStarted(500, second: 7), "its parent's number is another process's now")
    for next in 501...520 as ClosedRange<Int32> { try add(next, parent: next - 1, second: 9) }
    #expect(try !isStarted(520, second: 9), "too far away")
  }

  @Test func `an environment that is too long is not read`() throws {
    let long = Self.own + String(repeating: "x", count: 300_000)
    try add(300, parent: 1, second: 5, bus: long)
    try add(400, parent: 1, second: 9, bus: long)
    #expect(try !isStarted(400, second: 9))
  }
}
