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
