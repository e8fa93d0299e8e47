import Glibc
import TestSupport
import Testing

/// A file system of a few files, which is soon full.
final class TinyFileSystem {
  static let isAvailable = geteuid() == 0 && shell("unshare -m mount -t tmpfs none /mnt").status == 0

  static let needsRoot: Comment = "only root can mount a file system that is soon full"

  private let path: String
  private var fillers = 0

  /// `size`: as tmpfs(5) has it.
  init(at path: String, _ size: String) throws {
    self.path = path
    mkdir(path, 0o700)
    try #require(mount("none", path, "tmpfs", 0, "nr_inodes=24,\(size),mode=0700") == 0)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Until neither a byte nor an empty file has room.
  func fill() throws {
    let bytes = [UInt8](repeating: 0, count: 65_536)
    var isFull = false
    while !isFull {
      let file = open("\(path)/filler-\(fillers)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 {
        while write(file, bytes, bytes.count) > 0 {}
        close(file)
        fillers += 1
      }
      isFull = file < 0
    }
    #expect(errno == ENOSPC)
  }

  func empty() throws {
    for number in 0..<fillers { try #require(unlink("\(path)/filler-\(number)") == 0) }
    fillers = 0
  }
}
