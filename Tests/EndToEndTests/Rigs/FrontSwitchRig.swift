import Glibc
import TestSupport
import Testing

/// A session with a service manager, a notification server that is a unit of it, and the daemon; `bellhop front` in it.
final class FrontSwitchRig: Sendable {
  static let a = "org.freedesktop.Notifications"
  static let b = "io.bellhop.NotificationServer"
  static let unit = "dunst.service"

  let home = TemporaryDirectory()
  /// The programs, which a test can take away.
  var programs: String { "\(home.path)/programs" }
  let bus: PrivateBus
  let units: ScriptedUnits?
  let rig: DaemonRig
  let serverLog: String
  let unit: String

  var services: String { "\(home.path)/data/dbus-1/services" }
  var frontFile: String { "\(services)/\(Self.a).service" }
  var daemonFile: String { "\(services)/io.bellhop.Daemon.service" }
  var serverFile: String { "\(services)/\(Self.b).service" }
  var dropIn: String { "\(home.path)/config/systemd/user/\(unit).d/bellhop.conf" }

  /// `arguments`: of the server, as they stand in its unit. `managerReads`: its own XDG_CONFIG_HOME. `change`: of the
  /// unit.
  init(
    configuration: String = DaemonRig.allowing, unit: String = FrontSwitchRig.unit, arguments: String = "",
    hasManager: Bool = true,
    managerReads configurationHome: String = "config",
    change: (inout ScriptedUnits.Unit) -> Void = { _ in }
  ) async throws {
    self.unit = unit
    let home = home.path
    for name in ["config", "data", "state", "stubs", "share"] { mkdir("\(home)/\(name)", 0o755) }
    let environment: [String: String?] = [
      "HOME": home, "XDG_CONFIG_HOME": "\(home)/config", "XDG_DATA_HOME": "\(home)/data",
      "XDG_STATE_HOME": "\(home)/state", "XDG_DATA_DIRS": "\(home)/share",
      "PATH": "\(home)/stubs:/usr/bin:/bin", "SCRIPTED_SERVER_ACTIVATED": "1",
      // The tool's runtime directory is the daemon's.
      "XDG_RUNTIME_DIR": "\(home)/run",
    ]
    mkdir("\(home)/run", 0o700)
    bus = try await PrivateBus(
      directories: ["\(home)/data/dbus-1/services", "\(home)/share/dbus-1/services"], environment: environment
    )
    serverLog = try ScriptedServer.logPath()
    let script = try ScriptedServer.script()
    Self.link(PackageFiles.products, to: "\(home)/programs")
    Self.stubSystemctl("\(home)/stubs/systemctl", bus.address)
    var server = ScriptedUnits.Unit(
      type: "dbus", busName: Self.a, execStart: "/usr/bin/python3 \(script) \(serverLog) \(arguments)")
    change(&server)
    var socket = ScriptedUnits.Unit()
    socket.listen = "\(home)/run/bellhop-bus/bus"
    socket.program = ["\(home)/programs/bellhop-bus"]
    let files = [
      unit: server, "bellhop-bus.socket": socket, "bellhop-bus.service": ScriptedUnits.Unit(),
    ]
    units =
      hasManager
      ? try await ScriptedUnits(
        on: bus, units: files,
        environment: environment.merging(["XDG_CONFIG_HOME": "\(home)/\(configurationHome)"]) { $1 }) : nil
    rig = try await DaemonRig.started(
      bus: bus, configuration: configuration, environment: environment,
      program: "\(home)/programs/bellhopd", runtime: "\(home)/run")
  }

  /// Programs of the same file system are links; in another they are copied.
  private static func link(_ products: String, to directory: String) {
    let names = ["bellhop", "bellhopd", "bellhop-bus"].map { quoted("\(products)/\($0)") }.joined(
      separator: " ")
    _ = shell(
      "mkdir \(quoted(directory)) && { ln \(names) \(quoted(directory)) 2>/dev/null || cp -f \(names) \(quoted(directory)); }"
    )
  }

  /// A `systemctl` that speaks to the scripted manager, with the calls that are needed here.
  private static func stubSystemctl(_ path: String, _ address: String) {
    writeFile(
      path,
      """
      #!/bin/sh
      [ "$1" = --user ] && [ "$2" = start ] || exit 1
      DBUS_SESSION_BUS_ADDRESS='\(address)' exec dbus-send --session --print-reply --dest=org.freedesktop.systemd1 \
        /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager.StartUnit "string:$3" string:replace
      """, mode: 0o755)
  }

  // MARK: Actions

  func bellhop(_ arguments: String...) async throws -> (status: Int32, output: String) {
    try await bellhop(arguments)
  }

  func bellhop(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    let tool = try rig.run(["\(programs)/bellhop"] + arguments)
    let status = try await tool.exit(within: .seconds(60))
    return (status, tool.output())
  }

  func startServer() async throws {
    try await manage("StartUnit")
    try await eventually("a server", holds: { try await owner(Self.a) != nil })
  }

  /// As systemctl does it, with the server's unit.
  func manage(_ method: String) async throws {
    let call = try rig.run([
      "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.systemd1",
      "/org/freedesktop/systemd1",
      "org.freedesktop.systemd1.Manager.\(method)", "string:\(unit)", "string:replace",
    ])
    #expect(try await call.exit() == 0, "\(call.output())")
  }

  func notify(_ title: String) async throws -> (status: Int32, output: String) {
    try await gdbus(
      Self.a, "/org/freedesktop/Notifications", "\(Self.a).Notify", "app", "0", "", title, "", "[]", "{}",
      "--", "-1")
  }

  func gdbus(_ name: String, _ path: String, _ method: String, _ arguments: String...) async throws
    -> (status: Int32, output: String)
  {
    let call = try rig.run(
      ["/usr/bin/gdbus", "call", "--session", "-d", name, "-o", path, "-m", method] + arguments)
    let status = try await call.exit(within: .seconds(30))
    return (status, call.output())
  }

  // MARK: State

  /// The unique name of who has a name.
  func owner(_ name: String) async throws -> String? {
    let (status, output) = try await gdbus(
      "org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetNameOwner", name)
    return status == 0 ? output : nil
  }

  func ownerProcess(_ name: String) async throws -> Int32? {
    let (status, output) = try await gdbus(
      "org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetConnectionUnixProcessID", name)
    return status == 0 ? Int32(output.filter(\.isNumber).dropFirst(2)) : nil
  }

  /// The server's command line, on either bus.
  var serverWords: [String] {
    let process = shell("pgrep -f \(quoted(serverLog))").output.split(separator: "\n").first ?? ""
    let bytes = (try? readFile("/proc/\(process)/cmdline")) ?? []
    return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var shown: [String] {
    ScriptedServer.entries(in: serverLog).compactMap { $0.method == "Notify" ? $0.title : nil }
  }

  func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  func text(_ path: String) -> String {
    (try? readFile(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Every file below the person's directories that Bellhop could have left.
  var files: [String] {
    shell("cd \(quoted(home.path)) && find config data state -type f -o -type l").output.split(
      separator: "\n"
    )
    .map(String.init).sorted()
  }

  /// Whether everything is as before `front on`: the server has its name, on the ordinary bus.
  func isAsBefore() async throws {
    try await eventually("a server with its own name") {
      guard let process = try await ownerProcess(Self.a) else { return false }
      return shell("tr '\\0' ' ' </proc/\(process)/cmdline").output.contains(serverLog)
    }
    #expect(try await owner(Self.b) == nil)
    #expect(files == [])
    #expect(try rig.control().frontReport().mode == "off")
  }
}
