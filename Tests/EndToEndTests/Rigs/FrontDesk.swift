import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

/// The daemon in the desktop's notification name, and the real server behind bellhop-bus.
struct FrontDesk {
  static let mode = "[Front]\nMode=on\n"

  let renaming: RenamingBus
  let rig: DaemonRig

  /// Before a server is started: `renaming.bus` starts it behind.
  init(configuration: String = mode) async throws {
    renaming = try await RenamingBus()
    rig = DaemonRig(bus: renaming.bus, configuration: configuration)
    // The daemon looks for bellhop-bus in its own runtime directory.
    try #require(symlink("\(renaming.directory.path)/bellhop-bus", "\(rig.runtime)/bellhop-bus") == 0)
  }

  /// Starts the daemon, and waits until it has the name, and a server.
  func open() async throws {
    try await rig.start()
    try await ownsName()
    try await rig.meetsServer()
  }

  func ownsName() async throws {
    try await eventually("the name in Bellhop's hands") {
      // One that the bus starts may not be there yet.
      let findings = try? rig.control().examine().findings
      return findings?.contains { $0.subject == .front && $0.verdict == .works } == true
    }
  }

  /// The process that has the notification name.
  var owner: pid_t? {
    get async throws { try await renaming.bus.owner(of: RenamingBus.a) }
  }

  /// Calls for the notification name and nothing else: no question comes before, as with libraries.
  func call(_ title: String) throws -> ChildProcess {
    try run(
      "/usr/bin/busctl", "--address=\(renaming.bus.address)", "call", RenamingBus.a,
      "/org/freedesktop/Notifications", RenamingBus.a, "Notify", "susssasa{sv}i", "app", "0", "", title, "",
      "0", "0", "--", "-1")
  }

  /// A program of the desktop's.
  func run(_ arguments: String...) throws -> ChildProcess { try rig.run(arguments) }

  /// Its output, once it has ended with status 0.
  func output(_ arguments: String...) async throws -> String {
    let process = try rig.run(arguments)
    let status = try await process.exit()
    let output = process.output()
    try #require(status == 0, "\(arguments): \(output)")
    return output.trimmed
  }

  /// Posts as scripts do; returns the number.
  @discardableResult
  func notifySend(_ arguments: String...) async throws -> UInt32 { try await notifySend(arguments) }

  @discardableResult
  func notifySend(_ arguments: [String], by program: [String] = ["/usr/bin/notify-send"]) async throws
    -> UInt32
  {
    let process = try rig.run(program + ["-p"] + arguments)
    let status = try await process.exit()
    try #require(status == 0, "\(process.output())")
    // The last line, behind any messages of standard error.
    let last = try #require(process.output().trimmed.split(separator: "\n").last)
    return try #require(UInt32(last), "\(process.output())")
  }

  func entry(_ title: String) throws -> Entry? {
    try rig.control().list().entries.first { $0.title == title }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
