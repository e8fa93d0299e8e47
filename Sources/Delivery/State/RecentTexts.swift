import NotificationModel

/// What apps have said within the last minute, as far as it takes to know what hardly differs from it: hashes, and neither
/// a text nor a name. What a transaction adds counts at once, and is forgotten where it fails.
final class RecentTexts {
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

  /// A ring, as soon as it is full.
  private var said: [Said] = []
  private var oldest = 0
  private var underWay: [Said] = []

  /// Only what stands in a thread or is of a category can be a copy.
  func note(_ request: NotificationRequest, now: Uptime) {
    guard request.thread != nil || request.category != nil else { return }
    underWay.append(Self.said(request, now))
  }

  /// Whether the same app has said the same in this thread, or of this category, but for digits, and as another thing.
  func holdNearCopy(of request: NotificationRequest, now: Uptime) -> Bool {
    guard request.thread != nil || request.category != nil else { return false }
    let next = Self.said(request, now)
    func isNearCopy(_ earlier: Said) -> Bool {
      earlier.shape == next.shape && earlier.text != next.text && earlier.hasPlace(of: next)
        && (next.identifier == nil || earlier.identifier != next.identifier)
        && Self.isRecent(earlier.time, now)
    }
    return said.contains(where: isNearCopy) || underWay.contains(where: isNearCopy)
  }

  func commit() {
    for text in underWay {
      if said.count < Self.bound {
        said.append(text)
      } else {
        said[oldest] = text
        oldest = (oldest + 1) % Self.bound
      }
    }
    rollBack()
  }

  func rollBack() { underWay.removeAll(keepingCapacity: true) }

  private static func isRecent(_ time: Uptime, _ now: Uptime) -> Bool {
    now < time.advanced(byMilliseconds: milliseconds)
  }

  private static func said(_ request: NotificationRequest, _ now: Uptime) -> Said {
    var (text, shape) = (Hasher(), Hasher())
    for part in [request.title, request.subtitle, request.body] {
      text.combine(part)
      withoutDigits(part ?? "").withUnsafeBytes { shape.combine(bytes: $0) }
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

  private static func withoutDigits(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count)
    for byte in text.utf8 where !(0x30...0x39).contains(byte) { letters.append(byte) }
    return letters
  }
}
