import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Intake

/// The script or the unit behind a post of the command line.
struct ScriptInspectionTests {
  private static let session = "0::/user.slice/user-1000.slice/session-2.scope\n"
  private static let now: Int64 = 1_000_000

  /// A proc file system with a few processes in it.
  private final class Proc {
    let directory: TemporaryDirectory
    init() throws { directory = TemporaryDirectory() }

    /// `age`: milliseconds that it had lived by the time of the call.
    func add(
      _ pid: Int32, _ program: String, _ arguments: [String] = [], parent: Int32, age: Int64,
      group: String = session, isReadable: Bool = true
    ) throws {
      let path = "\(directory.path)/\(pid)"
      mkdir(path, 0o700)
      let ticks = (now - age) * Int64(sysconf(Int32(_SC_CLK_TCK))) / 1_000
      let fields = Array(repeating: "0", count: 17)
      try write(
        "\(pid) (\(program)) S \(parent) \(fields.joined(separator: " ")) \(ticks) 0", to: "\(path)/stat")
      try write(group, to: "\(path)/cgroup")
      try write(arguments.map { "\($0)\0" }.joined(), to: "\(path)/cmdline")
      if isReadable { symlink("/usr/bin/\(program)", "\(path)/exe") }
    }

    private func write(_ text: String, to path: String) throws {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
      let file = FileDescriptor(owning: try systemCall("open") { open(path, flags, 0o600) })
      let bytes = Array(text.utf8)
      #expect(Glibc.write(file.raw, bytes, bytes.count) == bytes.count)
    }

    func script(of pid: Int32) -> ScriptID? {
      PeerInspection(procRoot: directory.path).script(of: pid, now: Uptime(milliseconds: now))
    }

    /// A command that this process has just started.
    func post(from parent: Int32, _ pid: Int32 = 900, group: String = session) throws -> ScriptID? {
      try add(pid, "bellhop", ["bellhop", "post", "x"], parent: parent, age: 10, group: group)
      return script(of: pid)
    }
  }

  private static func named(_ name: String) -> ScriptID { ScriptID(named: name) }

  @Test func `a script is one poster however often it is started, and another script another`() throws {
    let proc = try Proc()
    try proc.add(100, "sway", ["sway"], parent: 1, age: 50_000)
    try proc.add(200, "sh", ["sh", "-c", "~/bin/volume.sh +5"], parent: 100, age: 40)
    try proc.add(201, "bash", ["/bin/bash", "/home/u/bin/volume.sh", "+5"], parent: 200, age: 20)
    try proc.add(301, "bash", ["/bin/bash", "/home/u/bin/volume.sh", "-5"], parent: 100, age: 20)
    try proc.add(401, "python3.11", ["python3", "-u", "battery.py"], parent: 100, age: 20_000)
    #expect(try proc.post(from: 201) == Self.named("script /home/u/bin/volume.sh"))
    #expect(try proc.post(from: 301) == Self.named("script /home/u/bin/volume.sh"))
    #expect(try proc.post(from: 401) == Self.named("script battery.py"))
  }

  @Test func `what fail2ban starts for each ban is fail2ban`() throws {
    let proc = try Proc()
    try proc.add(
      100, "python3", ["/usr/bin/python3", "/usr/bin/fail2ban-server", "-xf"], parent: 1, age: 50_000)
    try proc.add(200, "sh", ["/bin/sh", "-c", "bellhop post 'Banned 192.0.2.1'"], parent: 100, age: 15)
    try proc.add(201, "dash", ["/bin/sh", "-c", "bellhop post 'Banned 192.0.2.2'"], parent: 100, age: 15)
    #expect(try proc.post(from: 200) == Self.named("script /usr/bin/fail2ban-server"))
    #expect(try proc.post(from: 201) == Self.named("script /usr/bin/fail2ban-server"))
  }

  @Test func `a command that only starts another passes, and one that lives on does not`() throws {
    let proc = try Proc()
    try proc.add(100, "watchd", ["watchd"], parent: 1, age: 50_000)
    try proc.add(200, "timeout", ["timeout", "5", "bellhop"], parent: 100, age: 15)
    #expect(try proc.post(from: 200) == Self.named("program watchd"))
    // After a long command, the process that started it.
    try proc.add(300, "timeout", ["timeout", "9h", "bellhop", "run", "make"], parent: 100, age: 30_020)
    try proc.add(301, "bellhop", ["bellhop", "run", "make"], parent: 300, age: 30_000)
    #expect(proc.script(of: 301) == Self.named("program watchd"))
  }

  @Test func `what is typed counts for where it is typed`() throws {
    let proc = try Proc()
    try proc.add(100, "foot", ["foot"], parent: 1, age: 50_000)
    try proc.add(200, "bash", ["-bash"], parent: 100, age: 40_000)
    try proc.add(201, "zsh", ["zsh", "-i"], parent: 100, age: 40_000)
    for shell: Int32 in [200, 201] { #expect(try proc.post(from: shell) == Self.named("program foot")) }
  }

  @Test func `a program that calls itself is known by its name`() throws {
    let proc = try Proc()
    try proc.add(100, "sway", ["sway"], parent: 1, age: 50_000)
    try proc.add(200, "waybar", ["waybar"], parent: 100, age: 40_000)
    try proc.add(201, "python3", ["python3", "/home/u/poll.py"], parent: 100, age: 5)
    #expect(proc.script(of: 200) == Self.named("program waybar"))
    #expect(proc.script(of: 201) == Self.named("script /home/u/poll.py"))
  }

  @Test func `a service or an app's scope of its own is the poster, whatever runs in it`() throws {
    let proc = try Proc()
    try proc.add(100, "sway", ["sway"], parent: 1, age: 50_000)
    try proc.add(200, "bash", ["bash", "one.sh"], parent: 100, age: 40_000)
    try proc.add(201, "bash", ["bash", "two.sh"], parent: 100, age: 40_000)
    let manager = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/"
    let units = [
      ("backup.service", "backup.service"), ("notify@nightly.service", "notify"),
      ("notify@weekly.service", "notify"), ("app-gnome-org.example.Mail-77.scope", "gnome-org.example.Mail"),
      ("app-battery@autostart.service", "battery"), ("job.scope/inner", "job.scope"),
    ]
    for (unit, name) in units {
      for script: Int32 in [200, 201] {
        #expect(try proc.post(from: script, group: "\(manager)\(unit)\n") == Self.named("unit \(name)"))
      }
    }
    let older = "12:pids:/user.slice/a.service\n1:name=systemd:/system.slice/fail2ban.service\n"
    #expect(try proc.post(from: 200, group: older) == Self.named("unit fail2ban.service"))
  }

  @Test(arguments: [
    "user.slice/user-1000.slice/session-2.scope", "user@1000.service/init.scope", "user@1000.service",
    "user@1000.service/app.slice/dbus.service", "user@1000.service/app.slice/dbus-broker.service",
    "user@1000.service/app.slice/vte-spawn-1b4e28ba.scope", "user@1000.service/app.slice/run-r1b4e28ba.scope",
    "user@1000.service/app.slice/app-gnome-org.gnome.Terminal-77.scope", "system.slice/cron.service",
    "user@1000.service/app.slice/app-foot@1b4e28ba.service", "user@1000.service/session.slice/sway.service",
    "user@1000.service/session.slice/org.gnome.Shell@wayland.service",
    "user@1000.service/session.slice/wayland-wm@Hyprland.service", "",
  ])
  func `a unit in which all kinds of things run is nobody's own`(path: String) throws {
    let proc = try Proc()
    try proc.add(200, "bash", ["bash", "one.sh"], parent: 100, age: 40_000)
    #expect(try proc.post(from: 200, group: "0::/\(path)\n") == Self.named("script one.sh"))
  }

  @Test func `a number that another process has by now counts for nothing`() throws {
    let proc = try Proc()
    try proc.add(200, "bash", ["bash", "other.sh"], parent: 1, age: -1_000)
    #expect(try proc.post(from: 200) == nil)
  }

  @Test func `where nothing can be told, there is no poster`() throws {
    let proc = try Proc()
    try proc.add(50, "systemd", ["/usr/lib/systemd/systemd", "--user"], parent: 1, age: 90_000)
    try proc.add(200, "sh", ["sh", "-c", "bellhop post x"], parent: 50, age: 20)
    // Its manager, the first process, one that is not to be seen.
    for parent: Int32 in [200, 1, 77] { #expect(try proc.post(from: parent) == nil) }
    #expect(proc.script(of: 404) == nil && proc.script(of: 0) == nil)
    // A line of processes without end.
    for pid: Int32 in 500..<550 { try proc.add(pid, "sh", ["sh"], parent: pid + 1, age: Int64(pid) * 10) }
    #expect(try proc.post(from: 500) == nil)
  }

  @Test func `of another's process what it calls itself is enough`() throws {
    let proc = try Proc()
    try proc.add(100, "smartd", ["smartd"], parent: 1, age: 50_000, isReadable: false)
    #expect(try proc.post(from: 100) == Self.named("program smartd"))
    try proc.add(
      200, "alert.sh", ["/bin/sh", "/etc/smartd/alert.sh", "-M"], parent: 100, age: 20, isReadable: false)
    #expect(try proc.post(from: 200) == Self.named("script /etc/smartd/alert.sh"))
  }

  @Test(
    arguments: [
      ("bash", ["bash", "-e", "-o", "pipefail", "a.sh", "-c"], "a.sh"), ("sh", ["sh", "-ec", "a.sh"], nil),
      ("bash", ["bash", "-s", "a.sh"], nil), ("bash", ["bash", "--rcfile", "x", "a.sh"], "a.sh"),
      ("bash", ["bash", "--", "a.sh"], "a.sh"), ("bash", ["bash", "-"], nil), ("zsh", ["-zsh"], nil),
      ("python3", ["python3", "-m", "poll"], "poll"), ("python3", ["python3", "-c", "import x"], nil),
      ("bash", ["bash", "-euo", "pipefail", "a.sh"], "a.sh"),
      ("bash", ["bash", "-euo", "pipefail", "-c"], nil),
      ("perl", ["perl", "-I/usr/share/perl5", "a.pl"], "a.pl"),
      ("perl", ["perl", "-I", "e", "a.pl"], "a.pl"),
      ("python3", ["python3", "-Wonce", "a.py"], "a.py"),
      ("php", ["php", "-dmemory_limit=1G", "a.php"], "a.php"),
      ("ruby", ["ruby", "-Ilib/core", "a.rb"], "a.rb"),
      ("perl", ["perl", "-w", "a.pl"], "a.pl"), ("perl", ["perl", "-e", "print"], nil),
      ("java", ["java", "-Xmx1g", "-jar", "a.jar"], "a.jar"), ("gjs", ["gjs", "-m", "a.js"], "a.js"),
      ("electron27", ["electron27", "--enable-wayland", "a.asar"], "a.asar"),
      ("node", ["node", "--import", "x", "a.js"], "a.js"), ("bash", [], nil), ("bash", ["bash", ""], nil),
    ] as [(String, [String], String?)])
  func `a script is known by its file`(program: String, arguments: [String], file: String?) throws {
    let interpreter = try #require(Interpreter(program))
    #expect(interpreter.script(in: arguments.map { $0[...] }).map(String.init) == file)
    #expect(Interpreter("sway") == nil && Interpreter("") == nil)
  }

  @Test func `our own process is told apart from none`() {
    let now = Uptime(milliseconds: EventLoop.now().uptime)
    #expect(
      PeerInspection().script(of: getpid(), now: now) == PeerInspection().script(of: getpid(), now: now))
  }

  @Test
  func `a handler learns what runs a peer by the person's socket, and by that of apps it is not looked for`()
    throws
  {
    let rig = try Rig()
    for role in [ListenerRole.control, .notifications] {
      let client = try rig.connect(role)
      client.send(.echo(1))
      _ = rig.replies(1, of: client)
    }
    #expect(rig.handler.scripts.count == 2 && rig.handler.scripts.last == .some(nil))
  }
}
