/// The delay before each further attempt at something that has failed: twice the one before, up to a maximum.
package struct Backoff: Hashable, Sendable {
  private let first: Int64
  private let most: Int64
  private var delay: Int64

  /// In milliseconds: 1, 2, 4 … 60 s where nothing else is given.
  package init(first: Int64 = 1_000, most: Int64 = 60_000) {
    self.first = first
    self.most = most
    delay = first
  }

  /// Whether something has failed since it last succeeded.
  package var hasFailed: Bool { delay != first }

  /// The milliseconds until the next attempt; the one after that comes later.
  package mutating func next() -> Int64 {
    defer { delay = delay > most / 2 ? most : 2 * delay }
    return delay
  }

  /// An attempt has succeeded.
  package mutating func reset() { delay = first }
}
