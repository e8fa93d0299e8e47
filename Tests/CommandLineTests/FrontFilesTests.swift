import Glibc
import TestSupport
import Testing

@testable import bellhop

/// The files that `front on` writes.
struct FrontFilesTests {
  private let directory = TemporaryDirectory()

  private static let dunst = ServerUnit(
    name: "dunst.service", command: ["/usr/bin/dunst"], busName: BusOwner.notifications)
  private static let plasma = ServerUnit(
    name: "plasma-plasmashell.service", command: ["/usr/bin/plasmashell", "--no-respawn"],
    busName: "org.kde.plasmashell")

  private static func unit(_ arguments: [String], _ flags: Set<String> = []) -> ServerUnit {
    ServerUnit(
      name: "dunst.service", command: ["/bin/echo"] + arguments, flags: flags, busName: BusOwner.notifications
    )
  }

  /// Verifies dunst's own unit with the drop-in, and bellhop-bus's.
  private func verify(_ dropIn: String) -> ShellResult {
    directory.write("units/dunst.service.d/bellhop.conf", dropIn.utf8)
    directory.write(
      "units/dunst.service",
      "[Service]\nType=dbus\nBusName=org.freedesktop.Notifications\nExecStart=/usr/bin/true\n".utf8)
    return shell(
      """
      cd \(directory.path)/units && cp /usr/lib/systemd/user/*.target /usr/lib/systemd/user/*.slice . &&
      cp \(quoted(PackageFiles.root))/systemd/bellhop-bus.* . &&
      sed -i 's|^ExecStart=.*|ExecStart=/bin/true|' bellhop-bus.service &&
      SYSTEMD_UNIT_PATH=. XDG_CONFIG_HOME=/nonexistent XDG_RUNTIME_DIR=\(directory.path) \
        systemd-analyze --user verify ./dunst.service 2>&1
      """)
  }

  @Test(
    "What is added to a unit is in order for systemd",
    arguments: [
      [], ["a b", "%h", "$HOME", "${HOME}", "\"", "'", "\\", ";", "", "ü", "\n\t\u{1}"], ["-config", "/x y"],
    ] as [[String]],
    [[], ["ignore-failure"], ["no-env-expand"], ["ignore-failure", "no-env-expand"]] as [Set<String>])
  func inOrder(arguments: [String], flags: Set<String>) {
    let text = FrontFiles.dropIn(for: Self.unit(arguments, flags), program: "/usr/bin/bellhop-bus")
    let verified = verify(text)
    #expect(verified.status == 0 && verified.output == "", "\(verified.output)\n\(text)")
  }

  @Test("A fault in what is added would be found")
  func faults() {
    let text = FrontFiles.dropIn(for: Self.dunst, program: "/usr/bin/bellhop-bus")
    #expect(verify(text + "Frob=1\n").output.contains("bellhop.conf:"))
  }

  @Test("Nothing that is written needs Bellhop's programs or units")
  func harmless() {
    let text = FrontFiles.dropIn(for: Self.dunst, program: "/usr/bin/bellhop-bus")
    for key in ["Requires=", "BindsTo=", "Requisite=", "PartOf=", "Type=dbus", "BusName=org."] {
      #expect(!text.contains("\n\(key)"), "\(key)")
    }
    let commands = text.split(separator: "\n").filter { $0.hasPrefix("ExecStart=") }
    #expect(commands.map { $0.prefix(18) } == ["ExecStart=", "ExecStart=/bin/sh "])
    for text in [
      FrontFiles.frontActivation(daemon: "/usr/bin/bellhopd", unit: nil, command: []),
      FrontFiles.serverActivation(unit: "dunst.service"),
      FrontFiles.daemonActivation("/usr/bin/bellhopd"),
    ] {
      #expect(!text.contains("SystemdService=") && text.contains("\nExec=/bin/sh -c "))
    }
  }

  @Test("A unit that is not waited for by name keeps its type")
  func types() {
    let unit = ServerUnit(name: "dunst.service", command: Self.dunst.command, busName: nil)
    let text = FrontFiles.dropIn(for: unit, program: "/usr/bin/bellhop-bus")
    #expect(!text.contains("\nType=") && !text.contains("\nBusName="))
  }

  @Test(
    "A shell is waited for by its own name, and started again when that is lost; no notification starts it")
  func shells() throws {
    let text = FrontFiles.dropIn(for: Self.plasma, program: "/usr/bin/bellhop-bus")
    #expect(!text.contains("\nType=") && !text.contains("\nBusName=") && text.contains("\nRestart=always\n"))
    let environment = try #require(SessionEnvironment { $0 == "HOME" ? "/home/ada" : nil })
    let files = FrontFiles(environment: environment).planned(
      unit: Self.plasma, command: [], programs: "/usr/bin")
    let names = files.map { $0.path.split(separator: "/").suffix(2).joined(separator: "/") }
    #expect(
      names == [
        "services/\(BusOwner.notifications).service", "services/\(BusOwner.daemon).service",
        "plasma-plasmashell.service.d/bellhop.conf",
      ])
    #expect(files.first?.text.contains("plasma") == false)
  }

  @Test("The shell runs bellhop-bus where it is there, and the command itself where it is not")
  func script() {
    directory.write("bus", "#!/bin/sh\necho bus \"$@\"\n".utf8)
    directory.write("not-executable", "".utf8)
    chmod("\(directory.path)/bus", 0o755)
    func run(_ program: String) -> String {
      shell("/bin/sh -c \(quoted(FrontFiles.dropInScript)) \(quoted(program)) /bin/echo 'a  b' '$x' '' \"'\"")
        .output
    }
    #expect(run("\(directory.path)/bus") == "bus exec -- /bin/echo a  b $x  '\n")
    #expect(run("\(directory.path)/not-executable") == "a  b $x  '\n")
    #expect(run("\(directory.path)/gone") == "a  b $x  '\n")
  }

  /// Of an activation file.
  private static func command(of text: String) -> String {
    String(text.split(separator: "\n").first { $0.hasPrefix("Exec=") }?.dropFirst(5) ?? "")
  }

  @Test("The activation starts Bellhop's unit, or the daemon, or what was started before")
  func activation() {
    directory.write(
      "stubs/systemctl",
      """
      #!/bin/sh
      case "$2" in
        cat) [ -e \(directory.path)/has-unit ] ;;
        start) [ -e \(directory.path)/has-manager ] && echo "start $3" ;;
      esac
      """.utf8)
    directory.write("bellhopd", "#!/bin/sh\necho daemon\n".utf8)
    chmod("\(directory.path)/bellhopd", 0o755)
    chmod("\(directory.path)/stubs/systemctl", 0o755)
    func run(_ daemon: String, _ unit: String?, _ command: [String]) -> ShellResult {
      let text = FrontFiles.frontActivation(
        daemon: "\(directory.path)/\(daemon)", unit: unit, command: command)
      return shell("PATH=\(directory.path)/stubs:$PATH; \(Self.command(of: text))")
    }
    let command = ["/bin/echo", "it's", "a  b", "'\u{301} $x"]
    #expect(run("bellhopd", "dunst.service", command).output == "daemon\n")
    #expect(run("gone", "dunst.service", command).output == "it's a  b '\u{301} $x\n")
    #expect(run("gone", nil, []).status == 1)
    directory.write("has-manager", "".utf8)
    #expect(run("bellhopd", "dunst.service", command).output == "daemon\n", "it has no unit here")
    #expect(run("gone", "dunst.service", command).output == "start dunst.service\n")
    #expect(run("gone", nil, command).output == "it's a  b '\u{301} $x\n")
    directory.write("has-unit", "".utf8)
    #expect(run("bellhopd", "dunst.service", command).output == "start bellhop.service\n")
  }

  @Test("The activation of the daemon starts its unit, or else its program, and fails without it")
  func daemonActivation() {
    directory.write(
      "stubs/systemctl",
      """
      #!/bin/sh
      case "$2" in
        cat) [ -e \(directory.path)/has-unit ] ;;
        start) echo "start $3" ;;
      esac
      """.utf8)
    directory.write("bellhopd", "#!/bin/sh\necho daemon\n".utf8)
    for file in ["bellhopd", "stubs/systemctl"] { chmod("\(directory.path)/\(file)", 0o755) }
    func run(_ daemon: String) -> ShellResult {
      let text = FrontFiles.daemonActivation("\(directory.path)/\(daemon)")
      return shell("PATH=\(directory.path)/stubs:$PATH; \(Self.command(of: text)) 2>/dev/null")
    }
    #expect(run("bellhopd").output == "daemon\n")
    #expect(run("gone").status != 0)
    directory.write("has-unit", "".utf8)
    #expect(run("bellhopd").output == "start bellhop.service\n")
  }

  @Test(
    "The activation of the server fails where its unit is not started, or ends soon",
    arguments: [(0, 1), (3, 1), (5, 0)])
  func serverActivation(seconds: Int, status: Int32) {
    directory.write("left", String(repeating: "active\n", count: seconds).utf8)
    directory.write(
      "stubs/systemctl",
      """
      #!/bin/sh
      case "$2" in
        start) echo "start $3" ;;
        is-active) [ -s \(directory.path)/left ] && sed -i 1d \(directory.path)/left ;;
      esac
      """.utf8)
    directory.write("stubs/sleep", "#!/bin/sh\n".utf8)
    for stub in ["systemctl", "sleep"] { chmod("\(directory.path)/stubs/\(stub)", 0o755) }
    let activation = shell(
      "PATH=\(directory.path)/stubs:$PATH; \(Self.command(of: FrontFiles.serverActivation(unit: "dunst.service")))"
    )
    #expect(activation.output == "start dunst.service\n")
    #expect(activation.status == status)
  }

  @Test("What the page has an administrator write is what Bellhop itself writes")
  func administrator() throws {
    let page = PackageFiles.contents(of: "Sources/Front/Front.docc/EveryApp.md") ?? ""
    let texts = [
      FrontFiles.dropIn(for: Self.dunst, program: "/usr/bin/bellhop-bus"),
      FrontFiles.dropIn(for: Self.plasma, program: "/usr/bin/bellhop-bus"),
      FrontFiles.frontActivation(daemon: "/usr/bin/bellhopd", unit: nil, command: []),
      FrontFiles.frontActivation(
        daemon: "/usr/bin/bellhopd", unit: "dunst.service", command: ["/usr/bin/dunst"]),
      FrontFiles.serverActivation(unit: "dunst.service"),
    ]
    for text in texts {
      let own = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
      #expect(page.contains(own.joined(separator: "\n")), "\(own.joined(separator: "\n"))")
    }
    for unit in [Self.dunst, Self.plasma] {
      #expect(page.contains(FrontFiles.dropIn(of: unit.name, below: "/etc/systemd/user")))
    }
    for name in [BusOwner.notifications, BusOwner.server] {
      #expect(page.contains(FrontFiles.activation(of: name, below: "/usr/local/share")))
    }
  }
}
