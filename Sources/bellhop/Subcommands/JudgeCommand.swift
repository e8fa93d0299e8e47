import Advice
import Configuration
import Guidelines
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let atTime = Option("--at-time", "TIME", "as it would be then")
private let locked = Option("--locked", nil, "with the screen locked")
private let foreground = Option("--foreground", "APP", "with this app in front")
private let doNotDisturb = Option("--dnd", nil, "with Do Not Disturb on")
private let authorization = Option(
  "--authorization", "A", "with this authorization of the app",
  choices: Authorization.allCases.map(\.rawValue))
private let strict = Option("--strict", nil, "refuse what the guidelines advise against")
private let offline = Option("--offline", nil, "ask no daemon: judge by the configuration files alone")
private let json = Option(
  "--json", nil, "print JSON; without TITLE, read a Notification object from standard input")

private let conditionOptions = [atTime, locked, foreground, doNotDisturb, authorization]

extension Subcommand {
  static let judge = Subcommand(
    name: "judge", summary: "Say what would become of a notification, without posting it.",
    operands: NotificationOptions.operands,
    options: NotificationOptions.options + conditionOptions + [strict, offline, json],
    notes: """
      \(NotificationOptions.notes)
      Without --at-time, --locked, --foreground, --dnd and --authorization, several cases are judged: now,
      at 23:00, with the screen locked, with the app in front, and with another in front. With any of them
      one case is, and what they do not say is as it is now.
      With --json one case is the reply of Judge; several are {"cases":[{"conditions":…,"outcome":…,
      "decisions":…,"advice":…},…]}, in that order.
      Where no daemon runs, it is as with --offline, and standard error says so.
      """
  ) { (arguments, session) throws(Failure) in
    let notification = try readNotification(arguments, session)
    let given = try conditions(arguments, session)
    let cases =
      given.map { [(session.words.judgement.asSaid, $0)] }
      ?? usualCases(
        of: notification.app, at: session.clock.next(hour: 23, minute: 0), session.words.judgement)
    let replies = try session.judge(
      notification, in: cases.map(\.1), offline: arguments.has(offline),
      printing: given == nil ? nil : arguments)
    if !arguments.has(json) {
      let text = ForecastText(
        cases: zip(cases.map(\.0), replies).map { (name: $0, reply: $1) }, words: session.words)
      session.terminal.write(text.text(style: session.terminal.style))
    } else if given == nil {
      session.print(object(of: cases.map(\.1), replies))
    }
    let advice = replies.first?.advice ?? []
    guard !arguments.has(strict) || advice.isEmpty else {
      throw .refused(NotificationsError.againstGuidelines(advice).callError)
    }
  }
}

private func readNotification(
  _ arguments: Arguments, _ session: Session
) throws(Failure) -> WrittenNotification {
  guard arguments.has(json), arguments.operands.isEmpty else {
    return try NotificationOptions.notification(from: arguments, session)
  }
  try arguments.check(json, goesWith: [NotificationOptions.app, strict, offline] + conditionOptions)
  return try NotificationOptions.standardInputNotification(arguments)
}

/// `nil` if the command line gives no conditions.
private func conditions(_ arguments: Arguments, _ session: Session) throws(Failure) -> Conditions? {
  var conditions = Conditions()
  if let text = arguments.text(atTime) {
    conditions.time = try time(text, of: atTime.name, clock: session.clock)
  }
  if arguments.has(locked) { conditions.locked = true }
  if let text = arguments.text(foreground) {
    guard let app = AppID(text) else { throw .usage("\(foreground.name) is the id of an app") }
    conditions.foreground = app
  }
  if arguments.has(doNotDisturb) { conditions.doNotDisturb = true }
  conditions.authorization = arguments.text(authorization).flatMap(Authorization.init(rawValue:))
  return conditions == Conditions() ? nil : conditions
}

/// The conditions that authors of apps tend to forget.
private func usualCases(
  of app: String, at night: Timestamp, _ words: JudgementWording
) -> [(String, Conditions)] {
  var cases = [
    (words.now, Conditions()), (words.at("23:00"), Conditions(time: night)),
    (words.whileLocked, Conditions(locked: true)),
  ]
  if let app = AppID(app) { cases.append((words.whileInFront, Conditions(foreground: app))) }
  let other = app == AppID.shell.text ? AppID("org.example.Other") : .shell
  return cases + [(words.whileAnotherInFront, Conditions(foreground: other))]
}

private func object(of cases: [Conditions], _ replies: [JudgeReply]) -> JSON {
  let judged = zip(cases, replies).map { conditions, reply in
    JSON(fields: [
      "conditions": conditions.json, "outcome": reply.outcome.json, "decisions": reply.decisions.json,
      "advice": reply.advice.json,
    ])
  }
  return JSON(fields: ["cases": .array(judged)])
}

extension Session {
  /// Prints the replies as they come if `--json` is among `arguments`.
  fileprivate func judge(
    _ notification: WrittenNotification, in cases: [Conditions], offline: Bool, printing arguments: Arguments?
  ) throws(Failure) -> [JudgeReply] {
    guard !offline else { return try judgeOffline(notification, in: cases, printing: arguments) }
    do throws(Failure) {
      return try control(arguments) { client in
        try cases.map {
          try client.judge(notification: notification.json, under: $0, language: language)
        }
      }
    } catch {
      guard case .noDaemon = error else { throw error }
      return try judgeOffline(notification, in: cases, printing: arguments)
    }
  }

  private func judgeOffline(
    _ notification: WrittenNotification, in cases: [Conditions], printing arguments: Arguments?
  ) throws(Failure) -> [JudgeReply] {
    terminal.remark("bellhop: \(words.judgement.caveat)\n")
    let judge = try OfflineJudge(clock: clock, wording: wording)
    var replies: [JudgeReply] = []
    for conditions in cases { replies.append(try judge.reply(to: notification, under: conditions)) }
    if arguments?.has(json) == true { replies.map(\.json).forEach(print) }
    return replies
  }
}

/// Judges by the guidelines and the configuration files alone, without a daemon. Assumes that an app without a
/// configured decision is allowed, for marketing too; that the list is empty and no app in the foreground; and that a
/// notification server runs.
private struct OfflineJudge {
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

  /// The reply that `Judge` would give, as far as it can be known, or its refusals.
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
    let quietHours = policy.quietHours.end(at: time, in: clock).map { end in
      let cause = policy.source(of: "QuietHours", in: "Schedule").reason
      return Quiet.quietHours(until: ClockMoment(end, in: clock), by: cause)
    }
    var situation = Situation(
      now: time, settings: settings, quiets: quietHours.map { [$0] } ?? [],
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

  /// Refuses requests that no app may send, or that this app may not.
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
