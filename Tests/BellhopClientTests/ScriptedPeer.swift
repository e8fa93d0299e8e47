import Foundation
import TestSupport
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
    let listener = try #require(listeningSocket(path))
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
