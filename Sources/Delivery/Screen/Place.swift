/// A place in the queue for the screen; the lower one is served first.
package enum Place: Hashable, Comparable, Sendable {
  /// New text for a banner whose text must not be seen any more.
  case redaction
  /// A call that comes in.
  case call(Int64)
  /// A question of the daemon's own.
  case question(Int64)
  /// Everything else, in the order in which it came.
  case ordinary(Int64)

  /// Counts the places given; redactions are not among them.
  package var number: Int64 {
    switch self {
    case .redaction: 0
    case .call(let number), .question(let number), .ordinary(let number): number
    }
  }
}

/// Gives the numbers of places, each once.
struct PlaceNumbers {
  private var last: Int64

  init(after last: Int64 = 0) { self.last = last }

  mutating func next() -> Int64 {
    last &+= 1
    return last
  }
}
