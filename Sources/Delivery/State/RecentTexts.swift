import NotificationModel

/// What apps have said within the last minute, as far as it takes to know what hardly differs from it: no text is kept.
struct RecentTexts {
  private static let milliseconds: Int64 = 60_000
  /// Of all apps; past them the oldest is forgotten.
  private static let bound = 512

  private struct Said {
    let app: AppID
    let thread: OpaqueName?
    let category: ItemID?
    let identifier: OpaqueName?
    /// Hashes of the whole text, and of the text without its digits.
    let text: Int
    let shape: Int
    let time: Uptime
  }

  private var said: [Said] = []

  /// Only what stands in a thread or is of a category can be a copy.
  mutating func note(_ request: NotificationRequest, now: Uptime) {
    guard request.thread != nil || request.category != nil else { return }
    said.removeAll { !Self.isRecent($0.time, now) }
    if said.count >= Self.bound { said.removeFirst() }
    said.append(Self.said(request, now))
  }

  /// Whether the same app has said the same in this thread, or of this category, but for digits, and as another thing.
  func holdNearCopy(of request: NotificationRequest, now: Uptime) -> Bool {
    guard request.thread != nil || request.category != nil else { return false }
    let next = Self.said(request, now)
    return said.contains { earlier in
      Self.isRecent(earlier.time, now) && earlier.app == next.app && earlier.shape == next.shape
        && earlier.text != next.text && (next.identifier == nil || earlier.identifier != next.identifier)
        && (next.thread != nil
          ? earlier.thread == next.thread : next.category != nil && earlier.category == next.category)
    }
  }

  private static func isRecent(_ time: Uptime, _ now: Uptime) -> Bool {
    now < time.advanced(byMilliseconds: milliseconds)
  }

  private static func said(_ request: NotificationRequest, _ now: Uptime) -> Said {
    var (text, shape) = (Hasher(), Hasher())
    for part in [request.title, request.subtitle, request.body] {
      text.combine(part)
      shape.combine(part?.utf8.filter { !(0x30...0x39).contains($0) })
    }
    return Said(
      app: request.app, thread: request.thread, category: request.category, identifier: request.identifier,
      text: text.finalize(), shape: shape.finalize(), time: now)
  }
}
