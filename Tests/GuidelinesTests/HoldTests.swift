import Guidelines
import NotificationModel
import Testing

/// Do Not Disturb, quiet hours and the summary, alone and where they meet.
struct HoldTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: NotificationRequest
    let situation: Situation
    let outcome: Outcome
    let until: Timestamp?
    /// Guideline and effect.
    let decisions: [String]

    init(
      _ description: String, _ request: NotificationRequest, _ situation: Situation,
      _ outcome: Outcome, until: Timestamp? = nil, _ decisions: String...
    ) {
      testDescription = description
      self.request = request
      self.situation = situation
      self.outcome = outcome
      self.until = until
      self.decisions = decisions
    }
  }

  static let seven = ClockMoment(noon.advanced(bySeconds: 7 * 3_600), in: FixedZone.utc)
  static let eight = ClockMoment(noon.advanced(bySeconds: 8 * 3_600), in: FixedZone.utc)
  static let nine = noon.advanced(bySeconds: 9 * 3_600)
  static let quiet = when { $0.quiets.append(.hours(until: seven)) }
  static let summarised = when {
    $0.settings.summary = true
    $0.summary = eight
  }
  static let both = when(summarised) { $0.quiets.append(.hours(until: seven)) }
  static let asked = when { $0.quiets = [Quiet(.inhibited)] }
  static let shared = when { $0.quiets = [Quiet(.sharedScreen)] }
  static let film = when { $0.quiets = [.fullScreen(of: "mpv")] }
  static let call = with { $0.kind = .call }
  static let alarm = with { $0.kind = .alarm }
  static func ahead(hours: Int64) -> NotificationRequest {
    with {
      $0.level = .timeSensitive
      $0.relevantDate = noon.advanced(bySeconds: hours * 3_600)
    }
  }
  static let quietHeld = "focus.quietHours held"
  static let summaryHeld = "focus.summary held"

  static let rows: [Row] = [
    Row("quiet hours, active: held until they end", plain, quiet, .held, until: seven.time, quietHeld),
    Row("quiet hours, passive: quiet", passive, quiet, .quiet, "delivery.quiet quiet"),
    Row(
      "quiet hours, timeSensitive: presented", urgent, quiet, .presented, "focus.quietHours presented"),
    Row(
      "quiet hours, timeSensitive two hours early: held until an hour before", ahead(hours: 2), quiet,
      .held, until: noon.advanced(bySeconds: 3_600), "urgency.earned active", quietHeld),
    Row(
      "quiet hours, timeSensitive nine hours early: held until they end", ahead(hours: 9), quiet,
      .held, until: seven.time, "urgency.earned active", quietHeld),
    Row(
      "Do Not Disturb without an end, timeSensitive two hours early: held until an hour before",
      ahead(hours: 2), when { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) },
      .held, until: noon.advanced(bySeconds: 3_600), "urgency.earned active", "focus.doNotDisturb held"),
    Row(
      "quiet hours, marketing as timeSensitive, two hours early: held until they end",
      with {
        $0.kind = .marketing
        $0.level = .timeSensitive
        $0.relevantDate = noon.advanced(bySeconds: 2 * 3_600)
      }, quiet, .held, until: seven.time, "urgency.earned active", quietHeld),
    Row(
      "quiet hours, timeSensitive two hours early, and switched off: held until they end", ahead(hours: 2),
      when(quiet) { $0.settings.timeSensitive = false },
      .held, until: seven.time, "urgency.earned active", quietHeld),
    Row(
      "quiet hours, timeSensitive switched off: held", urgent,
      when(quiet) { $0.settings.timeSensitive = false },
      .held, until: seven.time, "urgency.earned active", quietHeld),
    Row(
      "quiet hours, critical: presented", critical, when(quiet) { $0.settings.critical = true }, .presented,
      "focus.quietHours presented"),
    Row("quiet hours, a call by its level alone: held", call, quiet, .held, until: seven.time, quietHeld),
    Row("quiet hours, an alarm: presented", alarm, quiet, .presented, "focus.quietHours presented"),
    Row("the summary, active: held until its time", plain, summarised, .held, until: eight.time, summaryHeld),
    Row("the summary, passive: quiet", passive, summarised, .quiet, "delivery.quiet quiet"),
    Row("the summary, timeSensitive: presented", urgent, summarised, .presented, "focus.summary presented"),
    Row(
      "the summary, critical: presented", critical, when(summarised) { $0.settings.critical = true },
      .presented, "focus.summary presented"),
    Row("the summary, a call: presented", call, summarised, .presented, "focus.summary presented"),
    Row(
      "a summary that this app is not in: presented", plain, when { $0.summary = eight }, .presented,
      "delivery presented"),
    Row(
      "an app of the summary, and none configured: presented", plain, when { $0.settings.summary = true },
      .presented,
      "delivery presented"),
    Row("both: the later of the two", plain, both, .held, until: eight.time, quietHeld, summaryHeld),
    Row(
      "Do Not Disturb without an end on top: no end", plain,
      when(both) { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) },
      .held,
      "focus.doNotDisturb held", quietHeld, summaryHeld),
    Row(
      "Do Not Disturb that ends last: its end", plain,
      when(both) { $0.quiets.insert(Quiet(.doNotDisturb, until: nine), at: 0) },
      .held,
      until: nine, "focus.doNotDisturb held", quietHeld, summaryHeld),
    Row(
      "Do Not Disturb that ends first: the other's end",
      plain,
      when(quiet) { $0.quiets.insert(Quiet(.doNotDisturb, until: noon.advanced(bySeconds: 60)), at: 0) },
      .held,
      until: seven.time,
      "focus.doNotDisturb held", quietHeld),
    Row(
      "an app's request, active: held without an end", plain, asked, .held, "focus.inhibited held"),
    Row(
      "an app's request, critical: presented", critical, when(asked) { $0.settings.critical = true },
      .presented, "focus.inhibited presented"),
    Row(
      "an app's request, an alarm that may not ring: held, and the decisions say so", alarm,
      when(asked) { $0.settings.alarms = false }, .held, "urgency.rings active", "focus.inhibited held"),
    Row("a shared screen: held without an end", plain, shared, .held, "focus.sharedScreen held"),
    Row(
      "a shared screen, timeSensitive: presented", urgent, shared, .presented, "focus.sharedScreen presented"),
    Row("a film that fills the screen: held without an end", plain, film, .held, "focus.fullScreen held"),
    Row(
      "a film that fills the screen, an alarm: presented", alarm, film, .presented,
      "focus.fullScreen presented"),
    Row(
      "all kinds of quiet: each holds, in their order", plain,
      when(quiet) {
        $0.quiets =
          [Quiet(.doNotDisturb, until: nine), Quiet(.sharedScreen), .fullScreen(of: nil), Quiet(.inhibited)]
          + $0.quiets
      }, .held,
      "focus.doNotDisturb held", "focus.sharedScreen held", "focus.fullScreen held", "focus.inhibited held",
      quietHeld),
    Row(
      "too fast within quiet hours: held", plain, when(quiet) { $0.alertsTooFast = true }, .held,
      until: seven.time,
      quietHeld),
    Row(
      "in front within quiet hours: suppressed", plain,
      when(inFront) { $0.quiets.append(.hours(until: seven)) },
      .suppressed,
      "foreground suppressed"),
  ]

  @Test("What holds decides together until when", arguments: rows)
  func holds(_ row: Row) {
    let judgement = Guidelines.judge(row.request, in: row.situation)
    #expect(judgement.outcome == row.outcome)
    #expect(judgement.hold?.until == row.until)
    #expect((judgement.hold != nil) == (row.outcome == .held))
    let holding = judgement.decisions.filter { $0.effect == "held" }.map(\.guideline)
    #expect(judgement.hold?.guidelines ?? [] == holding)
    #expect(judgement.decisions.map { "\($0.guideline) \($0.effect)" } == row.decisions)
  }

  @Test("The decisions name the setting and the time")
  func sentences() {
    let why = Guidelines.judge(plain, in: Self.both).decisions.map(\.why)
    #expect(
      why == [
        "Quiet hours are on until 19:00 ([Schedule] QuietHours, as built in).",
        "It waits for the summary at 20:00 ([App] Summary, as built in).",
      ])
  }

  @Test("New text for one whose summary has come does not wait for another")
  func due() {
    var held = entry(life: .held(nil)).waiting(forSummary: noon)
    let situation = when(Self.summarised) { $0.existing = held }
    #expect(Guidelines.judge(newText, in: situation).alert == .now)
    held = held.waiting(forSummary: Self.eight.time)
    #expect(
      Guidelines.judge(newText, in: when(situation) { $0.existing = held }).hold?.until == Self.eight.time)
  }

  @Test(
    "A sound is left out by the switches and by its pace, but for what must be heard",
    arguments: [
      (plain, false, false, true, nil), (plain, true, false, true, "sound.muted"),
      (plain, false, true, true, "sound.rate"), (plain, true, true, true, "sound.muted"),
      (plain, false, false, false, "sound.muted"), (alarm, true, true, true, nil),
      (alarm, false, false, false, "sound.muted"), (call, true, false, true, "sound.muted"),
      (call, false, true, true, nil), (critical, true, true, true, nil),
    ] as [(NotificationRequest, Bool, Bool, Bool, String?)])
  func sounds(
    _ request: NotificationRequest, _ isMuted: Bool, _ isTooFast: Bool, _ sounds: Bool, _ guideline: String?
  ) {
    let situation = when {
      $0.isMuted = isMuted
      $0.soundsTooFast = isTooFast
      $0.settings.sounds = sounds
    }
    let judged = { (request: NotificationRequest) in
      Guidelines.judgeSound(request, level: request.level ?? .active, in: situation)
    }
    let judgement = judged(with(request) { $0.sound = "default" })
    #expect(judgement.isSilent == (guideline != nil))
    #expect(judgement.decisions.map(\.guideline) == [guideline].compactMap { $0 })
    let isCalling = request.kind == .alarm || request.kind == .call
    #expect(judged(request).decisions.isEmpty == (guideline == nil || !isCalling))
  }
}
