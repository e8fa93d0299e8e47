import NotificationModel

/// What apps have said within the last minute, as far as it takes to know what hardly differs from it: hashes, and neither
/// a text nor a name. Numbers alone, since each transaction copies them.
struct RecentTexts {
  private static let milliseconds: Int64 = 60_000
  /// Of all apps; past them the oldest is forgotten.
  private static let bound = 512

  private struct Said {
    /// The app's thread, and its category, where it has one.
    let thread: Int?
    let category: Int?
    let identifier: Int?
    /// The whole text, and the text without its digits.
    let text: Int
    let shape: Int
    let time: Uptime

    func hasPlace(of next: Said) -> Bool {
      next.thread.map { $0 == thread } ?? next.category.map { $0 == category } ?? false
    }
  }

  /// In the order of their time.
  private var said: [Said] = []

  /// Only what stands in a thread or is of a category can be a copy.
  mutating func note(_ request: NotificationRequest, now: Uptime) {
    guard request.thread != nil || request.category != nil else { return }
    let old = said.prefix { !Self.isRecent($0.time, now) }.count
    said.removeFirst(max(old, said.count - Self.bound + 1))
    said.append(Self.said(request, now))
  }

  /// Whether the same app has said the same in this thread, or of this category, but for digits, and as another thing.
  func holdNearCopy(of request: NotificationRequest, now: Uptime) -> Bool {
    guard request.thread != nil || request.category != nil, !said.isEmpty else { return false }
    let next = Self.said(request, now)
    return said.contains { earlier in
      earlier.shape == next.shape && earlier.text != next.text && earlier.hasPlace(of: next)
        && (next.identifier == nil || earlier.identifier != next.identifier)
        && Self.isRecent(earlier.time, now)
    }
  }

  private static func isRecent(_ time: Uptime, _ now: Uptime) -> Bool {
    now < time.advanced(byMilliseconds: milliseconds)
  }

  private static func said(_ request: NotificationRequest, _ now: Uptime) -> Said {
    var (text, shape) = (Hasher(), Hasher())
    for part in [request.title, request.subtitle, request.body] {
      text.combine(part)
      for byte in part?.utf8 ?? "".utf8 where !(0x30...0x39).contains(byte) { shape.combine(byte) }
      shape.combine(part == nil)
    }
    func hash(_ value: (some Hashable)?) -> Int? {
      value.map { value in
        var hasher = Hasher()
        hasher.combine(request.app)
        hasher.combine(value)
        return hasher.finalize()
      }
    }
    return Said(
      thread: hash(request.thread), category: hash(request.category), identifier: hash(request.identifier),
      text: text.finalize(), shape: shape.finalize(), time: now)
  }
}
