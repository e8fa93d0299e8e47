import NotificationModel

/// What apps have said within the last minute, as far as it takes to know what hardly differs from it: hashes, and neither
/// a text nor a name. What a transaction adds counts at once, and is forgotten where it fails.
final class RecentTexts {
  /// Of all apps; past them the oldest is forgotten.
  private static let bound = 512

  /// One text, and where it stands.
  struct Saying {
    /// The app's thread, and its category, where it has one.
    private let thread: Int?
    private let category: Int?
    private let identifier: Int?
    /// The whole text, and the text without its digits.
    private let text: Int
    private let shape: Int
    private let time: Uptime
  }

  /// A ring, as soon as it is full.
  private var said: [Saying] = []
  private var oldest = 0
  private var underWay: [Saying] = []

  func note(_ saying: Saying) { underWay.append(saying) }

  /// Whether the same app has said the same in this thread, or of this category, but for digits, and as another thing.
  func holdNearCopy(of saying: Saying) -> Bool {
    said.contains { saying.isNearCopy(of: $0) } || underWay.contains { saying.isNearCopy(of: $0) }
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
}

extension RecentTexts.Saying {
  private static let milliseconds: Int64 = 60_000

  /// `nil` of what can be no copy: it stands in no thread, and is of no category.
  init?(_ request: NotificationRequest, _ now: Uptime) {
    guard request.thread != nil || request.category != nil else { return nil }
    var (text, shape) = (Hasher(), Hasher())
    for part in [request.title, request.subtitle, request.body] {
      text.combine(part)
      Self.withoutDigits(part ?? "").withUnsafeBytes { shape.combine(bytes: $0) }
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
    thread = hash(request.thread)
    category = hash(request.category)
    identifier = hash(request.identifier)
    self.text = text.finalize()
    self.shape = shape.finalize()
    time = now
  }

  fileprivate func isNearCopy(of earlier: Self) -> Bool {
    earlier.shape == shape && earlier.text != text && hasPlace(of: earlier)
      && (identifier == nil || earlier.identifier != identifier)
      && time < earlier.time.advanced(byMilliseconds: Self.milliseconds)
  }

  private func hasPlace(of earlier: Self) -> Bool {
    thread.map { $0 == earlier.thread } ?? category.map { $0 == earlier.category } ?? false
  }

  private static func withoutDigits(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count)
    for byte in text.utf8 where !(0x30...0x39).contains(byte) { letters.append(byte) }
    return letters
  }
}
