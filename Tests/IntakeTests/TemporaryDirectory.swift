import EventLoop
import Glibc

/// A directory of a test's own, removed with all that is in it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/bellhop-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.removeTree(path) }

  private static func removeTree(_ path: String) {
    if let directory = opendir(path) {
      var names: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
      }
      closedir(directory)
      for name in names {
        var status = stat()
        let inner = "\(path)/\(name)"
        if lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          removeTree(inner)
        } else {
          unlink(inner)
        }
      }
    }
    rmdir(path)
  }
}
