internal import Glibc

/// A file, and the path by which others find it.
package struct PlacedFile: Hashable, Sendable {
  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt
  }

  package let path: String
  /// `nil` where there was none.
  private let identity: Identity?

  /// The one that is there now.
  init(_ path: String) {
    self.path = path
    identity = Self.identity(path)
  }

  /// That of a socket; `nil` where it has none.
  init?(of socket: Int32) {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
    guard result == 0, bytes.first == UInt8(ascii: "/") else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the path still leads to it.
  package var isInPlace: Bool { identity.map { $0 == Self.identity(path) } ?? false }

  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
