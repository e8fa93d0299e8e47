import Glibc
import Synchronization
import TestSupport

/// The store of a plain server.
protocol FrameStore {
  /// Stores complete calls without their NULs, all from one read, in one transaction.
  func store(_ frames: [ArraySlice<UInt8>]) throws
}

/// The server that the daemon is compared with: it reads frames, writes rows and sends answers, and does nothing else.
/// It serves one connection after the other, with one transaction for each read.
final class PlainServer: Sendable {
  private static let answer =
    Array(
      #"{"parameters":{"receipt":{"id":1,"outcome":"held","repeats":0,"unread":1,"decisions":[]}}}"#
        .utf8) + [0]

  private let directory = TemporaryDirectory()
  private let path: String
  private let nanoseconds = Atomic<UInt64>(0)

  /// `store`: opens the database at this path, on the thread that uses it.
  init(_ store: @escaping @Sendable (String) throws -> any FrameStore) throws {
    path = "\(directory.path)/plain.sock"
    let database = "\(directory.path)/plain.db"
    guard let listener = listeningSocket(path) else {
      throw Unmeasurable("a server to compare with cannot listen")
    }
    _ = TestThread { [self] in
      do { try serve(listener, store(database)) } catch { fail("\(error)", status: 3) }
    }
  }

  func connection() throws -> PostConnection { try PostConnection(to: path) }

  /// Processor time of its thread so far, in seconds.
  var processorSeconds: Double { Double(nanoseconds.load(ordering: .relaxed)) / 1e9 }

  private func serve(_ listener: Int32, _ store: any FrameStore) throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let client = accept(listener, nil, nil), client >= 0 {
      defer { close(client) }
      var held = 0
      while case let count = recv(client, &buffer[held], buffer.count - held, 0), count > 0 {
        held += count
        var frames = buffer[..<held].split(separator: 0, omittingEmptySubsequences: false)
        guard let rest = frames.popLast() else { continue }
        if !frames.isEmpty {
          try store.store(frames)
          let answers = [[UInt8]](repeating: Self.answer, count: frames.count).flatMap { $0 }
          try client.sendAll(answers, to: "a client")
        }
        held = rest.count
        buffer.replaceSubrange(0..<held, with: Array(rest))
        noteProcessorTime()
      }
    }
  }

  private func noteProcessorTime() {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    nanoseconds.store(UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec), ordering: .relaxed)
  }
}
