import Advice
import Guidelines
package import NotificationModel
import Records
import Wording

/// A post with a request for advice on its text and buttons.
package struct AskedAdvice: Sendable {
  /// Any advice refuses the post.
  package let isStrict: Bool
  /// Whether its image is the name of an icon that no theme has.
  package let imageIsMissing: Bool

  package init(isStrict: Bool = false, imageIsMissing: Bool = false) {
    (self.isStrict, self.imageIsMissing) = (isStrict, imageIsMissing)
  }
}

extension DeliveryEngine {
  /// The number of the app's newest notifications that a post is compared with, and their age.
  private static let mostCompared = 16
  private static let secondsCompared: Int64 = 60

  /// The advice on a request that is being posted, with the app's recent notifications in view.
  func advice(
    on submission: Submission, imageIsMissing: Bool, lost: [LostImage] = [], _ now: Moment
  ) throws -> [Remark] {
    let request = submission.request
    var history: LevelCount?
    // Counted only if a rule needs it.
    if request.level == .timeSensitive {
      history = try store.recentLevels(
        app: request.app, since: now.wall.advanced(bySeconds: -UrgencyOveruse.seconds),
        limit: UrgencyOveruse.newest)
    }
    return Adviser.advice(
      on: request, category: submission.category,
      appName: AppName(apps.name(of: request.app), of: request.app),
      appIcon: apps.directory.icon(of: request.app),
      locale: wording.locale, history: history, isNearCopy: try isNearCopy(request, now),
      lostImages: (imageIsMissing ? [("image", .imageMissing)] : []) + lost.map(\.advice))
  }

  /// Whether the app's recent notifications include the same text with other digits, in the same thread or else
  /// category, that is no earlier version of this one.
  private func isNearCopy(_ request: NotificationRequest, _ now: Moment) throws -> Bool {
    guard request.thread != nil || request.category != nil else { return false }
    let since = now.wall.advanced(bySeconds: -Self.secondsCompared)
    return try store.list(ListQuery(app: request.app, limit: Self.mostCompared)).contains { earlier in
      earlier.came > since && request.isNearCopy(of: earlier.request)
    }
  }

  /// The advice on a stored notification. Empty if its text is hidden or erased, and for notifications of the desktop's
  /// own interface, whose author does not read it.
  package func advice(on id: NotificationID, now: Moment) throws(Refusal) -> [Remark] {
    try query {
      guard let record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
      let request = record.request
      let app = try apps.app(request.app, now)
      guard request.origin.isAdvised, request.isAdvisedLater, !isHidden(request, app) else { return [] }
      let category = try request.category.flatMap { try store.category($0, of: app.id) }
      return Adviser.advice(
        on: request, category: category, appName: AppName(apps.name(of: app.id), of: app.id),
        appIcon: apps.directory.icon(of: app.id), locale: wording.locale)
    }
  }

  /// The advice on a category that is being registered. `index`: its place among those of the call.
  package func advice(on category: Category, at index: Int, of app: AppID) -> [Advice] {
    Adviser.advice(
      on: PlainText.cleaned(category), at: index, of: app, appName: apps.name(of: app), locale: wording.locale
    )
    .map(Wording.english.advice)
  }

  /// The advice on the purpose of an app's request for permission.
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
  fileprivate func isNearCopy(of earlier: NotificationRequest) -> Bool {
    let isInPlace = thread.map { $0 == earlier.thread } ?? (category == earlier.category)
    guard isInPlace, identifier == nil || identifier != earlier.identifier else { return false }
    let (texts, others) = ([title, subtitle, body], [earlier.title, earlier.subtitle, earlier.body])
    return texts != others && texts.map(\.?.withoutDigits) == others.map(\.?.withoutDigits)
  }
}

extension String {
  fileprivate var withoutDigits: [UInt8] { utf8.filter { !(0x30...0x39).contains($0) } }
}
