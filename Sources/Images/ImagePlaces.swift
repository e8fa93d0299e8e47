internal import EventLoop
internal import Glibc

/// A place with a share of its own of the threads, since everything in it may hang together.
enum ImagePlace: Hashable, Sendable {
  /// A mounted file system, by its device.
  case fileSystem(device: [UInt8])
  /// Wherever links and `..` lead: the path alone does not tell.
  case beyondLinks
  case themes
  /// Bytes that are made, and read from no file.
  case memory
}

/// A mounted file system.
struct Mount: Hashable, Sendable {
  let point: [UInt8]
  let device: [UInt8]

  var place: ImagePlace { .fileSystem(device: device) }
  var path: String { String(decoding: point, as: UTF8.self) }

  /// The path below the mount point; `nil` if it is not below.
  func rest(of path: String) -> String? {
    let slash = UInt8(ascii: "/")
    let beginning = point.last == slash ? point.dropLast() : point[...]
    let rest = path.utf8.dropFirst(beginning.count)
    guard path.utf8.starts(with: beginning), rest.first == slash else { return nil }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}

/// The file systems that are mounted (proc_pid_mountinfo(5)). No file system is asked, since one that hangs would
/// not answer.
struct MountTable: ~Copyable {
  /// Bytes that are read of the kernel's text. A mount beyond it counts as a part of the file system above it.
  private static let mostBytes = 1_048_576

  private let source = FileDescriptor(owning: open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC))
  private var mounts: [Mount] = []

  /// The table holds no mount if the proc file system is missing.
  init() { read() }

  /// The mount in which an absolute path lies unless a link leads out of it; `nil` if the path has other parts than
  /// names.
  mutating func mount(of path: String) -> Mount? {
    if hasChanged() { read() }
    return Self.mount(of: path, in: mounts)
  }

  static func mount(of path: String, in mounts: [Mount]) -> Mount? {
    let parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.allSatisfy { $0 == UInt8(ascii: ".") } }) else { return nil }
    var found: Mount?
    // The later of two mounts at one point covers the other.
    for mount in mounts where mount.point.count >= found?.point.count ?? 0 && mount.rest(of: path) != nil {
      found = mount
    }
    return found
  }

  /// Asking is having seen the change (proc_pid_mounts(5)).
  private func hasChanged() -> Bool {
    var waiting = pollfd(fd: source.raw, events: Int16(POLLPRI), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }

  private mutating func read() {
    guard lseek(source.raw, 0, SEEK_SET) == 0 else { return }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while text.count < Self.mostBytes {
      let count = (try? systemCall("read") { Glibc.read(source.raw, &part, part.count) }) ?? 0
      guard count > 0 else { break }
      text += part[..<count]
    }
    mounts = Self.mounts(in: text)
  }

  /// Each line: a number, its parent's, the device, the root within it, the mount point, and more.
  static func mounts(in text: [UInt8]) -> [Mount] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count > 5 else { return nil }
      return Mount(point: unescaped(fields[4]), device: Array(fields[2]))
    }
  }

  /// Blanks and backslashes are written as a backslash and three octal digits.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
      guard byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }) else {
        result.append(byte)
        continue
      }
      result.append(digits.reduce(0) { $0 &* 8 &+ $1 })
      rest = rest.dropFirst(3)
    }
    return result
  }
}
