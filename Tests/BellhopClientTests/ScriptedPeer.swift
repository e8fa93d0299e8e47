import Foundation
import Testing

/// A listening socket that a test controls byte by byte, on a thread of its own.
final class ScriptedPeer: Sendable {
  let path: String
  private let listener: Int32
  private let finished = DispatchSemaphore(value: 0)

  /// `script` gets each connection in turn, as many as there are scripts.
  init(_ scripts: [@Sendable (Connection) -> Void]) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString.prefix(8))")
      .path
    self.path = path
    let listener = try Self.listen(at: path, backlog: 8)
    self.listener = listener
    let finished = finished
    Thread.detachNewThread {
      for script in scripts {
        let descriptor = accept(listener, nil, nil)
        script(Connection(descriptor: descriptor))
        close(descriptor)
      }
      finished.signal()
    }
  }

  deinit {
    close(listener)
    unlink(path)
  }

  /// Whether every script has run to its end within ten seconds.
  var isFinished: Bool { finished.wait(timeout: .now() + 10) == .success }

  static func listen(at path: String, backlog: Int32) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    try #require(Glibc.listen(descriptor, backlog) == 0)
    return descriptor
  }

  struct Connection: Sendable {
    let descriptor: Int32

    /// The next message without its NUL; `nil` at the end of the stream.
    func read() -> String? {
      var message: [UInt8] = []
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) == 1 {
        if byte == 0 { return String(decoding: message, as: UTF8.self) }
        message.append(byte)
      }
      return nil
    }

    /// Writes the text and, unless told otherwise, a NUL.
    func write(_ text: String, isWhole: Bool = true) {
      let bytes = Array(text.utf8) + (isWhole ? [0] : [])
      _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits until the other side has closed.
    func waitForEnd() {
      while read() != nil {}
    }
  }
}
