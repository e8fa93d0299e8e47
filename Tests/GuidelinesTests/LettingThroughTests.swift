import Guidelines
import NotificationModel
import Testing

/// What the person lets through quiet, and what not.
struct LettingThroughTests {
  static let quiets: [Quiet] = [
    Quiet(.doNotDisturb), Quiet(.sharedScreen), .fullScreen(of: "mpv"), Quiet(.inhibited),
    .hours(until: HoldTests.seven),
  ]

  static func quiet(_ change: (inout Situation) -> Void = { _ in }) -> Situation {
    when {
      $0.quiets = quiets
      change(&$0)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: NotificationRequest
    let situation: Situation
    let comes: Bool

    init(_ description: String, _ request: NotificationRequest, _ comes: Bool, _ situation: Situation) {
      testDescription = description
      self.request = request
      self.comes = comes
      self.situation = situation
    }
  }

  static let rating = with { $0.kind = .rating }
  static let marketing = with { $0.kind = .marketing }

  static let rows: [Row] = [
    Row("by default, active", plain, false, quiet()),
    Row("by default, urgent", urgent, true, quiet()),
    Row("by default, an alarm", HoldTests.alarm, true, quiet()),
    Row("all of the app, active", plain, true, quiet { $0.settings.dnd = .through }),
    Row("all of the app, urgent", urgent, true, quiet { $0.settings.dnd = .through }),
    Row("all of the app, a rating prompt", rating, false, quiet { $0.settings.dnd = .through }),
    Row(
      "all of the app, marketing", marketing, false,
      quiet {
        $0.settings.dnd = .through
        $0.settings.marketing = true
      }),
    Row("nothing of the app, urgent", urgent, false, quiet { $0.settings.dnd = .never }),
    Row("nothing of the app, an alarm", HoldTests.alarm, false, quiet { $0.settings.dnd = .never }),
    Row(
      "nothing of the app, a call that may come through", HoldTests.call, false,
      quiet {
        $0.settings.dnd = .never
        $0.settings.calls = true
      }),
    Row(
      "nothing of the app, critical by an administrator's grant", critical, true,
      quiet {
        $0.settings.dnd = .never
        $0.settings.critical = true
      }),
    Row("nothing of the app, critical without a grant", critical, false, quiet { $0.settings.dnd = .never }),
    Row("a sender whom the person lets through", plain, true, quiet { $0.acquaintance = .named }),
    Row("a sender who comes again", plain, true, quiet { $0.acquaintance = .again }),
    Row(
      "such a sender, nothing of whose app comes through", plain, false,
      quiet {
        $0.acquaintance = .named
        $0.settings.dnd = .never
      }),
    Row("a rating prompt of such a sender", rating, false, quiet { $0.acquaintance = .named }),
  ]

  @Test(
    "what the person lets through comes through each kind of quiet, and the decision says why",
    arguments: rows)
  func comes(_ row: Row) {
    let judgement = Guidelines.judge(row.request, in: row.situation)
    #expect((judgement.outcome == .presented) == row.comes)
    let effects = judgement.decisions.filter { decision in
      QuietKind.allCases.contains { $0.guideline == decision.guideline }
    }
    #expect(effects.map(\.guideline) == QuietKind.allCases.map(\.guideline))
    #expect(effects.allSatisfy { $0.effect == (row.comes ? "presented" : "held") })
  }

  @Test func `the summary waits all the same for what is let through`() {
    let situation = when(HoldTests.summarised) { $0.settings.dnd = .through }
    #expect(Guidelines.judge(plain, in: situation).outcome == .held)
  }

  @Test func `a passive one that is let through stays without a banner`() {
    #expect(Guidelines.judge(passive, in: Self.quiet { $0.settings.dnd = .through }).outcome == .quiet)
  }

  @Test func `without quiet nothing is said of what is let through or kept back`() {
    for choice in ThroughQuiet.allCases {
      let judgement = Guidelines.judge(urgent, in: when { $0.settings.dnd = choice })
      #expect(judgement.decisions.map(\.guideline) == ["delivery"])
    }
  }
}
