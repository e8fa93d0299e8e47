import BusWire
import Glibc
import Wording

/// Who has a name on the bus.
struct NameOwner: Hashable, Sendable {
  static let notifications = String(decoding: BusName.notifications, as: UTF8.self)
  /// That of the server behind bellhop-bus.
  static let server = String(decoding: BusName.server, as: UTF8.self)

  let uniqueName: String
  /// 0 where the bus does not say.
  let process: Int32
  /// What it runs, where that can be read: not of those that keep secrets, as Bellhop's own do.
  let executable: String?
  /// The program's own name.
  let program: String?

  init(uniqueName: String, process: Int32) {
    self.uniqueName = uniqueName
    self.process = process
    executable = Self.executable(of: process)
    program = executable.map { String($0.split(separator: "/").last ?? "") } ?? Self.command(of: process)
  }

  /// `nil` for nobody. The bus starts nobody for the question.
  static func find(_ name: String, on bus: SessionBus) throws(FrontFault) -> NameOwner? {
    guard let owner = try bus.text("GetNameOwner", [.text(name)]) else { return nil }
    var process: UInt32?
    do throws(FrontFault) {
      let answer = try bus.call("GetConnectionUnixProcessID", [.text(owner)])
      if answer.hasBody, answer.header.signature.elementsEqual("u".utf8) {
        var reader = answer.arguments()
        process = try? reader.uint32()
      }
    } catch {
      // It has gone meanwhile.
      guard case .refused = error else { throw error }
    }
    return NameOwner(uniqueName: owner, process: process.flatMap { Int32(exactly: $0) } ?? 0)
  }

  var isDaemon: Bool { program == "bellhopd" }

  /// For the person.
  var told: FrontSentence {
    .owner(uniqueName: uniqueName, process: process, program: program, executable: executable)
  }

  /// Whoever asks may know that: its name, cut to 15 bytes.
  private static func command(of process: Int32) -> String? {
    process > 0 ? SmallFile.text(of: "/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) } : nil
  }

  private static func executable(of process: Int32) -> String? {
    guard process > 0 else { return nil }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    let path = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // As the kernel says it where a newer version is installed over it.
    let gone = " (deleted)"
    return path.hasSuffix(gone) ? String(path.dropLast(gone.count)) : path
  }
}
