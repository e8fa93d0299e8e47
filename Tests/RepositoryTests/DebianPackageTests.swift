import TestSupport
import Testing

/// The script that makes the package, with programs that only exist; `Tests/Package/fresh-root.sh` tries a real one.
struct DebianPackageTests {
  private let directory = TemporaryDirectory()

  private func made(_ arguments: String = "") -> ShellResult {
    let copy = "\(directory.path)/package"
    directory.write("stubs/strip", "exit 0".utf8)
    directory.write("stubs/readelf", "echo \"    Build ID: ab1234${2##*/}\"".utf8)
    directory.write("stubs/objcopy", "echo \"symbols of ${3##*/}\" >\"$4\"".utf8)
    directory.write("stubs/dpkg-shlibdeps", "echo 'shlibs:Depends=libc6 (>= 2.36)'".utf8)
    directory.write("bellhop", "#!/bin/sh\nexec \(quoted("\(PackageFiles.products)/bellhop")) \"$@\"\n".utf8)
    return shell(
      """
      cd \(directory.path) && chmod +x stubs/* bellhop && mkdir -p \(copy)/.build/release \(copy)/Sources &&
      cp -r \(quoted(PackageFiles.root))/config \(quoted(PackageFiles.root))/systemd \(copy)/ &&
      cp -r \(quoted(PackageFiles.root))/Sources/NotificationProtocol \(copy)/Sources/ &&
      (cd \(quoted(PackageFiles.root)) && find Sources -path '*.docc/*' -type f -exec cp --parents {} \(copy)/ ';') &&
      for program in bellhop bellhopd; do cp bellhop \(copy)/.build/release/$program; done
      PATH=\(directory.path)/stubs:$PATH SOURCE_DATE_EPOCH=1795000000 \
        sh \(copy)/systemd/debian-package.sh \(arguments) \(directory.path)/out 2>&1
      """)
  }

  private func field(_ name: String, of package: String) -> String {
    shell("dpkg-deb -f \(package) \(name)").output
  }

  @Test("The package holds programs, units, configuration, pages and completions, and one D-Bus file")
  func contents() {
    let result = made()
    let package = result.output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(result.status == 0 && package.hasSuffix(".deb"), "\(result.output)")
    _ = shell("dpkg-deb -x \(package) \(directory.path)/x && dpkg-deb -e \(package) \(directory.path)/e")
    let files = Set(
      shell("cd \(directory.path)/x && find . -type f -o -type l").output.split(separator: "\n").map {
        String($0.dropFirst(2))
      })
    let expected: Set = [
      "usr/bin/bellhop", "usr/bin/bellhopd", "usr/bin/bellhop-bus", "etc/bellhop/bellhop.conf",
      "usr/lib/systemd/user/bellhop.service", "usr/lib/systemd/user/bellhop-bus.socket",
      "usr/share/man/man1/bellhop.1.gz", "usr/share/man/man5/bellhop.conf.5.gz",
      "usr/share/man/man7/bellhop-protocol.7.gz", "usr/share/man/man8/bellhopd.8.gz",
      "usr/share/man/man8/bellhop-bus.8.gz", "usr/share/bash-completion/completions/bellhop",
      "usr/share/zsh/vendor-completions/_bellhop", "usr/share/fish/vendor_completions.d/bellhop.fish",
      "usr/lib/tmpfiles.d/bellhop.conf", "usr/share/doc/bellhop/copyright",
      "usr/share/doc/bellhop/changelog.Debian.gz", "usr/share/doc/bellhop/EveryApp.md",
      "usr/share/doc/bellhop/Tour.md", "usr/share/doc/bellhop/center.png",
      "usr/share/doc/bellhop/io.bellhop.Control.varlink",
    ]
    #expect(files.isSuperset(of: expected), "\(expected.subtracting(files))")
    #expect(
      files.filter { $0.contains("dbus-1") } == ["usr/share/dbus-1/services/io.bellhop.Daemon.service"])
    let configured = files.filter { $0.hasPrefix("etc/") }.map { "/\($0)" }.sorted()
    #expect(
      shell("cat \(directory.path)/e/conffiles").output.split(separator: "\n").map(String.init) == configured)
    let links = "grep -ohE '\\]\\([^):#]+[)#]' *.md | cut -c3- | tr -d ')#' | sort -u"
    let broken = "cd \(directory.path)/x/usr/share/doc/bellhop && \(links) | while read -r f; do ls $f; done"
    #expect(shell("\(broken) 2>&1 >/dev/null").output == "")
    let copyright = shell("cat \(directory.path)/x/usr/share/doc/bellhop/copyright").output
    #expect(
      copyright.contains("the Bellhop maintainers") && copyright.contains("no licence has been granted yet"))
    // The copyright names the owners of all code in the programs.
    for part in ["Swift runtime", "libstdc++ and libgcc_eh", "GPL-3", "GCC Runtime Library"] {
      #expect(copyright.contains(part), "\(part)")
    }
    let read = "zcat \(directory.path)/x/usr/share/man/man7/bellhop-protocol.7.gz | mandoc"
    #expect(shell("\(read) -Tlint 2>&1").output == "")
    let page = shell("\(read) -Tutf8 | col -b").output
    for method in ["method Post(", "method ListApps("] { #expect(page.contains(method), "\(method)") }
  }

  @Test("The symbols are in a package beside it, where a debugger looks for those of its programs")
  func symbols() {
    let package = made().output.split(separator: "\n").last.map(String.init) ?? ""
    let beside = "\(directory.path)/out/bellhop-dbgsym_*.deb"
    #expect(field("Depends", of: beside) == "bellhop (= \(field("Version", of: package).dropLast()))\n")
    _ = shell("dpkg-deb -x \(beside) \(directory.path)/s")
    for program in ["bellhop", "bellhopd"] {
      let file = "\(directory.path)/s/usr/lib/debug/.build-id/ab/1234\(program).debug"
      #expect(shell("cat \(file)").output == "symbols of \(program)\n")
    }
  }

  @Test("Its scripts can be read, and enable for everybody what installing for everybody says")
  func scripts() {
    let package = made().output.split(separator: "\n").last.map(String.init) ?? ""
    _ = shell("dpkg-deb -e \(package) \(directory.path)/e")
    for script in ["postinst", "prerm", "postrm"] {
      let path = "\(directory.path)/e/\(script)"
      let reading = shell("sh -n \(path) 2>&1 && test -x \(path)")
      #expect(reading.status == 0 && reading.output == "", "\(reading.output)")
      #expect(shell("cat \(path)").output.contains("bellhop.service bellhop.socket bellhop-control.socket"))
      #expect(!shell("cat \(path)").output.contains("bellhop-bus"))
      // Managers read the units again one by one; `--global` reaches none that runs.
      let text = shell("cat \(path)").output
      #expect(!text.contains("--global"))
      #expect(text.contains("--machine \"$person@\" daemon-reload") == (script != "prerm"), "\(script)")
    }
  }

  @Test(
    "Purging it takes away what root left for people, and removing it does not",
    arguments: ["purge", "remove"])
  func purged(action: String) {
    let package = made().output.split(separator: "\n").last.map(String.init) ?? ""
    let spool = "\(directory.path)/root/var/spool/bellhop"
    _ = shell("dpkg-deb -e \(package) \(directory.path)/e && mkdir -p \(spool)/1000")
    #expect(shell("DPKG_ROOT=\(directory.path)/root \(directory.path)/e/postrm \(action) 2>&1").status == 0)
    #expect((shell("test -e \(spool)").status == 0) == (action == "remove"))
  }

  @Test("Removed, its units are masked, since the links that enable them lead nowhere until it is purged")
  func masked() {
    let package = made().output.split(separator: "\n").last.map(String.init) ?? ""
    directory.write("stubs/systemctl", "exit 0".utf8)
    directory.write("stubs/deb-systemd-helper", "echo \"$@\" >>\(directory.path)/asked".utf8)
    let removed = shell(
      """
      dpkg-deb -e \(package) \(directory.path)/e && chmod +x \(directory.path)/stubs/* &&
      PATH=\(directory.path)/stubs:$PATH \(directory.path)/e/postrm remove 2>&1
      """)
    #expect(removed.status == 0, "\(removed.output)")
    #expect(
      shell("cat \(directory.path)/asked").output
        == "--user mask bellhop.service bellhop.socket bellhop-control.socket\n")
  }

  @Test(
    "In a clone each commit makes a revision of its own, so that what is newer upgrades what is installed")
  func revisions() {
    let commit = "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m a"
    let copy = "\(directory.path)/package"
    _ = shell("git init -q \(copy) && cd \(copy) && \(commit) && \(commit)")
    var packages = [made().output]
    _ = shell("cd \(copy) && \(commit)")
    packages.append(made().output)
    packages.append(made("--revision 7").output)
    let versions = packages.map { field("Version", of: String($0.dropLast())) }
    #expect(versions.map { $0.suffix(3) } == ["-2\n", "-3\n", "-7\n"], "\(versions)")
    _ = shell("rm -r \(copy)/.git")
    packages.append(made().output)
    #expect(packages.last?.contains("-1_") == true)
    // Overrides for a first revision are in a first revision only.
    let overrides = packages.map {
      shell("dpkg-deb -c \($0.dropLast()) | grep -q 'overrides/bellhop'").status
    }
    #expect(overrides == [1, 1, 1, 0])
  }

  @Test("The same sources make the same package, and a higher revision upgrades a lower one")
  func reproducible() {
    let first = made().output.split(separator: "\n").last.map(String.init) ?? ""
    let sum = shell("sha256sum <\(first)").output
    #expect(made().output.contains(first) && shell("sha256sum <\(first)").output == sum)
    let second = made("--revision 2").output.split(separator: "\n").last.map(String.init) ?? ""
    let versions = [field("Version", of: first), field("Version", of: second)].map {
      String($0.prefix { $0 != "\n" })
    }
    #expect(shell("dpkg --compare-versions \(versions[0]) lt \(versions[1])").status == 0, "\(versions)")
  }

  @Test("A mistake makes nothing", arguments: ["--frob", "--revision", "--revision x /tmp", "a b"])
  func mistakes(arguments: String) {
    #expect(made(arguments).status == 2)
    #expect(shell("ls \(directory.path)/out 2>/dev/null").output == "")
  }
}
