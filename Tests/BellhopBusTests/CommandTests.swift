import Glibc
import TestSupport
import Testing

/// The program as people and service managers start it.
struct CommandTests {
  private let directory = TemporaryDirectory()
  private let program = BusRig.program

  init() { chmod(directory.path, 0o700) }

  @Test("It says what it is, and the version of the other programs")
  func help() {
    let help = shell("\(program) --help")
    #expect(help.status == 0 && help.output.hasPrefix("usage: bellhop-bus "))
    let version = shell("\(program) --version").output
    #expect(
      version
        == shell("\(PackageFiles.products)/bellhopd --version").output.replacing(
          "bellhopd", with: "bellhop-bus"))
  }

  @Test("Called by its name, the command line is the bus")
  func link() {
    let link = "\(directory.path)/bellhop-bus"
    #expect(symlink("\(PackageFiles.products)/bellhop", link) == 0)
    #expect(shell("\(link) --help").output == shell("\(program) --help").output)
    #expect(shell("cd \(directory.path) && PATH=. bellhop-bus --version").output.hasPrefix("bellhop-bus "))
    #expect(shell("\(link) --runtime-directory \(directory.path) exec -- sh -c 'exit 3'").status == 3)
  }

  @Test(
    "A mistake in its arguments is told with the usage",
    arguments: ["--frob", "exec", "exec --", "--runtime-directory", "--runtime-directory= ", "serve"])
  func usage(arguments: String) {
    let result = shell("\(program) \(arguments) 2>&1")
    #expect(result.status == 2 && result.output.contains("usage: bellhop-bus "), "\(result.output)")
  }

  @Test("Its directory and its socket are ours alone, and a second one does not take its place")
  func places() async throws {
    let rig = try await BusRig()
    let modes = shell("stat -c %a \(rig.directory.path)/bellhop-bus \(rig.socketPath)").output
    #expect(modes == "700\n600\n")
    let second = shell(
      "DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address) \(program) --runtime-directory \(rig.directory.path) 2>&1")
    #expect(second.status == 1 && second.output.contains("another daemon"), "\(second.output)")
    rig.process?.signal(SIGTERM)
    #expect(try await rig.process?.exit() == 0)
    #expect(access(rig.socketPath, F_OK) != 0)
  }

  @Test("Its directory goes: who is connected stays so, and others get in once it is back")
  func gone() async throws {
    let rig = try await BusRig()
    let server = try await rig.client(.executed([]))
    try await server.ask("own \(BusRig.a) 0")
    let nameless = try await rig.client(.executed([]))
    #expect(shell("rm -r \(rig.directory.path)/bellhop-bus").status == 0)
    try await eventually("that it is said", holds: { rig.output.contains("\(rig.socketPath) is gone") })
    try await eventually("that it is back", holds: { rig.output.contains("\(rig.socketPath) is back") })
    let name = try await server.ask("me")
    let daemon = try await rig.client()
    #expect(try await daemon.ask("server") == "[\(server.process.pid), \"\(name)\"]")
    // The addresses of the programs that live.
    func link(_ client: ScriptedClient) -> String {
      shell("readlink \(rig.directory.path)/bellhop-bus/session-\(client.process.pid)").output
    }
    #expect(link(server) == "\(rig.bus.address.dropFirst("unix:path=".count).prefix { $0 != "," })\n")
    #expect(link(nameless) == "\(rig.socketPath)\n")
    let second = shell(
      "DBUS_SESSION_BUS_ADDRESS=\(rig.bus.address) \(program) --runtime-directory \(rig.directory.path) 2>&1")
    #expect(second.status == 1 && second.output.contains("another daemon"), "\(second.output)")
  }

  @Test("It never connects to itself")
  func itself() {
    let own = "unix:path=\(directory.path)/bellhop-bus/bus"
    let usual = shell(
      "mkdir \(directory.path)/usual && DBUS_SESSION_BUS_ADDRESS='\(own)' XDG_RUNTIME_DIR=\(directory.path)/usual "
        + "timeout --preserve-status -s TERM 1 \(program) --runtime-directory \(directory.path) 2>&1")
    #expect(usual.status == 0, "there is another: \(usual.output)")
    for address in [own, "tcp:host=localhost;\(own),guid=0", ""] {
      let result = shell(
        "DBUS_SESSION_BUS_ADDRESS='\(address)' XDG_RUNTIME_DIR= \(program) --runtime-directory \(directory.path) 2>&1"
      )
      #expect(result.status == 1 && result.output.contains("no session bus"), "\(result.output)")
    }
  }

  @Test("Without it a command runs on the ordinary bus, and that is said in a line")
  func nobody() {
    let own = "unix:path=\(directory.path)/bellhop-bus/bus"
    let addresses = "\(directory.path)/bellhop-bus/session-"
    mkdir("\(directory.path)/bellhop-bus", 0o700)
    symlink("\(directory.path)/bellhop-bus/bus", "\(addresses)2")
    symlink("/etc/passwd", "\(addresses)3")
    let cases = [
      ("unix:path=/x", "unix:path=/x"), (own, ""), ("\(own),guid=00", ""), ("unix:path=\(addresses)1", ""),
      ("unix:path=\(addresses)2", ""), ("unix:path=\(addresses)3", "unix:path=\(addresses)3"),
    ]
    for (given, wanted) in cases {
      let result = shell(
        "DBUS_SESSION_BUS_ADDRESS=\(given) \(program) --runtime-directory \(directory.path) exec -- "
          + "sh -c 'echo \"bus=$DBUS_SESSION_BUS_ADDRESS\"; exit 7' 2>\(directory.path)/said")
      #expect(result.status == 7 && result.output == "bus=\(wanted)\n", "\(given): \(result.output)")
      let said = shell("cat \(directory.path)/said").output
      #expect(said.contains("nobody listens at") && said.split(separator: "\n").count == 1, "\(said)")
    }
  }

  @Test("A command that is started a moment before the bus is on it all the same")
  func early() async throws {
    let bus = try await PrivateBus()
    let command = "sh -c 'echo \"bus=$DBUS_SESSION_BUS_ADDRESS\"'"
    let early = try ChildProcess(
      ["/bin/sh", "-c", "exec \(program) --runtime-directory \(directory.path) exec -- \(command)"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    let late = try ChildProcess(
      [program, "--runtime-directory", directory.path], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
    )
    #expect(try await early.exit() == 0)
    #expect(
      early.output() == "bus=unix:path=\(directory.path)/bellhop-bus/session-\(early.pid)\n",
      "\(late.output())")
    late.kill()
  }

  @Test("A bus that dies before it has answered is waited for like one that is not there yet")
  func dying() async throws {
    let rig = try await BusRig()
    let process = try #require(rig.process)
    process.signal(SIGSTOP)
    func sockets() -> Int {
      shell("grep -c \(rig.socketPath) /proc/net/unix").output.first?.wholeNumberValue ?? 0
    }
    let before = sockets()
    let command = try ChildProcess(rig.exec + ["sh", "-c", "echo \"bus=$DBUS_SESSION_BUS_ADDRESS\""])
    try await eventually("its connection", holds: { sockets() > before })
    process.kill()
    try await rig.start()
    #expect(try await command.exit() == 0)
    #expect(command.output() == "bus=unix:path=\(rig.directory.path)/bellhop-bus/session-\(command.pid)\n")
  }

  @Test("A command gets the address, and what stops it from running is told as a shell tells it")
  func command() async throws {
    let rig = try await BusRig()
    func exec(_ command: String) -> ShellResult {
      shell("\(rig.exec.joined(separator: " ")) \(command) 2>&1")
    }
    #expect(
      exec("sh -c 'echo $$ $DBUS_SESSION_BUS_ADDRESS'").output.wholeMatch(
        of: /([0-9]+) unix:path=.*\/bellhop-bus\/session-\1\n/) != nil)
    #expect(exec("/no/such/program").status == 127)
    #expect(exec("/etc/passwd").status == 126)
    let ignored = "grep Sig.gn: /proc/self/status"
    #expect(exec(ignored).output == shell(ignored).output)
  }

  @Test("A service manager's socket is served, and the manager is told")
  func activated() async throws {
    let bus = try await PrivateBus()
    let path = "\(directory.path)/passed"
    let process = try ChildProcess(
      [
        "/usr/bin/systemd-socket-activate", "-l", path, "--fdname=bus", "-E", "DBUS_SESSION_BUS_ADDRESS",
        program, "--runtime-directory", "/nowhere",
      ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await eventually("a socket") { access(path, F_OK) == 0 }
    let names = try await run(
      [
        "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=io.bellhop.Bus", "/io/bellhop/Bus",
        "io.bellhop.Bus1.GetServer",
      ], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"])
    #expect(names.contains("uint32 0"))
    #expect(process.isRunning)
    #expect(try await process.exit(within: .seconds(20)) == 0, "without any program it ends")
  }
}
