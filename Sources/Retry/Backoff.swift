/// The delay before each further attempt at something that has failed: twice the one before, up to a maximum.
package struct Backoff: Hashable, Sendable {
  private let first: Int64
  private let most: Int64
  /// In a row, as far as `next` was asked for a delay.
  package private(set) var failures = 0

  /// In milliseconds: 1, 2, 4 … 60 s where nothing else is given.
  package init(first: Int64 = 1_000, most: Int64 = 60_000) {
    self.first = first
    self.most = most
  }

  /// After one more failure, the milliseconds until the next attempt.
  package mutating func next() -> Int64 {
    let doublings = min(failures, 62)
    failures += 1
    return first <= most >> doublings ? first << doublings : most
  }

  /// An attempt has succeeded.
  package mutating func reset() { failures = 0 }
}
