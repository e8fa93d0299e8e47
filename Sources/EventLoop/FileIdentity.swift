package import Glibc

/// What tells a file from another one that takes its path, and from itself once it was written to: device, inode, size
/// and time, as a text.
package enum FileIdentity {
  package static func text(_ status: stat) -> String {
    let time = status.st_mtim
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(time.tv_sec).\(time.tv_nsec)"
  }

  /// Of what is at the path now, a link included; `nil` for nothing. Never returns where a file system hangs.
  package static func text(at path: String) -> String? {
    var status = stat()
    return lstat(path, &status) == 0 ? text(status) : nil
  }
}
