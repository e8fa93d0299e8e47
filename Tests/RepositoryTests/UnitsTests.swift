import Glibc
import NotificationProtocol
import TestSupport
import Testing

/// The units as installed, and the installer.
struct UnitsTests {
  private let directory = TemporaryDirectory()

  /// The package as the installer sees it, with programs that only exist.
  private func package() -> String {
    let copy = "\(directory.path)/package"
    _ = shell(
      """
      mkdir -p \(copy)/.build/release \(copy)/Sources &&
      cp -r \(quoted(PackageFiles.root))/Sources/NotificationProtocol \(copy)/Sources/ && cp -r \(quoted(PackageFiles.root))/config \(quoted(PackageFiles.root))/systemd \(copy)/
      for program in bellhop bellhopd; do cp /bin/true \(copy)/.build/release/$program; done
      """)
    return copy
  }

  /// The installed documentation and completions.
  private func texts(below prefix: String, zsh: String) -> Set<String> {
    let shared = [
      "man/man1/bellhop.1", "man/man5/bellhop.conf.5", "man/man7/bellhop-protocol.7", "man/man8/bellhopd.8",
      "man/man8/bellhop-bus.8", "bash-completion/completions/bellhop", "zsh/\(zsh)/_bellhop",
      "fish/vendor_completions.d/bellhop.fish", "doc/bellhop/bellhop.conf",
    ]
    let snippets = PackageFiles.paths(below: "config", suffix: "").filter { $0.hasPrefix("config/bars/") }
      .map { "doc/bellhop/" + $0.dropFirst("config/".count) }
    return Set((shared + snippets).map { "\(prefix)/share/\($0)" })
  }

  /// Installs as that user, with a `systemctl` that logs its arguments, and a service manager that answers or does
  /// not.
  private func install(
    _ arguments: String, from package: String, as user: Int = 1_000, hasManager: Bool = false,
    umask: String = "022"
  ) -> ShellResult {
    directory.write("stubs/id", "echo \(user)\n".utf8)
    directory.write(
      "stubs/systemctl",
      """
      [ "$2" = show-environment ] && exit \(hasManager ? 0 : 1)
      echo "$@" >>\(directory.path)/asked
      """.utf8)
    return shell(
      "chmod +x \(directory.path)/stubs/*; umask \(umask); PATH=\(directory.path)/stubs:$PATH "
        + "HOME=\(directory.path)/home XDG_CONFIG_HOME= sh \(package)/systemd/install.sh \(arguments) 2>&1")
  }

  /// The arguments of `systemctl`, in order.
  private var asked: [String] {
    shell("cat \(directory.path)/asked 2>/dev/null").output.split(separator: "\n").map(String.init)
  }

  private func files(below path: String) -> Set<String> {
    Set(
      shell("cd \(path) && find . -type f -o -type l").output.split(separator: "\n").map {
        String($0.dropFirst(2))
      })
  }

  /// Checks the installed units with systemd's own targets and slices alone, without other units of this machine,
  /// which they would pull in.
  private func verify() -> ShellResult {
    shell(
      """
      mkdir -p \(directory.path)/targets && cp /usr/lib/systemd/user/*.target /usr/lib/systemd/user/*.slice \
        \(directory.path)/targets && cd \(directory.path)/home/.config/systemd/user &&
      SYSTEMD_UNIT_PATH=\(directory.path)/targets XDG_CONFIG_HOME=\(directory.path)/other \
        XDG_RUNTIME_DIR=\(directory.path) systemd-analyze --user verify ./bellhop.socket ./bellhop-control.socket \
        ./bellhop.service ./bellhop-bus.socket ./bellhop-bus.service 2>&1
      """)
  }

  @Test("The installed units are in order for systemd")
  func inOrder() {
    #expect(install("--user", from: package()).status == 0)
    let verified = verify()
    #expect(verified.status == 0 && verified.output == "", "\(verified.output)")
  }

  @Test("A fault of another package's units is none of ours, and one of ours is found")
  func faults() {
    #expect(install("--user", from: package()).status == 0)
    directory.write("other/systemd/user/other.service", "[Unit]\nFrob=1\n".utf8)
    let wants = "\(directory.path)/other/systemd/user/basic.target.wants"
    _ = shell("mkdir \(wants) && ln -s ../other.service \(wants)/")
    #expect(verify().output == "")
    let service = "\(directory.path)/home/.config/systemd/user/bellhop.service"
    _ = shell("chmod u+w \(service) && echo Frob=1 >>\(service)")
    #expect(verify().output.contains("bellhop.service:"))
  }

  @Test("The sockets are where and what the programs expect")
  func sockets() {
    for (file, name, path) in [
      ("bellhop.socket", "notifications", "%t/bellhop/notifications.sock"),
      ("bellhop-control.socket", "control", "%t/bellhop-control/control.sock"),
      ("bellhop-bus.socket", "bus", "%t/bellhop-bus/bus"),
    ] {
      let lines = Set(
        (PackageFiles.contents(of: "systemd/\(file)") ?? "").split(separator: "\n").map(String.init))
      let expected: Set = [
        "ListenStream=\(path)", "FileDescriptorName=\(name)", "SocketMode=0600", "DirectoryMode=0700",
      ]
      #expect(lines.isSuperset(of: expected), "\(file)")
    }
  }

  @Test("The units run for people alone: not for root, nor in the session of a greeter")
  func people() throws {
    for file in PackageFiles.paths(below: "systemd", suffix: ".service")
      + PackageFiles.paths(below: "systemd", suffix: ".socket")
    where !file.hasSuffix("bellhop-failed@.service") {
      let lines = (PackageFiles.contents(of: file) ?? "").split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("Condition") } == ["ConditionUser=!@system"], "\(file)")
    }
    // Who asks here is root, or one of the people.
    let root = shell("systemd-analyze condition 'ConditionUser=!@system' 2>&1").status
    #expect((root == 0) == (shell("id -u").output != "0\n"))
  }

  @Test("The daemon starts with the session, and turning it on turns on its sockets")
  func enabled() {
    let root = "\(directory.path)/root"
    #expect(install("--system --prefix /usr \(root)", from: package()).status == 0)
    let wanted: Set = [
      "default.target.wants/bellhop.service", "sockets.target.wants/bellhop.socket",
      "sockets.target.wants/bellhop-control.socket",
    ]
    #expect(shell("systemctl --root=\(root) --global enable bellhop.service 2>&1").status == 0)
    #expect(files(below: "\(root)/etc/systemd/user") == wanted)
    #expect(shell("systemctl --root=\(root) --global disable bellhop.service 2>&1").status == 0)
    #expect(files(below: "\(root)/etc/systemd/user").isEmpty)
  }

  @Test("What the installer says and the page about it says turns on the service and both sockets")
  func instructions() {
    let units = "bellhop.service bellhop.socket bellhop-control.socket"
    #expect(install("--user", from: package()).output.contains("systemctl --user enable --now \(units)\n"))
    let installer = PackageFiles.contents(of: "systemd/install.sh") ?? ""
    let page = PackageFiles.contents(of: "Sources/bellhopd/Daemon.docc/Installing.md") ?? ""
    for text in [installer, page] {
      let verbs = text.split(separator: "\n").filter { $0.contains("systemctl") && $0.contains("able ") }
      #expect(!verbs.isEmpty)
      for line in verbs { #expect(line.contains(units), "\(line)") }
    }
  }

  @Test(
    "A crash leaves no copy of the memory, neither in a file nor in the journal",
    arguments: ["bellhop.service", "bellhop-bus.service"])
  func crashes(service: String) {
    let lines = (PackageFiles.contents(of: "systemd/\(service)") ?? "").split(separator: "\n")
    #expect(lines.contains("LimitCORE=0"))
    let words = lines.filter { $0.hasPrefix("Environment=") }.flatMap {
      $0.dropFirst("Environment=".count).split(separator: " ")
    }
    #expect(words.contains("SWIFT_BACKTRACE=enable=no"))
  }

  @Test("For one person everything goes below their home, and uninstalling leaves nothing")
  func user() {
    let package = package()
    let installed = install("--user", from: package)
    #expect(installed.status == 0, "\(installed.output)")
    let home = "\(directory.path)/home"
    let expected = texts(below: ".local", zsh: "site-functions").union([
      ".local/bin/bellhop", ".local/bin/bellhopd",
      ".config/systemd/user/bellhop.service", ".config/systemd/user/bellhop.socket",
      ".config/systemd/user/bellhop-control.socket", ".local/bin/bellhop-bus",
      ".config/systemd/user/bellhop-bus.socket", ".config/systemd/user/bellhop-bus.service",
      ".local/share/dbus-1/services/io.bellhop.Daemon.service",
      ".local/share/icons/hicolor/64x64/apps/io.bellhop.Shell.png",
      ".local/share/icons/hicolor/scalable/apps/io.bellhop.Shell.svg",
    ])
    #expect(files(below: home) == expected)
    let service = shell("cat \(home)/.config/systemd/user/bellhop.service").output
    #expect(service.contains("\nExecStart=\(home)/.local/bin/bellhopd\n"))
    let bus = shell("cat \(home)/.config/systemd/user/bellhop-bus.service").output
    #expect(bus.contains("\nExecStart=\(home)/.local/bin/bellhop-bus\n"))
    let activation = shell("cat \(home)/.local/share/dbus-1/services/io.bellhop.Daemon.service").output
    #expect(activation.contains("\nExec=\(home)/.local/bin/bellhopd\n"))
    for file in expected { #expect(installed.output.contains(file)) }
    #expect(install("--user", from: package).status == 0, "installing again")
    #expect(install("--user --uninstall", from: package).status == 0)
    #expect(files(below: home) == [])
    #expect(install("--user --uninstall", from: package).status == 0, "uninstalling again")
  }

  @Test("For a package everything goes below its DESTDIR, with the paths of the running system")
  func system() {
    let package = package()
    let root = "\(directory.path)/root"
    #expect(install("--system --prefix /usr \(root)", from: package).status == 0)
    #expect(
      files(below: root)
        == texts(below: "usr", zsh: "vendor-completions").union([
          "usr/bin/bellhop", "usr/bin/bellhopd",
          "usr/lib/systemd/user/bellhop.service", "usr/lib/systemd/user/bellhop.socket",
          "usr/lib/systemd/user/bellhop-control.socket", "usr/bin/bellhop-bus",
          "usr/lib/systemd/user/bellhop-bus.socket", "usr/lib/systemd/user/bellhop-bus.service",
          "usr/share/dbus-1/services/io.bellhop.Daemon.service",
          "usr/share/icons/hicolor/64x64/apps/io.bellhop.Shell.png",
          "usr/share/icons/hicolor/scalable/apps/io.bellhop.Shell.svg",
          "usr/lib/systemd/system/bellhop-failed@.service", "usr/lib/tmpfiles.d/bellhop.conf",
          "etc/bellhop/bellhop.conf.d/50-system.conf",
        ]))
    #expect(
      shell("cat \(root)/usr/lib/systemd/user/bellhop.service").output.contains(
        "\nExecStart=/usr/bin/bellhopd\n"))
    #expect(install("--system --prefix /usr --uninstall \(root)", from: package).status == 0)
    // Configuration stays.
    #expect(files(below: root) == ["etc/bellhop/bellhop.conf.d/50-system.conf"])
  }

  @Test("The unit that tells of failed ones is in order for systemd, and calls the program where it is")
  func failedUnits() {
    let root = "\(directory.path)/root"
    #expect(install("--system --prefix /opt/bellhop \(root)", from: package()).status == 0)
    let path = "\(root)/etc/systemd/system/bellhop-failed@.service"
    #expect(shell("cat \(path)").output.contains("| /opt/bellhop/bin/bellhop post --to-everyone --keep "))
    // With an instance, and a program that is there.
    let verified = shell(
      "sed 's|/opt/bellhop/bin/bellhop|/bin/true|' \(path) >\(root)/bellhop-failed@a.service && "
        + "systemd-analyze verify --man=no \(root)/bellhop-failed@a.service 2>&1")
    #expect(verified.status == 0 && verified.output == "", "\(verified.output)")
  }

  @Test("What root leaves has a directory of root's that everybody can look into")
  func spool() {
    let root = "\(directory.path)/root"
    #expect(install("--system --prefix /opt/bellhop \(root)", from: package()).status == 0)
    #expect(files(below: root).contains("etc/tmpfiles.d/bellhop.conf"))
    let lines = shell("grep -v '^#' \(root)/etc/tmpfiles.d/bellhop.conf").output
    #expect(lines == "d \(KeptName.directory) 0755 root root \(KeptName.days)d\n")
    guard geteuid() == 0 else { return }
    let made = shell(
      "systemd-tmpfiles --create --root=\(root) 2>&1 && stat -c %a \(root)\(KeptName.directory)")
    #expect(made.status == 0 && made.output == "755\n", "\(made.output)")
  }

  @Test(
    "A mistake installs nothing",
    arguments: [
      "", "--frob", "--user /tmp/x", "--system --prefix relative", "--user --prefix '/a|b'",
      "--system --prefix /",
    ])
  func mistakes(arguments: String) {
    #expect(install(arguments, from: package()).status == 2)
    #expect(files(below: directory.path).allSatisfy { $0.hasPrefix("package/") || $0.hasPrefix("stubs/") })
  }

  @Test("In a session an older daemon is replaced by the new one before it is told that it runs")
  func upgrade() {
    #expect(install("--user", from: package(), hasManager: true).status == 0)
    let units = "bellhop.service bellhop.socket bellhop-control.socket"
    #expect(
      asked == [
        "--user daemon-reload", "--user enable \(units)", "--user try-restart bellhop.service",
        "--user start \(units)",
      ])
  }

  @Test(
    "After every end the daemon is started again, but where the manager was asked for it, or it is of no use")
  func restart() {
    let service = PackageFiles.contents(of: "systemd/bellhop.service") ?? ""
    for line in ["Restart=always", "RestartPreventExitStatus=78", "RestartSec=2s", "StartLimitIntervalSec=0"]
    {
      #expect(service.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test("The bus outlives the daemon: nothing stops it or starts it again while the session lasts")
  func outlives() {
    let lines = (PackageFiles.contents(of: "systemd/bellhop-bus.service") ?? "").split(separator: "\n")
    #expect(lines.contains("RefuseManualStop=yes"))
    for key in ["PartOf=", "BindsTo=", "Requires=", "Requisite="] {
      #expect(!lines.contains { $0.hasPrefix(key) }, "\(key)")
    }
    #expect(install("--user", from: package(), hasManager: true).status == 0)
    #expect(!asked.contains { $0.contains("bellhop-bus") })
  }

  @Test("For root nothing is installed that would never run, and what is there can be taken away")
  func root() {
    let package = package()
    let refused = install("--user", from: package, as: 0)
    #expect(refused.status == 1 && refused.output.contains("the units do not run for root"))
    #expect(install("--user", from: package).status == 0)
    #expect(install("--user --uninstall", from: package, as: 0).status == 0)
    #expect(files(below: "\(directory.path)/home") == [])
  }

  @Test("What is for everybody can be read by everybody, whatever the umask")
  func umask() {
    let root = "\(directory.path)/root"
    #expect(install("--system \(root)", from: package(), as: 0, umask: "077").status == 0)
    #expect(shell("find \(root) -type d ! -perm 755; find \(root) -type f ! -perm -444").output == "")
  }

  @Test("A slash behind the prefix or DESTDIR changes nothing")
  func slashes() {
    let root = "\(directory.path)/root"
    let installed = install("--system --prefix /usr// \(root)/", from: package())
    #expect(installed.status == 0 && !installed.output.contains("//"), "\(installed.output)")
    let service = shell("cat \(root)/usr/lib/systemd/user/bellhop.service").output
    #expect(service.contains("\nExecStart=/usr/bin/bellhopd\n"))
  }

  @Test("Uninstalling for everybody turns off what an administrator turned on for all, but not for a package")
  func turnedOff() {
    let package = package()
    let prefix = "\(directory.path)/prefix"
    #expect(install("--system --prefix \(prefix) --uninstall /nowhere", from: package, as: 0).status == 0)
    #expect(asked == [])
    #expect(install("--system --prefix \(prefix) --uninstall", from: package, as: 0).status == 0)
    #expect(asked == ["--global disable bellhop.service bellhop.socket bellhop-control.socket"])
  }

  @Test("The programs are installed stripped, and what was built stays as it was")
  func stripped() {
    let package = package()
    directory.write("stubs/strip", "echo stripped >$1".utf8)
    let installed = install("--user", from: package)
    for program in ["bellhop", "bellhopd"] {
      let path = "\(directory.path)/home/.local/bin/\(program)"
      #expect(installed.output.contains("stripped \(path)\n"))
      #expect(shell("cat \(path)").output == "stripped\n")
      #expect(shell("cmp /bin/true \(package)/.build/release/\(program)").status == 0)
    }
  }

  @Test("The bus is installed as a link to the command line, also over an earlier file of its own")
  func linked() {
    let package = package()
    directory.write("home/.local/bin/bellhop-bus", "an earlier one".utf8)
    #expect(install("--user", from: package).status == 0)
    let bus = "\(directory.path)/home/.local/bin/bellhop-bus"
    #expect(shell("readlink \(bus); \(bus)").status == 0)
    #expect(shell("readlink \(bus)").output == "bellhop\n")
  }

  @Test("Where nothing can strip them, the programs are installed as they were built, and it is said")
  func notStripped() {
    let package = package()
    directory.write("stubs/strip", "exit 1".utf8)
    let installed = install("--user", from: package)
    #expect(installed.status == 0, "\(installed.output)")
    for program in ["bellhop", "bellhopd"] {
      let path = "\(directory.path)/home/.local/bin/\(program)"
      #expect(installed.output.contains("not stripped: \(path)"))
      #expect(shell("cmp /bin/true \(path)").status == 0)
    }
  }

  @Test("Without the built programs, it is said how to build them")
  func notBuilt() {
    let package = package()
    _ = shell("rm \(package)/.build/release/bellhop")
    let result = install("--user", from: package)
    #expect(result.status == 1)
    #expect(result.output.contains("swift build -c release"))
  }
}
