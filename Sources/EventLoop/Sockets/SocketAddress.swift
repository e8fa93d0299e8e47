package import Glibc

extension sockaddr_un {
  /// `nil` when the path is longer than a socket's may be, or holds a NUL.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= ListeningSocket.pathBytes, !bytes.contains(0) else { return nil }
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  package func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafeBytes(of: self) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        guard let address = address.baseAddress else { preconditionFailure("an address has bytes") }
        return body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
