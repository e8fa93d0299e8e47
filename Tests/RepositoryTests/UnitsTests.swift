import TestSupport
import Testing

/// The units as installed, and the installer.
struct UnitsTests {
  private let directory = TemporaryDirectory()

  /// The package as the installer sees it, with two programs that only exist.
  private func package() -> String {
    let copy = "\(directory.path)/package"
    _ = shell(
      """
      mkdir -p \(copy)/.build/release && cp -r \(quoted(PackageFiles.root))/config \(quoted(PackageFiles.root))/systemd \(copy)/
      for program in bellhop bellhopd; do cp /bin/true \(copy)/.build/release/$program; done
      """)
    return copy
  }

  private func install(_ arguments: String, from package: String) -> ShellResult {
    shell(
      "HOME=\(directory.path)/home XDG_CONFIG_HOME= XDG_RUNTIME_DIR=\(directory.path) "
        + "DBUS_SESSION_BUS_ADDRESS= sh \(package)/systemd/install.sh \(arguments) 2>&1")
  }

  private func files(below path: String) -> Set<String> {
    Set(
      shell("cd \(path) && find . -type f -o -type l").output.split(separator: "\n").map {
        String($0.dropFirst(2))
      })
  }

  @Test("The installed units are in order for systemd, and no more exposed than is said")
  func verify() {
    #expect(install("--user", from: package()).status == 0)
    let units = "\(directory.path)/home/.config/systemd/user"
    let verified = shell(
      "cd \(units) && XDG_RUNTIME_DIR=\(directory.path) systemd-analyze --user verify ./bellhop.socket "
        + "./bellhop-control.socket ./bellhop.service 2>&1")
    #expect(verified.status == 0 && verified.output == "", "\(verified.output)")
    let security = shell(
      "cd \(units) && XDG_RUNTIME_DIR=\(directory.path) systemd-analyze --user security --offline=true "
        + "--threshold=62 ./bellhop.service 2>&1")
    #expect(security.status == 0, "\(security.output.suffix(200))")
  }

  @Test("The sockets are where and what the daemon expects")
  func sockets() {
    for (file, name, path) in [
      ("bellhop.socket", "notifications", "%t/bellhop/notifications.sock"),
      ("bellhop-control.socket", "control", "%t/bellhop-control/control.sock"),
    ] {
      let lines = Set(
        (PackageFiles.contents(of: "systemd/\(file)") ?? "").split(separator: "\n").map(String.init))
      let expected: Set = [
        "ListenStream=\(path)", "FileDescriptorName=\(name)", "SocketMode=0600", "DirectoryMode=0700",
      ]
      #expect(lines.isSuperset(of: expected), "\(file)")
    }
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

  @Test("What the installer says and README says turns on the service and both sockets")
  func instructions() {
    let units = "bellhop.service bellhop.socket bellhop-control.socket"
    #expect(install("--user", from: package()).output.contains("systemctl --user enable --now \(units)\n"))
    let installer = PackageFiles.contents(of: "systemd/install.sh") ?? ""
    let readme = PackageFiles.contents(of: "README.md") ?? ""
    for text in [installer, readme] {
      let verbs = text.split(separator: "\n").filter { $0.contains("systemctl") && $0.contains("able ") }
      #expect(!verbs.isEmpty)
      for line in verbs { #expect(line.contains(units), "\(line)") }
    }
  }

  @Test("A crash leaves no copy of the memory, neither in a file nor in the journal")
  func crashes() {
    let lines = (PackageFiles.contents(of: "systemd/bellhop.service") ?? "").split(separator: "\n")
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
    let expected: Set = [
      ".local/bin/bellhop", ".local/bin/bellhopd", ".local/share/doc/bellhop/bellhop.conf",
      ".config/systemd/user/bellhop.service", ".config/systemd/user/bellhop.socket",
      ".config/systemd/user/bellhop-control.socket",
    ]
    #expect(files(below: home) == expected)
    let service = shell("cat \(home)/.config/systemd/user/bellhop.service").output
    #expect(service.contains("\nExecStart=\(home)/.local/bin/bellhopd\n"))
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
      files(below: root) == [
        "usr/bin/bellhop", "usr/bin/bellhopd", "usr/share/doc/bellhop/bellhop.conf",
        "usr/lib/systemd/user/bellhop.service", "usr/lib/systemd/user/bellhop.socket",
        "usr/lib/systemd/user/bellhop-control.socket",
      ])
    #expect(
      shell("cat \(root)/usr/lib/systemd/user/bellhop.service").output.contains(
        "\nExecStart=/usr/bin/bellhopd\n"))
    #expect(install("--system --prefix /usr --uninstall \(root)", from: package).status == 0)
    #expect(files(below: root) == [])
  }

  @Test(
    "A mistake installs nothing",
    arguments: ["", "--frob", "--user /tmp/x", "--system --prefix relative", "--user --prefix '/a|b'"])
  func mistakes(arguments: String) {
    #expect(install(arguments, from: package()).status == 2)
    #expect(files(below: directory.path).allSatisfy { $0.hasPrefix("package/") })
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
