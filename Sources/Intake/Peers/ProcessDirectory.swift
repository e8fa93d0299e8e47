internal import CLinux
internal import EventLoop
internal import Glibc
import NotificationModel

/// A process's directory in the proc file system. Every read is about that process: once it has ended, reads fail, even
/// if its number is used again.
struct ProcessDirectory: ~Copyable {
  private let path: String
  private let directory: FileDescriptor

  init(_ name: String, in procRoot: String) throws(PeerRefusal) {
    let path = "\(procRoot)/\(name)"
    self.path = path
    do throws(SystemError) {
      directory = FileDescriptor(
        owning: try systemCall("open") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    } catch {
      throw .unidentified("\(path) cannot be read", error)
    }
  }

  /// The start of the process; `nil` if it cannot be read.
  var start: Uptime? { get throws(PeerRefusal) { try life?.start } }

  /// The name, parent and start, which are readable for processes of other users as well. When the parent ends, the
  /// process gets another one. `nil` if they cannot be read (proc_pid_stat(5)).
  var life: (name: Substring, parent: Int32, start: Uptime)? {
    get throws(PeerRefusal) {
      // The name may contain any byte: parentheses, and combining marks, which would be one character with the
      // parenthesis before them.
      let text = try text("stat", limit: 4_096)
      let bytes = text.utf8
      guard let first = bytes.firstIndex(of: UInt8(ascii: "(")),
        let last = bytes.lastIndex(of: UInt8(ascii: ")")),
        first < last
      else { return nil }
      let fields = text[bytes.index(after: last)...].split(separator: " ")
      let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
      guard fields.count > 19, let parent = Int32(fields[1]), let ticks = Int64(fields[19]), perSecond > 0
      else { return nil }
      let (milliseconds, isTooLong) = ticks.multipliedReportingOverflow(by: 1_000)
      guard !isTooLong else { return nil }
      return (text[bytes.index(after: first)..<last], parent, Uptime(milliseconds: milliseconds / perSecond))
    }
  }

  /// The process's arguments at this moment, from the first `limit` bytes.
  func arguments(bytes limit: Int) throws(PeerRefusal) -> [Substring] {
    let bytes = try read("cmdline", O_RDONLY | O_CLOEXEC, atMost: limit)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
  }

  /// The path of its program, without links.
  var file: String {
    get throws(PeerRefusal) {
      let path = try link("exe", limit: Int(PATH_MAX))
      // The kernel adds this to the path if a newer version is installed over the file.
      let gone = " (deleted)"
      return path.hasSuffix(gone) ? String(path.dropLast(gone.count)) : path
    }
  }

  /// The file name of its program.
  var program: String {
    get throws(PeerRefusal) { try String(file.split(separator: "/").last ?? "") }
  }

  /// Whether its program is the file that has this path for us.
  func runs(_ path: String) -> Bool {
    var (inside, outside) = (clinux_file_identity(), clinux_file_identity())
    return clinux_identify(directory.raw, "exe", &inside) == 0
      && clinux_identify(AT_FDCWD, path, &outside) == 0
      && inside.device == outside.device && inside.number == outside.number
  }

  /// The target of a link; `limit`: its greatest length in bytes, for targets that are no paths.
  func link(_ name: String, limit: Int = 64) throws(PeerRefusal) -> String {
    var target = [CChar](repeating: 0, count: limit)
    do throws(SystemError) {
      let count = try systemCall("readlinkat") { readlinkat(directory.raw, name, &target, target.count) }
      return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    } catch {
      throw .unidentified("\(path)/\(name) cannot be read", error)
    }
  }

  /// True if there is an entry of this name, even a dangling link.
  func has(_ name: String) throws(PeerRefusal) -> Bool {
    do throws(SystemError) {
      try systemCall("faccessat") { faccessat(directory.raw, name, F_OK, AT_SYMLINK_NOFOLLOW) }
      return true
    } catch {
      guard error.code == ENOENT else { throw .unidentified("\(path)/\(name) cannot be looked for", error) }
      return false
    }
  }

  /// The whole of a file that the kernel generates, which is never empty.
  func text(_ name: String, limit: Int) throws(PeerRefusal) -> String {
    let text = try read(name, O_RDONLY | O_CLOEXEC, limit: limit)
    guard !text.isEmpty else { throw .unidentified("\(path)/\(name) is empty") }
    return text
  }

  /// The whole of a regular file that another program wrote; `nil` if there is no file of this name.
  func fileText(_ name: String, limit: Int) throws(PeerRefusal) -> String? {
    guard try has(name) else { return nil }
    return try read(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, limit: limit)
  }

  private func read(_ name: String, _ flags: Int32, limit: Int) throws(PeerRefusal) -> String {
    let bytes = try read(name, flags, atMost: limit + 1)
    guard bytes.count <= limit else { throw .unidentified("\(path)/\(name) is longer than \(limit) bytes") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ name: String, _ flags: Int32, atMost limit: Int) throws(PeerRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let file = FileDescriptor(owning: try systemCall("openat") { openat(directory.raw, name, flags) })
      var status = stat()
      try systemCall("fstat") { fstat(file.raw, &status) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(call: "fstat", code: EINVAL) }
      // The kernel returns such files page by page.
      var part = [UInt8](repeating: 0, count: 16_384)
      while bytes.count < limit {
        let count = try systemCall("read") { Glibc.read(file.raw, &part, part.count) }
        guard count > 0 else { break }
        bytes += part[..<count]
      }
    } catch {
      throw .unidentified("\(path)/\(name) cannot be read", error)
    }
    return Array(bytes.prefix(limit))
  }
}

/// The control groups of a process, by the names of their units: all components of all paths in its `cgroup` file,
/// which has many lines with older hierarchies.
struct ControlGroups: Hashable, Sendable {
  private let units: Set<Substring>

  init(_ text: String) { units = Set(text.split { $0 == "/" || $0 == "\n" }) }

  /// True if a unit has a name that snap or Flatpak gives.
  var nameSandbox: Bool {
    units.contains { $0.hasPrefix("snap.") || $0.hasPrefix("app-flatpak-") || $0.hasPrefix("flatpak-") }
  }

  /// The desktop entry of the snap app that the process belongs to. snapd names the unit; asking snapd itself would
  /// start a program.
  var snapApp: AppID? {
    let snaps = units.filter { $0.hasPrefix("snap.") }
    guard snaps.count == 1, let unit = snaps.first else { return nil }
    return Self.snapApp(unit)
  }

  /// `snap.NAME.APP-UUID.scope`, `snap.NAME.APP.UUID.scope` of older ones, `snap.NAME.APP.service` → `NAME_APP`.
  private static func snapApp(_ unit: Substring) -> AppID? {
    var name = unit.dropFirst("snap.".count)
    if name.hasSuffix(".scope") {
      name = name.dropLast(".scope".count)
      let end = name.suffix(37)
      guard end.count == 37, end.first == "-" || end.first == ".", isUUID(end.dropFirst()) else { return nil }
      name = name.dropLast(37)
    } else if name.hasSuffix(".service") {
      name = name.dropLast(".service".count)
    } else {
      return nil
    }
    // A hook, which a snap runs when it is installed or refreshed, is `NAME.hook.WHICH`, and no app.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return AppID("\(parts[0])_\(parts[1])")
  }

  private static func isUUID(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.count == $0.count && $0.allSatisfy(\.isHexDigit) }
  }
}

/// The key file that Flatpak writes into each of its sandboxes, out of the reach of their processes
/// (flatpak-metadata(5)). One line of it matters.
///
/// Stricter than GLib's reader: a line that GLib would interpret leniently makes the whole file invalid.
struct FlatpakInfo: Hashable, Sendable {
  static let name = ".flatpak-info"
  /// Relative to the directory of a process.
  static let path = "root/.flatpak-info"

  let app: AppID

  init?(_ text: String) {
    var groups: Set<Substring> = []
    var group: Substring?
    var names: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("#") || line.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]") else { return nil }
        group = line.dropFirst().dropLast()
        guard let group, groups.insert(group).inserted else { return nil }
        continue
      }
      guard let group, let equals = line.firstIndex(of: "=") else { return nil }
      guard group == "Application", Self.trimmed(line[..<equals]) == "name" else { continue }
      names.append(Self.trimmed(line[line.index(after: equals)...]))
    }
    guard names.count == 1, let app = names.first.flatMap({ AppID(String($0)) }) else { return nil }
    self.app = app
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
