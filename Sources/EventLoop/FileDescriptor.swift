internal import Glibc

/// An open file, closed exactly once: when its owner lets go of it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// Its number, to be used while this value lives.
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
