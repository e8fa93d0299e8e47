internal import EventLoop
internal import Varlink

/// Answers of one transaction and one connection, which are sent only when what they report is stored.
struct StagedReplies {
  private struct Mark {
    let call: UInt64
    /// It reports nothing that the transaction is to store.
    let isCommitted: Bool
    /// What is said in its place where that cannot be stored.
    let unstored: Reply?
    let end: Int
  }

  private var bytes: [UInt8] = []
  private var marks: [Mark] = []

  var isEmpty: Bool { marks.isEmpty }
  var count: Int { bytes.count }

  mutating func append(
    to call: UInt64, isCommitted: Bool, unstored: Reply? = nil, _ write: (inout [UInt8]) -> Void
  ) {
    write(&bytes)
    marks.append(Mark(call: call, isCommitted: isCommitted, unstored: unstored, end: bytes.count))
  }

  /// Moves them to the output.
  mutating func release(into output: inout SendBuffer) {
    output.append(bytes)
    removeAll()
  }

  /// Moves them to the output, with one error for each call in place of its answers, or what it says instead. The calls
  /// that ended so.
  mutating func fail(with error: CallError, into output: inout SendBuffer) -> [UInt64] {
    var failed: [UInt64] = []
    var start = 0
    for mark in marks {
      if mark.isCommitted {
        output.append(bytes[start..<mark.end])
      } else if failed.last != mark.call {
        failed.append(mark.call)
        output.append(mark.unstored ?? .failed(error))
      }
      start = mark.end
    }
    removeAll()
    return failed
  }

  private mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= SendBuffer.idleCapacity)
    marks.removeAll(keepingCapacity: true)
  }
}

extension SendBuffer {
  mutating func append(_ reply: Reply) { append { reply.append(to: &$0) } }
}
