import Advice
import Configuration
import Guidelines
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// Judges by the guidelines and the files of the configuration alone, where no daemon is asked. An app that no
/// file decides about counts as allowed, to send marketing too; nothing is in the list, no app in front, and a
/// server is there.
struct OfflineJudge {
  private let policy: Policy
  private let clock: LocalClock
  private let wording: Wording

  init(
    _ files: ConfigurationFiles = ConfigurationFiles(), clock: LocalClock, wording: Wording = .english
  ) throws(Failure) {
    let (_, policy, faults) = files.read()
    guard faults.isEmpty else { throw .badConfiguration(faults) }
    self.policy = policy
    self.clock = clock
    self.wording = wording
  }

  /// The reply that `Judge` would have, as far as can be known; and its refusals.
  func reply(
    to notification: WrittenNotification, under conditions: Conditions
  ) throws(Failure) -> JudgeReply {
    let request = try notification.checked()
    var settings = policy.settings(of: request.app, chosen: AppSettings())
    if settings.authorization == .notDetermined { settings.assume(.authorized) }
    if let authorization = conditions.authorization { settings.assume(authorization) }
    guard !Consent.isDenied(settings) else {
      let why = policy.locks(.authorization, of: request.app).map {
        "An administrator has fixed \(AppSetting.authorization.key) in \($0); ask them."
      }
      throw .refused(
        NotificationsError.notAuthorized(app: request.app, authorization: .denied, why: why).callError)
    }
    try refuseForbidden(request)
    let time = conditions.time ?? clock.now
    var situation = Situation(
      now: time, settings: settings,
      quietHoursEnd: policy.quietHours.end(at: time, in: clock).map { ClockMoment($0, in: clock) },
      summary: policy.summaryTimes.next(after: time, in: clock).map { ClockMoment($0, in: clock) })
    situation.lacksSummary = policy.summaryTimes.isEmpty
    let appName = request.app == .shell ? "Bellhop" : request.app.text
    let forecast = Forecast(
      of: request, in: situation, under: conditions,
      advice: Adviser.advice(on: request, appName: appName, locale: wording.locale), wording: wording,
      zone: clock)
    return JudgeReply(
      outcome: forecast.outcome, decisions: forecast.decisions, advice: forecast.advice)
  }

  /// What no app may send, or this one not.
  private func refuseForbidden(_ request: NotificationRequest) throws(Failure) {
    let app = request.app
    if request.kind == .marketing, app != .shell,
      policy.marketingConsent(of: app, chosen: AppSettings()) == .denied
    {
      let why = MarketingConsent.why(.denied, app: app)
      throw .refused(NotificationsError.notAuthorized(app: app, authorization: .denied, why: why).callError)
    }
    if request.kind == .rating, !policy.ratingPrompts {
      let excess = RatingPrompts.switchedOff
      throw .refused(
        NotificationsError.quotaExceeded(
          quota: excess.quota, limit: excess.limit, retryAfterMilliseconds: nil,
          why: RatingPrompts.whyOff(
            policy.source(of: "Prompts", in: "Ratings").reason,
            isLocked: policy.ratingPromptsLockedBy != nil)
        ).callError)
    }
  }
}
