/// How long to wait before the next try: the longer, the more have failed.
struct Backoff {
  private static let most: Int64 = 30_000

  private let first: Int64
  private var next: Int64

  init(firstMilliseconds: Int64 = 1_000) {
    first = firstMilliseconds
    next = firstMilliseconds
  }

  mutating func take() -> Int64 {
    defer { next = min(next * 2, Self.most) }
    return next
  }

  mutating func reset() { next = first }
}
