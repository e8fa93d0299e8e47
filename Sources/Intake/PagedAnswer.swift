import Delivery
import NotificationProtocol
import Varlink

/// An answer that is put together piece by piece, each when its caller is served: as many values as fit into one
/// reply of 512 KiB, its other fields included.
final class PagedAnswer<Value: JSONRepresentable> {
  /// Some of the values.
  struct Piece {
    var values: [Value]
    /// There are no more, or no more are to be had.
    var isLast: Bool
    /// There are more than are to be had.
    var isCut = false
    /// What came before does not count.
    var startsOver = false
  }

  private static var bytes: Int { 500_000 }

  private let field: String
  /// Whether the answer says that it is not whole.
  private let tellsMore: Bool
  private let next: () throws -> Piece
  /// What comes after the values.
  private let rest: () throws -> [JSON.Field]
  private var reply: ArrayReply

  init(
    _ field: String, tellsMore: Bool = true, _ next: @escaping () throws -> Piece,
    rest: @escaping () throws -> [JSON.Field] = { [] }
  ) {
    self.field = field
    self.tellsMore = tellsMore
    self.next = next
    self.rest = rest
    reply = ArrayReply(field)
  }

  /// Takes the next piece. The message to answer with, when it is whole.
  func goOn() throws -> [UInt8]? {
    let piece = try next()
    if piece.startsOver { reply = ArrayReply(field) }
    let isFull = !piece.values.allSatisfy { reply.append($0.json, limit: Self.bytes) }
    guard piece.isLast || isFull else { return nil }
    let more = tellsMore ? [JSON.Field("more", (piece.isCut || isFull).json)] : []
    return reply.message(more + (try rest()))
  }
}
