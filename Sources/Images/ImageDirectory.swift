internal import EventLoop
internal import Glibc

/// The directory of the images' copies, for the person alone: mode 0700, and 0600 for each file. The random names tell
/// neither the picture nor its origin. Each operation opens the directory anew, so a user who removes it loses only the
/// copies in it.
struct ImageDirectory: Sendable {
  let path: String

  /// Opens the directory, and makes it if only its parent exists.
  private func opened() throws(SystemError) -> FileDescriptor {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(call: "mkdir", code: errno) }
    let descriptor = FileDescriptor(
      owning: try systemCall("open") { open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) })
    var status = stat()
    try systemCall("fstat") { fstat(descriptor.raw, &status) }
    guard status.st_uid == geteuid() else { throw SystemError(call: "fstat", code: EPERM) }
    try systemCall("fchmod") { fchmod(descriptor.raw, 0o700) }
    return descriptor
  }

  /// Stores a copy, and returns its path within the directory. File and name are synced to the disk on return, and so is
  /// the directory's name: an earlier process may have made the directory and died before that.
  func keep(_ file: ImageFile) throws(SystemError) -> String {
    let number = UInt64.random(in: .min ... .max)
    let name =
      "\(String(number, radix: 36))\(String(UInt64.random(in: .min ... .max), radix: 36)).\(file.format)"
    let directory = try opened()
    let copy = FileDescriptor(
      owning: try systemCall("openat") {
        openat(directory.raw, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      })
    do {
      var rest = file.bytes[...]
      while !rest.isEmpty {
        let count = try systemCall("write") {
          rest.withUnsafeBytes { write(copy.raw, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
      }
      try systemCall("fsync") { fsync(copy.raw) }
      try systemCall("fsync") { fsync(directory.raw) }
      try FileDescriptor.syncName(of: path)
    } catch {
      unlinkat(directory.raw, name, 0)
      throw error
    }
    return "/\(name)"
  }

  func remove(_ place: String) {
    guard let directory = try? opened() else { return }
    unlinkat(directory.raw, String(place.dropFirst()), 0)
  }

  /// Removes copies that an interrupted process left. Returns those of `kept` that are missing.
  func sweep(keeping kept: Set<String>) -> Set<String> {
    // An unreadable directory tells nothing, so no image counts as missing.
    guard let directory = try? opened() else { return [] }
    removeAll(but: kept, in: directory)
    return kept.filter { place in
      faccessat(directory.raw, String(place.dropFirst()), F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
    }
  }

  private func removeAll(but kept: Set<String>, in directory: borrowing FileDescriptor) {
    guard let listing = opendir(path) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if !name.hasPrefix("."), !kept.contains("/\(name)") { unlinkat(directory.raw, name, 0) }
    }
  }
}

/// The installed icon themes (Icon Theme Specification). An icon of any theme counts: the theme in use is unknown here,
/// and themes fall back on others.
package struct IconThemes: Sendable {
  private static let endings = [".png", ".svg", ".xpm"]

  private let dataDirectories: [String]

  /// The data directories of the XDG Base Directory Specification.
  package init(in dataDirectories: [String]) { self.dataDirectories = dataDirectories }

  /// True if there is an icon of this name, or if no theme is installed at all, so that no answer is possible.
  func haveIcon(named name: String) -> Bool {
    guard !name.contains("/") else { return false }
    let files = Self.endings.map { "/\(name)\($0)" }
    if dataDirectories.contains(where: { Self.holds("\($0)/pixmaps", files) }) { return true }
    let themes = dataDirectories.flatMap { Self.directories(in: "\($0)/icons") }
    return themes.isEmpty || themes.contains { Self.isBelow($0, files, levels: 2) }
  }

  /// A theme has its icons in `16x16/apps` or `apps/16`.
  private static func isBelow(_ directory: String, _ files: [String], levels: Int) -> Bool {
    if holds(directory, files) { return true }
    return levels > 0 && directories(in: directory).contains { isBelow($0, files, levels: levels - 1) }
  }

  private static func holds(_ directory: String, _ files: [String]) -> Bool {
    files.contains { access(directory + $0, F_OK) == 0 }
  }

  private static func directories(in directory: String) -> [String] {
    guard let listing = opendir(directory) else { return [] }
    defer { closedir(listing) }
    var found: [String] = []
    while let entry = readdir(listing) {
      guard [DT_DIR, DT_LNK, DT_UNKNOWN].contains(Int(entry.pointee.d_type)) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if !name.hasPrefix("."), !endings.contains(where: name.hasSuffix) {
        found.append("\(directory)/\(name)")
      }
    }
    return found
  }
}
