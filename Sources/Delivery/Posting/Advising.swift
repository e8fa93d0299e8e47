import Advice
import Guidelines
package import NotificationModel
import Wording

extension DeliveryEngine {
  /// What there is to say about a request, past its judgement. What people write for themselves is good as it is,
  /// unless they ask (`isAsked`). `saying`: what it says, where that can be a copy.
  func advice(
    on submission: Submission, saying: RecentTexts.Saying?, isAsked: Bool, _ now: Moment
  ) throws -> [Remark] {
    let request = submission.request
    guard isAsked || !request.isOwnNote else { return [] }
    var history: LevelCount?
    // Counted only where it matters.
    if request.level == .timeSensitive {
      history = try store.recentLevels(
        app: request.app, since: now.wall.advanced(bySeconds: -UrgencyOveruse.seconds),
        limit: UrgencyOveruse.newest)
    }
    return Adviser.advice(
      on: request, category: submission.category,
      appName: adviceMemory.appName(apps.name(of: request.app), of: request.app), locale: wording.locale,
      history: history, isNearCopy: saying.map(adviceMemory.texts.holdNearCopy) ?? false)
  }

  /// On categories that are being registered.
  package func advice(on categories: [Category], of app: AppID) -> [Advice] {
    Adviser.advice(
      on: categories.map(PlainText.cleaned), of: app, appName: apps.name(of: app), locale: wording.locale
    )
    .map(Wording.english.advice)
  }

  /// On the purpose that an app gives when it asks for permission.
  package func advice(
    onPurpose purpose: String, marketing: Bool = false, of app: AppID, now: Moment
  ) throws(Refusal) -> [Advice] {
    try query {
      let record = try apps.app(app, now)
      let isUndecided = apps.settings(of: record).authorization == .notDetermined
      let isFirstContact =
        try isUndecided && ConsentEarly.isNew(record.firstSeen, now: now.wall)
        && store.categoryCount(app: app) == 0
        && store.list(ListQuery(app: app, limit: 1)).isEmpty
      return Adviser.advice(
        onPurpose: PlainText.line(purpose), marketing: marketing, of: app, appName: apps.name(of: app),
        locale: wording.locale, isFirstContact: isFirstContact
      ).map(Wording.english.advice)
    }
  }
}

extension NotificationRequest {
  /// A reminder or an alarm that the person has set at the command line.
  fileprivate var isOwnNote: Bool { app == .shell && (kind == .reminder || kind == .alarm) }
}

/// The memory of advice: the names of apps that have posted lately, and hashes of their latest texts.
final class AdviceMemory: Revertible {
  private static let mostNames = 64
  let texts = RecentTexts()
  private var names: [AppID: AppName] = [:]

  init(in transaction: Transaction) { transaction.add(self) }

  /// The name, as advice reads it; the same again for as long as the app is called so.
  func appName(_ name: String, of id: AppID) -> AppName {
    if let known = names[id], known.name == name { return known }
    if names.count >= Self.mostNames { names.removeAll() }
    let appName = AppName(name, of: id)
    names[id] = appName
    return appName
  }

  func commit() { texts.commit() }
  func rollBack() { texts.rollBack() }
}

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
