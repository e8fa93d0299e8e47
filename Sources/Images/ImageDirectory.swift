internal import EventLoop
internal import Glibc

/// The directory that copies of images lie in, for the person alone: 0700, and 0600 each. Their names are random, and
/// tell nothing about what they show or where it came from. It is looked for each time: whoever removes it while it is
/// in use removes what is in it, and no more.
struct ImageDirectory: Sendable {
  let path: String

  /// Makes it, where it is not there, within a directory that is.
  private func opened() throws(SystemError) -> FileDescriptor {
    do {
      try systemCall("mkdir") { mkdir(path, 0o700) }
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    let descriptor = FileDescriptor(
      owning: try systemCall("open") { open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) })
    var status = stat()
    try systemCall("fstat") { fstat(descriptor.raw, &status) }
    guard status.st_uid == geteuid() else { throw SystemError(call: "fstat", code: EPERM) }
    try systemCall("fchmod") { fchmod(descriptor.raw, 0o700) }
    return descriptor
  }

  /// Where the copy lies within the directory. It is on the disk when this returns, and so is its name.
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

  /// Removes what a process that ended in the middle of something has left. Returns which of these are gone.
  func sweep(keeping kept: Set<String>) -> Set<String> {
    // Of what cannot be looked at nobody knows.
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
