package import Glibc
import Locks

/// A message bus for one test. It has only the services given to it, and accepts every user, since some servers refuse
/// to run as root.
package final class PrivateBus: Sendable {
  package let directory = TemporaryDirectory()
  package var socketPath: String { "\(directory.path)/bus" }
  package var address: String { "unix:path=\(socketPath)" }
  private let process = Mutex<ChildProcess?>(nil)
  private let launching = Mutex(ServerLaunch())

  /// How notification servers are started on this bus from now on.
  package var launch: ServerLaunch {
    get { launching.withLock { $0 } }
    set { launching.withLock { $0 = newValue } }
  }

  /// The environment of services.
  private let environment: [String: String?]

  /// `services`: the command that D-Bus activation starts for each name. `directories`: further service directories,
  /// earlier ones first. `connections`: the limit.
  package init(
    services: [String: String] = [:], directories: [String] = [], environment: [String: String?] = [:],
    connections: Int? = nil
  ) async throws {
    self.environment = environment
    mkdir("\(directory.path)/services", 0o755)
    for (name, command) in services { write(name, command) }
    let limits = Self.limits.merging(connections.map { ["max_connections_per_user": $0] } ?? [:]) { $1 }
      .map { "<limit name=\"\($0)\">\($1)</limit>" }
    writeFile(
      "\(directory.path)/bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        \((directories + ["\(directory.path)/services"]).map { "<servicedir>\($0)</servicedir>" }.joined())
        \(limits.joined())
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """)
    try await start()
  }

  /// The limits of a session bus (session.conf), as far as a flood reaches them.
  private static let limits = [
    "max_incoming_bytes": 1_000_000_000, "max_outgoing_bytes": 1_000_000_000,
    "max_message_size": 1_000_000_000,
    "max_connections_per_user": 100_000, "max_replies_per_connection": 50_000,
  ]

  private func write(_ name: String, _ command: String) {
    writeFile(
      "\(directory.path)/services/\(name).service", "[D-BUS Service]\nName=\(name)\nExec=\(command)\n")
  }

  /// Registers a command that the bus starts from now on, at a call to this name without an owner.
  package func activate(_ name: String, by command: String) async throws {
    write(name, command)
    _ = try await run(
      [
        "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
        "org.freedesktop.DBus.ReloadConfig",
      ], ["DBUS_SESSION_BUS_ADDRESS": address])
  }

  /// The process of the name's owner, or nil without one.
  package func owner(of name: String) async throws -> pid_t? {
    let question = try ChildProcess(
      [
        "/usr/bin/dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
        "org.freedesktop.DBus.GetConnectionUnixProcessID", "string:\(name)",
      ], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
    return try await question.exit() == 0 ? pid_t(question.output().filter(\.isNumber).dropFirst(2)) : nil
  }

  /// Starts the bus, also after `stop`, at the same address.
  package func start() async throws {
    let process = try ChildProcess(
      ["/usr/bin/dbus-daemon", "--nofork", "--nosyslog", "--config-file", "\(directory.path)/bus.conf"],
      environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": nil]) { $1 })
    self.process.withLock { $0 = process }
    let path = socketPath
    try await eventually("a bus that listens") { connects(path) }
  }

  package var pid: pid_t? { process.withLock { $0?.pid } }

  package func stop() {
    let process = process.withLock { $0.take() }
    process?.kill()
    unlink(socketPath)
  }
}

/// How a notification server connects to a bus.
package struct ServerLaunch: Sendable {
  /// The words before its command.
  package let prefix: [String]
  /// The name that it owns then.
  package let name: String
  /// Under sway: whether it runs as the user `nobody`, as sway itself must.
  package let isNobodys: Bool

  package init(
    prefix: [String] = [], name: String = "org.freedesktop.Notifications", isNobodys: Bool = true
  ) {
    self.prefix = prefix
    self.name = name
    self.isNobodys = isNobodys
  }
}
