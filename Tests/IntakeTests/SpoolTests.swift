import CLinux
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import TestSupport
import Testing

@testable import Intake

/// The files in root's spool. The tests' user stands for root.
struct SpoolTests {
  private let base = TemporaryDirectory()
  private let name = KeptName(at: Timestamp(milliseconds: 1_795_176_000_000), number: 7)
  private var directory: String { "\(base.path)/42" }
  private var file: String { "\(directory)/\(name.text)" }
  private var spool: Spool { Spool(in: base.path, for: 42, owner: geteuid()) }

  init() { mkdir("\(base.path)/42", 0o755) }

  private func fault(_ spool: Spool? = nil) -> String? {
    do throws(Spool.Fault) {
      _ = try (spool ?? self.spool).bytes(of: name)
      return nil
    } catch {
      return error.isTransient ? "may pass" : error.description
    }
  }

  @Test("Files with a name that root gives are found, the oldest first, and read")
  func read() throws {
    let older = KeptName(at: Timestamp(milliseconds: 1_795_175_000_000), number: 9)
    writeFile(file, "{}")
    for name in [older.text, ".\(older.text)", "x.json"] { writeFile("\(directory)/\(name)", "") }
    #expect(try spool.files() == [older, name])
    #expect(try spool.bytes(of: name) == Array("{}".utf8))
    #expect(try spool.bytes(of: older) == [])
  }

  @Test("Without a directory, or without the file, there is nothing, which is no fault")
  func nothing() throws {
    #expect(try spool.bytes(of: name) == nil)
    rmdir(directory)
    #expect(try spool.files() == nil)
    #expect(try spool.bytes(of: name) == nil)
  }

  @Test("What is no regular file is not read, and opening it does not wait")
  func irregular() throws {
    writeFile("\(base.path)/other", "{}")
    symlink("\(base.path)/other", file)
    #expect(fault() == "it is a link")
    unlink(file)
    mkfifo(file, 0o600)
    #expect(fault() == "it is not a regular file")
    unlink(file)
    mkdir(file, 0o700)
    #expect(fault() == "it is not a regular file")
    rmdir(file)
    let socket = try ListeningSocket(path: file)
    withExtendedLifetime(socket) { #expect(fault() == "it is not a regular file") }
  }

  @Test("What is longer than a message is not read")
  func long() {
    writeFile(file, String(repeating: "x", count: KeptName.bytes))
    #expect(fault() == nil)
    writeFile(file, String(repeating: "x", count: KeptName.bytes + 1))
    #expect(fault() == "it is longer than 65536 bytes")
  }

  @Test(
    "What another owns, or others can write to, is not read", arguments: [0o666, 0o664, 0o622] as [mode_t])
  func foreign(mode: mode_t) {
    writeFile(file, "{}")
    let other = Spool(in: base.path, for: 42, owner: geteuid() &+ 1)
    #expect(fault(other) == "it belongs to another user")
    #expect(throws: Spool.Fault.self) { try other.files() }
    chmod(file, mode)
    #expect(fault() == "others can write to it")
    chmod(file, 0o644)
    #expect(fault() == nil)
    chmod(directory, mode | 0o111)
    #expect(fault() == "others can write to it")
    #expect(throws: Spool.Fault.self) { try spool.files() }
  }

  @Test("A link in the directory's place, or a file, is not followed")
  func misplaced() {
    rmdir(directory)
    mkdir("\(base.path)/other", 0o755)
    symlink("other", directory)
    #expect(throws: Spool.Fault("it is a link, or no directory")) { try spool.files() }
    unlink(directory)
    writeFile(directory, "")
    #expect(throws: Spool.Fault("it is a link, or no directory")) { try spool.files() }
  }

  @Test("Of thousands of names none is looked at, since those that are gone could not be told")
  func bounded() throws {
    for number in 0..<1_200 as Range<UInt64> {
      writeFile("\(directory)/\(KeptName(at: name.time, number: number).text)", "")
    }
    #expect(throws: Spool.Fault("more than 1000 files are in it")) { try spool.files() }
  }

  @Test("What only its user may read keeps a list of that, and counts as nobody else's to write to")
  func listed() throws {
    writeFile(file, "{}")
    for path in [directory, file] {
      let descriptor = open(path, O_RDONLY)
      let result = clinux_share_with(descriptor, 0o7, 4_321, 0o5)
      #expect(result == 0, "\(errno)")
      close(descriptor)
    }
    #expect(try spool.bytes(of: name) == Array("{}".utf8))
  }

  @Test("What root left is posted, and what is no notification is logged by the file's name alone")
  func posting() throws {
    let rig = try EngineRig()
    writeFile(file, "\(NotificationRequest(app: .system, title: "Backup Has Failed").json.text)")
    let others = (8...10 as ClosedRange<UInt64>).map { KeptName(at: name.time, number: $0).text }
    for (other, text) in zip(others, ["Backup", #"{"title":"Backup""#, #"{"title":"Backup","text":1}"#]) {
      writeFile("\(directory)/\(other)", text)
    }
    rig.follow(spool)
    rig.loop.turn { rig.log.count == others.count }
    for (line, other) in zip(rig.log, others) {
      #expect(line.contains(other) && !line.contains("Backup"), "\(line)")
    }
    #expect(try rig.engine.assumeIsolated { try $0.badge(of: .system) } == 1)
  }
}
