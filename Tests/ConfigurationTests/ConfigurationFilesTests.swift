import TestSupport
import Testing

@testable import Configuration

struct ConfigurationFilesTests {
  private let directory = TemporaryDirectory()

  private var layers: ConfigurationFiles {
    ConfigurationFiles(systemDirectory: "\(directory.path)/etc", userDirectory: "\(directory.path)/home")
  }

  private func names() throws -> [String] {
    try layers.load().map {
      ($0.isSystem ? "system " : "user ") + $0.path.dropFirst(directory.path.count)
    }
  }

  @Test("Where there are no files, there is nothing to read and no fault")
  func missing() throws {
    #expect(try names() == [])
    #expect(try ConfigurationFiles(systemDirectory: "/nowhere/at/all", userDirectory: nil).load() == [])
  }

  @Test(
    "A layer's own file comes first, then its drop-ins in the order of their bytes, then the user's likewise")
  func order() throws {
    for name in ["b.conf", "a.conf", "Z.conf", "é.conf", ".hidden.conf", "a.conf~", "readme"] {
      directory.write("etc/bellhop.conf.d/\(name)", "".utf8)
    }
    directory.write("home/bellhop.conf.d/10.conf", "".utf8)
    directory.write("home/bellhop.conf", "".utf8)
    directory.write("etc/bellhop.conf", "".utf8)
    #expect(
      try names() == [
        "system /etc/bellhop.conf", "system /etc/bellhop.conf.d/Z.conf", "system /etc/bellhop.conf.d/a.conf",
        "system /etc/bellhop.conf.d/b.conf", "system /etc/bellhop.conf.d/é.conf", "user /home/bellhop.conf",
        "user /home/bellhop.conf.d/10.conf",
      ])
  }

  @Test("One file given by name replaces all layers, counts as the administrator's and must be there")
  func only() throws {
    directory.write("etc/bellhop.conf", "[Storage]\nKeepDays=1".utf8)
    directory.write("one", "[Storage]\nKeepDays=2".utf8)
    var files = layers
    files.only = "\(directory.path)/one"
    #expect(try files.load().map(\.isSystem) == [true])
    #expect(try policy(from: files.load()).keepDays == 2)
    files.only = "/dev/null"
    #expect(try files.load().map(\.text) == [""])
    files.only = "\(directory.path)/none"
    #expect(throws: ConfigurationFault.self) { try files.load() }
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
    #expect(throws: ConfigurationFault(file: dropIns + name, line: 0, reason: reason)) { try layers.load() }
  }

  @Test(
    "A layer's directory that is a link to nowhere or no directory is a fault, not nothing",
    arguments: [("ln -s gone", "No such file or directory"), ("touch", "Not a directory")])
  func lostLayer(command: String, reason: String) {
    let etc = "\(directory.path)/etc"
    #expect(shell("\(command) \(etc)").status == 0)
    #expect(throws: ConfigurationFault(file: etc, line: 0, reason: reason)) { try layers.load() }
  }

  @Test("A directory, bytes that are no UTF-8 and an endless file are faults of that file")
  func unreadable() throws {
    let faultOf = { (path: String) -> ConfigurationFault? in
      do {
        _ = try policy(from: ConfigurationFiles(userDirectory: nil, only: path).load())
        return nil
      } catch { return error as? ConfigurationFault }
    }
    #expect(faultOf(directory.path)?.file == directory.path)
    directory.write("marked", "\u{FEFF}[Storage]\nKeepDays=1\n".utf8)
    #expect(faultOf("\(directory.path)/marked")?.reason.hasPrefix("begins with a byte order mark") == true)
    directory.write("bad", [0x23, 0x0A, 0x23, 0xFF, 0x0A])
    #expect(faultOf("\(directory.path)/bad")?.line == 2)
    #expect(faultOf("/dev/zero")?.file == "/dev/zero")
  }
}
