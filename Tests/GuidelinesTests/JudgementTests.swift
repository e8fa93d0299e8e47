import Guidelines
import NotificationModel
import Testing
import Wording

/// One row of the design's table of outcomes, or a pair of rows that meet.
struct Row: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let request: NotificationRequest
  let situation: Situation
  let outcome: Outcome
  let alert: Judgement.Alert
  let listing: Judgement.Listing
  let folding: Judgement.Folding
  let level: InterruptionLevel

  init(
    _ description: String, _ request: NotificationRequest = plain, _ situation: Situation = calm,
    outcome: Outcome, alert: Judgement.Alert, listing: Judgement.Listing = .unread,
    folding: Judgement.Folding = .none, level: InterruptionLevel = .active
  ) {
    testDescription = description
    self.request = request
    self.situation = situation
    self.outcome = outcome
    self.alert = alert
    self.listing = listing
    self.folding = folding
    self.level = level
  }
}

let noon = Timestamp(milliseconds: 1_795_176_000_000)
let mail = known(AppID("org.example.Mail"))
let inbox = known(OpaqueName("inbox"))
let plain = NotificationRequest(app: mail, title: "Lunch", body: "At noon.")
let allowed = EffectiveSettings(AppSettings(authorization: .authorized))
let calm = Situation(now: noon, settings: allowed)

func known<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("a name in a test is not a name") }
  return value
}

func with(_ request: NotificationRequest = plain, _ change: (inout NotificationRequest) -> Void)
  -> NotificationRequest
{
  var request = request
  change(&request)
  return request
}

func when(_ situation: Situation = calm, _ change: (inout Situation) -> Void) -> Situation {
  var situation = situation
  change(&situation)
  return situation
}

extension Quiet {
  /// Quiet hours as they are built in.
  static func hours(until end: ClockMoment) -> Quiet {
    .quietHours(until: end, by: SettingSource.builtIn(key: "[Schedule] QuietHours").reason)
  }
}

/// An unread entry of that request, as number 7.
func entry(_ request: NotificationRequest = plain, life: Life = .delivered) -> NotificationRecord {
  NotificationRecord(
    id: NotificationID(7), request: request, life: life, outcome: .presented, posted: noon)
}

let existing = when { $0.existing = entry() }
let seven = NotificationID(7)
let newText = with { $0.body = "At one." }
let inFront = when { $0.foreground = .front(threads: [inbox], by: .app) }
let disturbed = when { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }
let passive = with { $0.level = .passive }
let urgent = with {
  $0.level = .timeSensitive
  $0.relevantDate = noon.advanced(bySeconds: 1_800)
}
let critical = with { $0.level = .critical }
let grantCritical = when { $0.settings.critical = true }
let later = with { $0.trigger = .after(seconds: 60, repeats: false) }
let undecided = when { $0.settings.authorization = .notDetermined }
let tooFast = when { $0.alertsTooFast = true }
let noServer = when { $0.server = .absent }
let progressed = with { $0.progress = 50 }
let silent = with(newText) { $0.silently = true }
let over = with { $0.expiresAt = noon }

/// The table of outcomes in the design, row by row.
let rows: [Row] = [
  Row("new, nothing in the way: presented", outcome: .presented, alert: .now),
  Row(
    "the same content, unread: coalesced", plain, existing, outcome: .coalesced, alert: .never,
    folding: .coalesced(into: seven)),
  Row(
    "the same reminder, unread: comes again", with { $0.kind = .reminder },
    when { $0.existing = entry(with { $0.kind = .reminder }) }, outcome: .replaced, alert: .now,
    folding: .replaces(seven)),
  Row(
    "the same content, more urgent: alerts again", plain, when { $0.existing = entry(passive) },
    outcome: .replaced, alert: .now, folding: .replaces(seven)),
  Row(
    "the same content, urgent where the earlier one was marketing that asked for it: alerts again", urgent,
    when {
      $0.existing = entry(
        with(urgent) { $0.kind = .marketing })
    },
    outcome: .replaced, alert: .now, folding: .replaces(seven), level: .timeSensitive),
  Row(
    "the same content, less urgent: coalesced", passive, existing, outcome: .coalesced, alert: .never,
    folding: .coalesced(into: seven), level: .passive),
  Row(
    "new content: replaced, and alerts again", newText, existing, outcome: .replaced, alert: .now,
    folding: .replaces(seven)),
  Row(
    "new content, silently: replaced in place", silent, existing, outcome: .replaced, alert: .inPlace,
    folding: .replaces(seven)),
  Row(
    "only the progress differs: replaced in place", progressed, existing, outcome: .replaced, alert: .inPlace,
    folding: .replaces(seven)),
  Row(
    "over already: neither shown nor listed", over, outcome: .quiet, alert: .never, listing: .later),
  Row(
    "over already, and there: takes its place, and ends it", over, existing, outcome: .coalesced,
    alert: .never,
    listing: .later, folding: .coalesced(into: seven)),
  Row(
    "over already, with a trigger, in front: neither", with(later) { $0.expiresAt = noon }, inFront,
    outcome: .quiet, alert: .never, listing: .later),
  Row("app in the foreground: suppressed", plain, inFront, outcome: .suppressed, alert: .never),
  Row(
    "in front by the desktop's word, without a thread: unread", with { $0.thread = inbox },
    when { $0.foreground = .front(threads: [], by: .desktop) }, outcome: .suppressed, alert: .never),
  Row(
    "in front by its own word alone, which the desktop overrules: presented", plain,
    when { $0.foreground = .overruled }, outcome: .presented, alert: .now),
  Row(
    "app in the foreground, looking at this thread: read", with { $0.thread = inbox }, inFront,
    outcome: .suppressed, alert: .never, listing: .read),
  Row("passive: quiet", passive, outcome: .quiet, alert: .never, level: .passive),
  Row(
    "provisional: quiet", plain, when { $0.settings.authorization = .provisional }, outcome: .quiet,
    alert: .never),
  Row("banners off: quiet", plain, when { $0.settings.banners = false }, outcome: .quiet, alert: .never),
  Row("Do Not Disturb, level active: held", plain, disturbed, outcome: .held, alert: .later),
  Row(
    "Do Not Disturb, timeSensitive and allowed: presented", urgent, disturbed, outcome: .presented,
    alert: .now,
    level: .timeSensitive),
  Row(
    "Do Not Disturb, critical and granted: presented", critical,
    when(grantCritical) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .presented, alert: .now,
    level: .critical),
  Row("alerts too fast: quiet", plain, tooFast, outcome: .quiet, alert: .never),
  Row(
    "alerts too fast, for a banner that is up: replaced in place", newText,
    when(tooFast) {
      $0.existing = entry()
      $0.hasBanner = true
    }, outcome: .replaced, alert: .inPlace, folding: .replaces(seven)),
  Row("no server: held", plain, noServer, outcome: .held, alert: .later),
  Row(
    "a server that does not answer: held", plain, when { $0.server = .notAnswering }, outcome: .held,
    alert: .later),
  Row(
    "not yet allowed: awaitingConsent", plain, undecided, outcome: .awaitingConsent, alert: .never,
    listing: .later),
  Row("trigger in the future: scheduled", later, outcome: .scheduled, alert: .never, listing: .later),
  Row(
    "timeSensitive without a date: active", with { $0.level = .timeSensitive }, outcome: .presented,
    alert: .now),
  Row(
    "timeSensitive for a date two hours away: active",
    with(urgent) { $0.relevantDate = noon.advanced(bySeconds: 7_200) }, outcome: .presented, alert: .now),
  Row(
    "timeSensitive, switched off by the person: active", urgent, when { $0.settings.timeSensitive = false },
    outcome: .presented, alert: .now),
  Row("critical without a grant: active", critical, outcome: .presented, alert: .now),
]

/// Where two rows meet, the earlier one settles the outcome and the weaker alert holds.
let pairs: [Row] = [
  Row(
    "undecided and scheduled: consent comes first", later, undecided, outcome: .awaitingConsent,
    alert: .never,
    listing: .later),
  Row(
    "undecided and the same thing: joins what waits", plain,
    when(undecided) { $0.existing = entry(life: .awaitingConsent(nil)) }, outcome: .awaitingConsent,
    alert: .never,
    listing: .later, folding: .coalesced(into: seven)),
  Row(
    "undecided and new content: takes the place of what waits", newText,
    when(undecided) { $0.existing = entry(life: .awaitingConsent(nil)) }, outcome: .awaitingConsent,
    alert: .never,
    listing: .later, folding: .replaces(seven)),
  Row(
    "undecided and in front: waits all the same", plain,
    when(undecided) { $0.foreground = .front(threads: [], by: .app) }, outcome: .awaitingConsent,
    alert: .never,
    listing: .later),
  Row(
    "scheduled and the same thing: joins what is scheduled", later,
    when { $0.existing = entry(later, life: .scheduled(Due(.moment(noon)))) }, outcome: .scheduled,
    alert: .never,
    listing: .later, folding: .coalesced(into: seven)),
  Row(
    "scheduled during Do Not Disturb: scheduled", later, disturbed, outcome: .scheduled, alert: .never,
    listing: .later),
  Row(
    "scheduled while in front: scheduled", later, inFront, outcome: .scheduled, alert: .never, listing: .later
  ),
  Row(
    "coalesced while in front: coalesced", plain,
    when(existing) { $0.foreground = .front(threads: [], by: .app) },
    outcome: .coalesced, alert: .never, folding: .coalesced(into: seven)),
  Row(
    "coalesced and passive: coalesced", passive, existing, outcome: .coalesced, alert: .never,
    folding: .coalesced(into: seven), level: .passive),
  Row(
    "coalesced during Do Not Disturb: coalesced", plain,
    when(existing) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) },
    outcome: .coalesced, alert: .never, folding: .coalesced(into: seven)),
  Row(
    "coalesced without a server: coalesced", plain, when(existing) { $0.server = .absent },
    outcome: .coalesced, alert: .never, folding: .coalesced(into: seven)),
  Row(
    "replaced while in front: replaced, without a banner", newText,
    when(existing) { $0.foreground = .front(threads: [], by: .app) }, outcome: .replaced, alert: .never,
    folding: .replaces(seven)),
  Row(
    "replaced in the thread that is looked at: replaced and read", with(newText) { $0.thread = inbox },
    when(existing) { $0.foreground = .front(threads: [inbox], by: .app) }, outcome: .replaced, alert: .never,
    listing: .read, folding: .replaces(seven)),
  Row(
    "replaced and passive: replaced, without a banner", with(newText) { $0.level = .passive }, existing,
    outcome: .replaced, alert: .never, folding: .replaces(seven), level: .passive),
  Row(
    "replaced during Do Not Disturb: replaced, the alert waits", newText,
    when(existing) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .replaced, alert: .later,
    folding: .replaces(seven)),
  Row(
    "replaced silently during Do Not Disturb: in place", silent,
    when(existing) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .replaced, alert: .inPlace,
    folding: .replaces(seven)),
  Row(
    "progress during Do Not Disturb: in place", progressed,
    when(existing) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .replaced, alert: .inPlace,
    folding: .replaces(seven)),
  Row(
    "progress while alerts come too fast: in place", progressed, when(existing) { $0.alertsTooFast = true },
    outcome: .replaced, alert: .inPlace, folding: .replaces(seven)),
  Row(
    "replaced while alerts come too fast: without a banner", newText,
    when(existing) { $0.alertsTooFast = true }, outcome: .replaced, alert: .never, folding: .replaces(seven)),
  Row(
    "replaced on screen while one banner is to speak for those too fast: in place", newText,
    when(existing) {
      $0.hasBanner = true
      $0.summaryToCome = .ofTooFast
    }, outcome: .replaced, alert: .inPlace, folding: .replaces(seven)),
  Row(
    "replaced without a server: replaced, the alert waits", newText, when(existing) { $0.server = .absent },
    outcome: .replaced, alert: .later, folding: .replaces(seven)),
  Row(
    "in front and passive: suppressed", passive, inFront, outcome: .suppressed, alert: .never, level: .passive
  ),
  Row(
    "in front during Do Not Disturb: suppressed", plain,
    when(inFront) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) },
    outcome: .suppressed, alert: .never),
  Row(
    "in front and critical: suppressed all the same", critical,
    when(grantCritical) { $0.foreground = .front(threads: [], by: .app) }, outcome: .suppressed,
    alert: .never,
    level: .critical),
  Row(
    "in front without a server: suppressed", plain, when(inFront) { $0.server = .absent },
    outcome: .suppressed, alert: .never),
  Row(
    "in front, an entry without thread: unread", plain, inFront, outcome: .suppressed, alert: .never),
  Row(
    "passive during Do Not Disturb: quiet", passive, disturbed, outcome: .quiet, alert: .never,
    level: .passive),
  Row(
    "banners off without a server: quiet", plain,
    when(noServer) { $0.settings.banners = false }, outcome: .quiet, alert: .never),
  Row(
    "Do Not Disturb and alerts too fast: held", plain, when(disturbed) { $0.alertsTooFast = true },
    outcome: .held, alert: .later),
  Row(
    "Do Not Disturb and no server: held", plain, when(disturbed) { $0.server = .absent }, outcome: .held,
    alert: .later),
  Row(
    "timeSensitive during Do Not Disturb, too fast for others: presented", urgent,
    when(disturbed) { $0.alertsTooFast = true }, outcome: .presented, alert: .now, level: .timeSensitive),
  Row(
    "timeSensitive during Do Not Disturb, too fast: quiet", urgent,
    when(disturbed) {
      $0.alertsTooFast = true
      $0.urgentTooFast = true
    }, outcome: .quiet, alert: .never, level: .timeSensitive),
  Row(
    "critical, however fast: presented", critical, when(grantCritical) { $0.alertsTooFast = true },
    outcome: .presented, alert: .now, level: .critical),
  Row(
    "critical without a grant during Do Not Disturb: held", critical, disturbed, outcome: .held, alert: .later
  ),
  Row(
    "alerts too fast and no server: quiet", plain, when(tooFast) { $0.server = .absent }, outcome: .quiet,
    alert: .never),
  Row(
    "timeSensitive during Do Not Disturb without a server: held", urgent,
    when(disturbed) { $0.server = .absent }, outcome: .held, alert: .later, level: .timeSensitive),
]

@Suite("The table of outcomes")
struct JudgementTests {
  @Test("each row settles as the table says", arguments: rows)
  func row(_ row: Row) { expect(row) }

  @Test("where two rows meet, the earlier settles and the weaker alert holds", arguments: pairs)
  func pair(_ row: Row) { expect(row) }

  private func expect(_ row: Row) {
    let judgement = Guidelines.judge(row.request, in: row.situation)
    #expect(judgement.outcome == row.outcome)
    #expect(judgement.alert == row.alert)
    #expect(judgement.listing == row.listing)
    #expect(judgement.folding == row.folding)
    #expect(judgement.level == row.level)
    #expect(!judgement.decisions.isEmpty)
  }

  @Test("a time in the past is no trigger", arguments: [0, -1, -86_400] as [Int64])
  func pastTrigger(_ seconds: Int64) {
    let request = with { $0.trigger = .at(noon.advanced(bySeconds: seconds)) }
    #expect(Guidelines.judge(request, in: calm).outcome == .presented)
  }

  @Test("icons of buttons are left out, and said so")
  func icons() {
    let request = with { $0.actions = [Action(id: known(ItemID("go")), title: "Go", icon: "go-next")] }
    #expect(Guidelines.judge(request, in: calm).decisions.map(\.effect) == ["leftOut"])
  }

  @Test("what held it is named, and until when")
  func holdNamesItsEnd() {
    let end = noon.advanced(bySeconds: 600)
    let judgement = Guidelines.judge(
      plain, in: when { $0.quiets.insert(Quiet(.doNotDisturb, until: end), at: 0) })
    #expect(judgement.hold?.until == end)
    #expect(judgement.hold != nil)
    #expect(judgement.decisions.map(\.guideline) == ["focus.doNotDisturb"])
  }

  @Test("no decision repeats what the notification says", arguments: rows + pairs)
  func decisionsAreNotPrivate(_ row: Row) {
    let judgement = Guidelines.judge(row.request, in: row.situation)
    for decision in judgement.decisions {
      for text in ["Lunch", "At noon", "At one", "inbox"] { #expect(!decision.why.contains(text)) }
    }
  }
}

extension Ruling {
  /// In English.
  var why: String { Wording.english.sentence(reason) }
}
