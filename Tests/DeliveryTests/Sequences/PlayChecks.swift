import Delivery
import NotificationModel
import TestSupport

// The checks after every operation.

extension Play {
  func look() throws {
    let isChanged = stage.commitCount != lookedAt
    let found = isChanged ? try stage.records() : inOrder
    let settings = try Dictionary(uniqueKeysWithValues: PostShape.apps.map { ($0, try self.settings($0)) })
    let new = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    if !stage.isBehind {
      ledger.settle()
      isLockStored = isLockedByPerson
    }
    if isChanged { try follow(to: new, found) }
    for record in found { follow(record, settings[record.request.app]) }
    if isChanged {
      try checkBadges(found)
      try checkOneEach(found.filter(\.unread))
      try checkEvents()
    }
    if stage.isClear { try checkScreen(new) }
    records = new
    lookedAt = stage.commitCount
    released = [:]
    alerted = []
    summarised = []
    accepted = nil
    denied = []
    restored = []
    if !stage.isBehind { wasSetBack = false }
  }

  private func follow(to new: [NotificationID: NotificationRecord], _ found: [NotificationRecord]) throws {
    for old in inOrder {
      guard let now = new[old.id] else {
        let isReplaced = inOrder.contains {
          $0.request.transient && Expectation.isSame($0.request, old.request)
        }
        try require(
          old.request.transient || isReplaced || old.id == accepted || isPrunable(old),
          "\(old.id) was accepted, and is gone")
        continue
      }
      try follow(old, to: now)
      let hasAlerted = released[old.id] != nil
      let hasJoined = old.isWaiting && now.state == .withdrawn && !hasAlerted
      // When a trigger has fired several times since the last look, the alert may be for the first.
      let hasOccurred = old.life.due?.fired != now.life.due?.fired
      let mayBeDone = hasAlerted && stage.isClear
      if hasJoined || hasOccurred {
        join(
          old, among: try found.filter { try hasJoined || !mayBeDone || stage.phase(of: $0)?.isHeld == true })
      }
    }
    for record in found where records[record.id] == nil && record.id != accepted {
      try require(
        inOrder.contains { isOccurrence(record, of: $0.request) },
        "\(record.id) came from nowhere")
      let isAlert = record.outcome == .presented || record.outcome == .held
      if isAlert && !alerted.contains(record.id) { want(record) }
    }
  }

  /// Text and names of a private one are erased at its end.
  private func isOccurrence(_ record: NotificationRecord, of series: NotificationRequest) -> Bool {
    var request = record.request
    if request.isPrivate && !record.unread {
      request = series
      request.app = record.request.app
    }
    return Expectation.isOccurrence(request, of: series)
  }

  /// Past the days that history is kept; it may have expired on the same occasion.
  private func isPrunable(_ record: NotificationRecord) -> Bool {
    let days = Int64(stage.policy.keepDays)
    let hasExpired = record.expires.map { $0 <= stage.now.wall } ?? false
    return (hasExpired || (!record.unread && !record.isWaiting))
      && record.posted < stage.now.wall.advanced(bySeconds: -days * 86_400)
  }

  /// Notes the causes for which an accepted alert may not come.
  private func follow(_ record: NotificationRecord, _ settings: EffectiveSettings?) {
    if !record.unread || record.state == .failed {
      ledger.drop(record.id)
      summaries[record.id] = nil
    }
    let isQuiet =
      settings?.authorization != .authorized || settings?.banners == false || record.request.level == .passive
    if isQuiet || threadsInFront(record.request.app) != nil { ledger.excuse(record.id) }
  }

  /// One banner may have spoken for it since it came.
  private func want(_ record: NotificationRecord) {
    ledger.want(record.id)
    if summarised.contains(record.request.app) { ledger.excuse(record.id) }
  }

  /// Its text alerts in the entry that it joined, unless it was the same there already.
  private func join(_ waiting: NotificationRecord, among records: [NotificationRecord]) {
    for record in records where record.unread && brings(waiting, newTextTo: record) {
      ledger.want(record.id)
      ledger.excuse(record.id)
      if record.summary == nil {
        // New text that broke through the summary does not go back to it when it is urgent no more.
        summaries[record.id] = nil
      } else {
        // One that waits for a summary has lost its place in the order.
        order.leave(record.id)
      }
    }
  }

  private func follow(_ old: NotificationRecord, to new: NotificationRecord) throws {
    let wasWaiting = old.isWaiting
    guard old.state != new.state, wasWaiting || old.unread || new.unread, !restored.contains(new.id) else {
      return
    }
    let id = new.id
    let settings = try settings(new.request.app)
    switch new.state {
    case .held, .delivered, .failed:
      try require(
        wasWaiting || old.unread || id == accepted, "\(id) is unread again, and was \(old.state)")
      if old.state == .scheduled, let due = old.due {
        // A later one under its identifier that cannot wait ends a snooze as it fires.
        let endsSnooze =
          old.isSnoozed && Expectation.endsSnooze(new.request, over: old, settings, stage.now.wall)
        try require(
          due <= stage.now.wall || new.posted > old.posted || movesAlong(old) || endsSnooze || id == accepted,
          "\(id) came before its time")
      }
      if wasWaiting && released[id] == nil {
        switch new.outcome {
        case .presented, .held: want(new)
        case .replaced:
          // A silent replacement in the same transaction hides whether the first was to alert.
          ledger.want(id)
          ledger.excuse(id)
        default: break
        }
      }
    case .read:
      let thread = new.request.thread ?? old.request.thread
      let seen = threadsInFront(new.request.app) ?? []
      // A private one loses its thread with its text, once it is read.
      let isSeen = thread.map(seen.contains) ?? (new.request.isPrivate && !seen.isEmpty)
      try require(isSeen || endings[id]?.contains(.read) == true, "\(id) is read, and nobody read it")
    case .dismissed:
      try require(endings[id]?.contains(.dismissed) == true, "\(id) is dismissed, and nobody dismissed it")
    case .withdrawn:
      let isJoined = try stage.look { engine, _ in
        try engine.explain(id).contains { $0.decision.effect == "joined" }
      }
      let isDenied = denied.contains(new.request.app) || settings.authorization == .denied
      try require(
        isJoined || isDenied || (try isUnwanted(new.request, settings))
          || endings[id]?.contains(.withdrawn) == true,
        "\(id) is withdrawn, and nobody withdrew it")
    case .expired:
      // One that joined it meanwhile has brought an end of its own, and so has an earlier trigger.
      let joined = inOrder.filter { $0.isWaiting && Expectation.isSame($0.request, old.request) }
      let ends = (joined + [new]).map { record in
        let due = if case .at(let time) = record.request.trigger { time } else { record.due }
        return due.flatMap { due in record.request.expiresAfter.map { due.advanced(bySeconds: $0) } }
      }
      let end = (ends + [old.expires]).compactMap(\.self).min()
      // A duration goes on while the clock is set back.
      let isOver =
        end.map { $0 <= stage.now.wall } ?? true || wasSetBack || (joined + [old]).contains(where: movesAlong)
      try require(new.request.expiresAfter != nil && isOver, "\(id) has expired before its time")
    case .scheduled:
      try require(
        old.state == .awaitingConsent || endings[id]?.contains(.scheduled) == true,
        "\(id) is put off, and nobody put it off")
    case .awaitingConsent:
      try require(settings.authorization == .notDetermined, "\(id) waits for a consent that was given")
    }
  }

  /// Seconds go on as they do where the clock is set back, and its transaction may have failed until now.
  private func movesAlong(_ record: NotificationRecord) -> Bool {
    if case .after = record.request.trigger { wasSetBack && record.state == .scheduled } else { false }
  }

  /// Marketing or a rating prompt that may not be any more.
  private func isUnwanted(_ request: NotificationRequest, _ settings: EffectiveSettings) throws -> Bool {
    switch request.kind {
    case .marketing: !settings.marketing
    case .rating: try stage.look { try $0.state(now: $1).ratingPrompts == false }
    default: false
    }
  }

  private func checkBadges(_ found: [NotificationRecord]) throws {
    for record in found {
      let counts = [.held, .delivered, .failed].contains(record.state)
      try require(record.unread == counts, "\(record.id) is \(record.state) and unread: \(record.unread)")
    }
    let all = try stage.look { try $0.statusSummary(now: $1).unread }
    try require(all == found.count(where: \.unread), "the overall badge is \(all)")
    for app in PostShape.apps {
      let unread = found.count { $0.unread && $0.request.app == app }
      let badge = try stage.look { engine, _ in try engine.badge(of: app) }
      try require(badge == unread, "the badge of \(app) is \(badge), and \(unread) are unread")
      let told = stage.events[app]?.last { $0.kind == .badge }?.unread ?? 0
      try require(told == unread, "\(app) was last told \(told), and \(unread) are unread")
    }
  }

  private func checkOneEach(_ unread: [NotificationRecord]) throws {
    for (index, record) in unread.enumerated() {
      for other in unread.dropFirst(index + 1) where Expectation.isSame(record.request, other.request) {
        throw Violation("\(record.id) and \(other.id) are the same thing, and both are unread")
      }
    }
  }

  private func checkEvents() throws {
    for app in PostShape.apps {
      let done = acknowledged[app] ?? 0
      let told = stage.events[app, default: []].filter { $0.kind.isKept }
      let kept = try stage.look { engine, _ in
        try engine.events(of: app, after: EventSequence(0), limit: 2_000)
      }
      let expected = told.filter { $0.sequence.number > done }
      try require(
        kept.map(\.sequence.number) == expected.map(\.sequence.number),
        "\(app) was told \(expected.map(\.sequence.number)), and \(kept.map(\.sequence.number)) are kept")
      try require(
        zip(told, told.dropFirst()).allSatisfy { $0.sequence.number + 1 == $1.sequence.number },
        "a gap in the events of \(app)")
    }
    guard !stage.isBehind else { return }
    for id in pressed {
      let isTold = stage.events.values.joined().contains {
        $0.id == id && ($0.kind == .activated || $0.kind == .replied)
      }
      try require(isTold, "\(id) was pressed, and its app never heard of it")
    }
    pressed = []
  }

  private func checkScreen(_ records: [NotificationID: NotificationRecord]) throws {
    let isQuiet = try isQuiet
    for record in records.values.sorted(by: { $0.id < $1.id }) where record.state == .held && !isQuiet {
      let isHeld = try stage.phase(of: record)?.isHeld == true
      try require(isHeld, "\(record.id) is held, and nothing holds it")
    }
    for handle in stage.screen.handles where !stage.screen.orphans.contains(handle.id) {
      guard let shown = stage.screen.shown[handle.id] else { continue }
      switch shown.banner.subject {
      case .notification(let id):
        guard let record = records[id], record.unread, try stage.phase(of: record)?.shown?.handle == handle
        else {
          throw Violation("\(id) is left on screen")
        }
        try checkShown(shown, record)
      case .summary(let app):
        let unread = records.values.contains { $0.unread && $0.request.app == app }
        try require(unread, "a summary of \(app) is left on screen, and nothing is unread")
        let mayTell = try settings(app).previews == .always || !hidesOnScreen
        try require(mayTell || !hasMark(shown.text), "a summary of \(app) on a locked screen tells")
      case .missed:
        try require(!hidesOnScreen || !hasMark(shown.text), "a line on a locked screen tells")
        try require(!hasMark(shown.text, PostShape.secretMark), "a line tells what is private")
        try require(
          records.values.contains(where: \.unread), "a line is left on screen, and nothing is unread")
      case .deadEnd, .consent, .marketing, .timeSensitive, .transient, .cover, .description:
        break
      }
    }
  }

  /// Behind a locker that covers it, the screen stays as it was.
  private var hidesOnScreen: Bool { isLockedByPerson }

  /// Checks that the text on screen may be seen now, and is the last one posted.
  private func checkShown(_ shown: Screen.Shown, _ record: NotificationRecord) throws {
    let settings = try settings(record.request.app)
    // A text that is about to be replaced is still the earlier one.
    let isCurrent = try stage.phase(of: record)?.isCurrent == true
    let request = isCurrent ? record.request : given[record.id] ?? record.request
    if mustHide(request, settings, locked: hidesOnScreen) {
      try require(!tells(shown.text, request), "\(record.id) is on screen, and is to be hidden")
    } else if isCurrent, !isCovered {
      let title = request.sender?.name ?? request.title
      try require(shown.text.title == title, "\(record.id) is on screen with an earlier text, or hidden")
    }
  }

  /// Ends every hold: everything accepted has been shown.
  func end() throws {
    try stage.setDisk(fails: false)
    // Work that a full disk delayed is done in the present state, before that changes.
    try stage.pass(seconds: 2)
    try look()
    claims = [:]
    try setFocus(.unknown)
    for connection: UInt64 in 10...11 { try stage.call { engine, _ in engine.disconnected(connection) } }
    try stage.screen.turns(.answers).map { try stage.receive($0) }
    try stage.screen.appears(isAnother: true, remembers: false).map { try stage.receive($0) }
    try stage.presence()
    try stage.call { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    try setFullScreen(nil)
    try setLocked(false)
    try setCovered(false)
    try look()
    var policy = stage.policy
    policy.quietHours = WeeklySpans()
    policy.summaryTimes = WeeklyTimes()
    let open = policy
    summaries = [:]
    stage.policy = open
    try stage.call { engine, _ in engine.adopt(open, rememberedAs: "text") }
    try look()
    try stage.pass(seconds: 600)
    try look()
    for id in ledger.owed where records[id]?.unread == true {
      // It may stay silent if its newest text repeats one just dismissed, or if one line has counted it.
      let isQuiet = try stage.look { engine, _ in
        try engine.explain(id).contains {
          ["duplicates.dismissed", "alerts.missed"].contains($0.decision.guideline)
        }
      }
      try require(isQuiet, "\(id) was accepted, and never shown")
    }
    for record in inOrder where record.unread {
      let phase = try stage.phase(of: record)
      let rests = (phase == nil || phase?.isOnScreen == true) && record.state != .held
      try require(
        rests, "\(record.id) is \(record.state) and its banner \(phase.map { "\($0)" } ?? "gone"), for ever")
    }
    for id in inOrder.map(\.id) {
      let words = try stage.look { engine, _ in try engine.explain(id).map(\.decision.why) }
      try require(!words.contains { $0.contains(PostShape.mark) }, "the decisions about \(id) tell its text")
      try require(
        !words.contains { $0.contains("…") || $0.contains("no words for it") },
        "\(id) has a decision without words")
    }
  }
}
