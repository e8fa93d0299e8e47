import Glibc
import TestSupport
import Testing

@testable import Configuration

struct ConfigurationFilesTests {
  private let directory = TemporaryDirectory()

  private var layers: ConfigurationFiles {
    ConfigurationFiles(systemDirectory: "\(directory.path)/etc", userDirectory: "\(directory.path)/home")
  }

  private func names() -> [String] {
    layers.load().files.map {
      ($0.isSystem ? "system " : "user ") + $0.path.dropFirst(directory.path.count)
    }
  }

  @Test("Where there are no files, there is nothing to read and no fault")
  func missing() {
    #expect(names() == [])
    #expect(layers.load().faults.isEmpty)
    let nowhere = ConfigurationFiles(systemDirectory: "/nowhere/at/all", userDirectory: nil).load()
    #expect(nowhere.files.isEmpty && nowhere.faults.isEmpty)
  }

  @Test(
    "A layer's own file comes first, then its drop-ins in the order of their bytes, then the user's likewise")
  func order() {
    for name in ["b.conf", "a.conf", "Z.conf", "é.conf", ".hidden.conf", "a.conf~", "readme"] {
      directory.write("etc/bellhop.conf.d/\(name)", "".utf8)
    }
    directory.write("home/bellhop.conf.d/10.conf", "".utf8)
    directory.write("home/bellhop.conf", "".utf8)
    directory.write("etc/bellhop.conf", "".utf8)
    #expect(
      names() == [
        "system /etc/bellhop.conf", "system /etc/bellhop.conf.d/Z.conf", "system /etc/bellhop.conf.d/a.conf",
        "system /etc/bellhop.conf.d/b.conf", "system /etc/bellhop.conf.d/é.conf", "user /home/bellhop.conf",
        "user /home/bellhop.conf.d/10.conf",
      ])
  }

  @Test("Files given by name replace all layers, count as the administrator's and must be there")
  func only() {
    directory.write("etc/bellhop.conf", "[Storage]\nKeepDays=1".utf8)
    directory.write("one", "[Storage]\nKeepDays=2".utf8)
    var files = layers
    files.only = ["\(directory.path)/one"]
    #expect(files.load().files.map(\.isSystem) == [true])
    #expect(files.read().policy.keepDays == 2 && files.read().faults.isEmpty)
    files.only.append("/dev/null")
    #expect(files.load().files.map(\.text) == ["[Storage]\nKeepDays=2", ""])
    files.only = ["\(directory.path)/none"]
    #expect(files.load().faults.map(\.reason) == ["No such file or directory"])
  }

  @Test("A pipe in the place of a file is a fault, since it would read as empty")
  func pipe() {
    directory.write("etc/bellhop.conf.d/.keep", "".utf8)
    #expect(mkfifo("\(directory.path)/etc/bellhop.conf.d/a.conf", 0o600) == 0)
    #expect(layers.load().faults.map(\.reason) == ["is a pipe, and no file"])
  }

  @Test(
    "A drop-in that cannot be named, leads nowhere or stands where their directory should is a fault, not nothing",
    arguments: [
      ("mkdir -p $D && touch $D/\"$(printf '\\377.conf')\"", "", "holds a file whose name is not UTF-8"),
      ("mkdir -p $D && ln -s gone $D/a.conf", "/a.conf", "No such file or directory"),
      ("touch $D", "", "Not a directory"), ("ln -s gone $D", "", "No such file or directory"),
    ])
  func lostDropIns(command: String, name: String, reason: String) {
    let dropIns = "\(directory.path)/etc/bellhop.conf.d"
    #expect(shell("D=\(dropIns); mkdir \(directory.path)/etc && \(command)").status == 0)
    // The value of a locked key may stand in the unreadable file.
    directory.write("etc/bellhop.conf", "[Locked]\nKeys=App a/Banners".utf8)
    #expect(layers.read().faults == [ConfigurationFault(file: dropIns + name, line: 0, reason: reason)])
  }

  @Test(
    "A layer's directory that is a link to nowhere or no directory is a fault, not nothing",
    arguments: [("ln -s gone", "No such file or directory"), ("touch", "Not a directory")])
  func lostLayer(command: String, reason: String) {
    let etc = "\(directory.path)/etc"
    #expect(shell("\(command) \(etc)").status == 0)
    #expect(layers.load().faults == [ConfigurationFault(file: etc, line: 0, reason: reason)])
  }

  @Test("A directory, bytes that are no UTF-8 and an endless file are faults of that file")
  func unreadable() {
    let faultOf = { (path: String) in
      ConfigurationFiles(userDirectory: nil, only: [path]).read().faults.first
    }
    #expect(faultOf(directory.path)?.file == directory.path)
    directory.write("marked", "\u{FEFF}[Storage]\nKeepDays=1\n".utf8)
    #expect(faultOf("\(directory.path)/marked")?.reason.hasPrefix("begins with a byte order mark") == true)
    directory.write("bad", [0x23, 0x0A, 0x23, 0xFF, 0x0A])
    #expect(faultOf("\(directory.path)/bad")?.line == 2)
    #expect(faultOf("/dev/zero")?.file == "/dev/zero")
  }

  @Test("A file that cannot be read hides none of the faults of the others, in any layer")
  func everyFault() {
    directory.write("etc/bellhop.conf", "[Storage]\nKeepDays=0".utf8)
    directory.write("etc/bellhop.conf.d/10.conf", [0x23, 0x0A, 0xFF])
    directory.write("etc/bellhop.conf.d/20.conf", "[Storage]\nKeepDays=2".utf8)
    directory.write("home/bellhop.conf", "[Nowhere]".utf8)
    directory.write("home/bellhop.conf.d", "".utf8)
    let (files, _, faults) = layers.read()
    #expect(files.count == 3)
    #expect(
      faults.map { "\($0.file.dropFirst(directory.path.count)):\($0.line)" } == [
        "/etc/bellhop.conf.d/10.conf:2", "/home/bellhop.conf.d:0", "/etc/bellhop.conf:2",
        "/home/bellhop.conf:1",
      ])
  }

  @Test(
    "Of many faults a log and a reply are told twenty, a line of status the first, and both how many more there are"
  )
  func many() throws {
    let faults = (1...27).map { ConfigurationFault(file: "f", line: $0, reason: "is wrong") }
    #expect(ConfigurationFaults([]) == nil)
    for count in [1, 20] {
      let told = try #require(ConfigurationFaults(Array(faults.prefix(count)))).told
      #expect([told.first] + told.further == Array(faults.prefix(count)))
    }
    let all = try #require(ConfigurationFaults(faults))
    #expect(all.told.further.count == 19)
    #expect(all.told.further.last?.description == "f:20: is wrong (and 7 more)")
    #expect(all.description == "f:1: is wrong (and 26 more)")
    #expect(ConfigurationFaults([faults[0]])?.description == "f:1: is wrong")
  }
}
