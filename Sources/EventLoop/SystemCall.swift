import Glibc

/// A system call that failed, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  package let call: String
  /// The value of `errno`.
  package let code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Whether a resource of the process or the system is exhausted: the same call may succeed later.
  package var isForNow: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  package var description: String {
    guard let reason = strerror(code) else { return "\(call): error \(code)" }
    return "\(call): \(String(cString: reason))"
  }
}

/// The only way to the kernel: runs a system call that returns -1 on failure, again for as long as a signal interrupts
/// it, and takes `errno` before anything else can change it.
@discardableResult
package func systemCall<Result: SignedInteger>(
  _ name: StaticString, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: "\(name)", code: code) }
  }
}

/// An open file, closed exactly once: when its owner lets go of it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor's number, to be used while this value lives.
  package let raw: Int32

  /// Takes over an open descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  /// Gives the open descriptor away.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  deinit {
    // Never again after EINTR: Linux has closed it then, and another thread may own the number by now.
    close(raw)
  }
}

extension FileDescriptor {
  /// Has the name of a directory reach the disk: where the power fails before, the directory is lost with all that is
  /// in it. The name is in the directory above, which is left to the system where it cannot be read (EACCES), or its
  /// file system syncs no directories (EINVAL).
  package static func syncName(of directory: String) throws(SystemError) {
    do throws(SystemError) {
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
      let above = FileDescriptor(owning: try systemCall("open") { open("\(directory)/..", flags) })
      try systemCall("fsync") { fsync(above.raw) }
    } catch {
      guard [EACCES, EINVAL].contains(error.code) else { throw error }
    }
  }

  /// The names in the directory that this is open for, in no order; of more than `most` only so many.
  package func names(atMost most: Int) throws(SystemError) -> [String] {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    // A descriptor for the stream alone: reading moves it, and the stream closes it.
    let own = try systemCall("openat") { openat(raw, ".", flags) }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw SystemError(call: "fdopendir", code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < most {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw SystemError(call: "readdir", code: errno) }
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let text = String(decoding: name, as: UTF8.self)
      if text != ".", text != ".." { names.append(text) }
    }
    return names
  }
}
