import Glibc
import TestSupport

/// What the daemon is held against: frames in, rows to disk, answers out, and nothing else. Serves one
/// connection after the other, with one transaction for all that one read brought.
final class BareServer {
  private let directory = TemporaryDirectory()
  private let path: String
  /// Owns the database that is read on the other thread.
  private let template: DaemonUnderTest

  /// `template`: has stored one notification, and ended.
  init(like template: DaemonUnderTest) throws {
    self.template = template
    path = "\(directory.path)/bare.sock"
    let (database, original) = ("\(directory.path)/bare.db", template.databasePath)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard withSocketAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
      throw Unmeasurable("the bare server cannot listen")
    }
    Thread.start { try Self.serve(listener, BareStore(at: database, like: original)) }
  }

  func connection() throws -> PostConnection { try PostConnection(to: path) }

  private static func serve(_ listener: Int32, _ store: BareStore) throws {
    let answer =
      Array(
        #"{"parameters":{"receipt":{"id":1,"outcome":"held","repeats":0,"unread":1,"decisions":[],"advice":[]}}}"#
          .utf8) + [0]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let client = accept(listener, nil, nil), client >= 0 {
      defer { close(client) }
      while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
        let posts = buffer[..<count].count { $0 == 0 }
        guard posts > 0 else { continue }
        try store.store(posts)
        let answers = [[UInt8]](repeating: answer, count: posts).flatMap { $0 }
        send(client, answers, answers.count, Int32(MSG_NOSIGNAL))
      }
    }
  }
}
