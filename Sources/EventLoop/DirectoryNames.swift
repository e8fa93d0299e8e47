internal import Glibc

extension FileDescriptor {
  /// The names in the directory that this is open for, in no order; of more than `most` only so many.
  package func names(atMost most: Int) throws(SystemError) -> [String] {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    // One of its own: reading moves it, and the stream closes it.
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
