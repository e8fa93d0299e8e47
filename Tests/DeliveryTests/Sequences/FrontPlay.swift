import NotificationModel
import TestSupport

@testable import Delivery

/// Performs a sequence of operations on the desktop's own interface, and keeps account of the numbers that its apps
/// know and that are still valid.
final class FrontPlay {
  /// A number that was answered, and whose end was not told since.
  private struct Open {
    var app: AppID
    var callers: Set<BusCaller>
    var last: BusCaller
  }

  private let stage: Stage
  private var open: [UInt32: Open] = [:]
  /// All numbers ever given.
  private var known: Set<UInt32> = []
  /// Numbers that another app has taken over, with the earlier caller, which is told of an end.
  private var superseded: [UInt32: BusCaller] = [:]
  private var isLocked = false
  private var isLockStored = false
  /// The history of answers and signals, for the report of a violation.
  private var story: [String] = []

  private init(_ policy: Policy, directory: String, rowsPerTransaction: Int) throws {
    stage = try Stage(policy, directory: directory, rowsPerTransaction: rowsPerTransaction)
    stage.willShow = { [unowned self] banner, locked in try check(banner, locked: locked) }
    stage.wasTold = { [unowned self] in try hear($0) }
  }

  static func run(
    _ steps: [FrontStep], _ policy: Policy, directory: String, rowsPerTransaction: Int
  ) throws {
    let play = try FrontPlay(policy, directory: directory, rowsPerTransaction: rowsPerTransaction)
    defer { play.stage.close() }
    do {
      for step in steps {
        try play.perform(step)
        try play.look()
      }
      try play.end()
    } catch {
      throw Violation("\(error)\n\(play.story.joined(separator: "\n"))\n\(play.stage.story)")
    }
  }

  // MARK: Steps

  private func perform(_ step: FrontStep) throws {
    switch step {
    case .post(let shape): try post(shape)
    case .close(let pick, let caller, let isSandboxed):
      guard let number = number(pick) else { return }
      try stage.call {
        try $0.close(number, by: FrontShape.callers[caller], isSandboxed: isSandboxed, now: $1)
      }
    case .giveAway: try giveAway()
    case .presence(let presence): try stage.person(presence)
    case .usual(let step): try perform(step)
    }
  }

  private func number(_ pick: Int) -> UInt32? {
    let all = known.sorted()
    return all.isEmpty ? nil : all[pick % all.count]
  }

  private func post(_ shape: FrontShape) throws {
    let replaced = shape.replaces.flatMap(number) ?? 0
    let replacing = shape.isInvented ? 500 + UInt32(shape.content) : replaced
    let (request, origin) = (shape.request, shape.origin(now: stage.now.wall))
    let caller = FrontShape.callers[shape.caller]
    let earlier = (open, known, superseded)
    let number = try stage.call {
      try $0.post(request, origin, by: caller, replacing: replacing, now: $1)
    } answered: {
      account($0, request.app, caller)
    }
    guard stage.wasStored else {
      (open, known, superseded) = earlier
      return
    }
    guard let number else { return }
    try require(number != 0, "the number 0")
    guard number != replacing, earlier.0[number] == nil else { return }
    try require(
      replacing == 0 || origin.isSandboxed || earlier.0[replacing]?.app != request.app
        // A refused call leaves the number that it named as it is.
        || open[number] == nil,
      "\(number) instead of \(replacing)")
    try require(number >= FrontNumber.first, "\(number) is not one of ours")
    try require(!earlier.1.contains(number), "\(number) was given twice")
  }

  /// Accounts for the number before any signal about it.
  private func account(_ number: UInt32, _ app: AppID, _ caller: BusCaller) {
    known.insert(number)
    story.append("    \(caller.name) has \(number)")
    guard open[number]?.app == app else {
      superseded[number] = open[number].flatMap { $0.last == caller ? nil : $0.last }
      return open[number] = Open(app: app, callers: [caller], last: caller)
    }
    open[number]?.last = caller
    open[number]?.callers.insert(caller)
  }

  /// The interface is given away and taken back: no app with a number waits for its end in vain.
  private func giveAway() throws {
    for _ in 0..<100 {
      guard let isAll = try stage.call({ try $0.endFront(now: $1) }) else { return }
      if isAll {
        return try require(
          open.isEmpty, "\(open.keys.sorted()) mean something to nobody, and nobody was told")
      }
    }
    throw Violation("the interface is never given away")
  }

  private func perform(_ step: Step) throws {
    switch step {
    case .post(let shape):
      let request = shape.request(now: stage.now.wall)
      try stage.call { try $0.post(request, by: app, now: $1) }
    case .press(let pick, let action): try press(pick, action)
    case .reply(let pick):
      guard let handle = handle(pick) else { return }
      try stage.receive(.replied(handle, text: "A word"))
    case .close(let pick, let reason):
      guard let handle = handle(pick) else { return }
      stage.screen.close(handle)
      try stage.receive(.closed(handle, reason))
    case .readAll: try stage.call { try $0.markRead(nil, now: $1) }
    case .dismiss(let pick, _):
      if let id = try id(pick) { try stage.call { try $0.dismiss([id], now: $1) } }
    case .undo: try stage.call { try $0.undo(now: $1) }
    case .snooze(let pick, let seconds):
      let until = stage.now.wall.advanced(bySeconds: seconds)
      if let id = try id(pick) { try stage.call { try $0.snooze(id, until: until, now: $1) } }
    case .activate(let pick):
      if let id = try id(pick) {
        try stage.call { try $0.activate(id, .defaultAction, text: nil, now: $1) }
      }
    case .lock(let locked): try setLocked(locked)
    case .cover(let covers): try stage.cover(covers)
    case .doNotDisturb(let on, _): try stage.call { try $0.setDoNotDisturb(on, until: nil, now: $1) }
    case .change(let app, let changes):
      try stage.call { try $0.change(PostShape.apps[app], by: changes, now: $1) }
    case .authorize(let app, let authorization):
      try stage.call { try $0.setAuthorization(authorization, of: PostShape.apps[app], now: $1) }
    case .adopt(let shape): try adopt(shape.applied(to: stage.policy))
    case .restart: try restart()
    case .focus(let app): try stage.focus(app.map { .apps([PostShape.apps[$0]]) } ?? .apps([]))
    case .noFocus: try stage.focus(.unknown)
    case .fullScreen(let inhibits): try stage.fullScreen(inhibits)
    case .letThrough(let on):
      try stage.call { _ = try $0.letThrough("\(PostShape.mark)title0", of: nil, on, now: $1) }
    case .opened(let fails): try stage.opened(fails: fails)
    case .disk(let fails): try stage.setDisk(fails: fails)
    case .pass(let seconds): try stage.pass(seconds: seconds)
    case .sleep(let seconds): try stage.jump(wall: seconds, uptime: seconds)
    case .setClock(let seconds): try stage.jump(wall: seconds, uptime: 0)
    case .server(let mood): try stage.screen.turns(mood).map { try stage.receive($0) }
    case .vanish(let activatable, _):
      let report = stage.screen.vanishes()
      try stage.presence(activatable: activatable)
      try report.map { try stage.receive($0) }
    case .appear(let isAnother, let remembers):
      try stage.screen.appears(isAnother: isAnother, remembers: remembers).map { try stage.receive($0) }
      try stage.presence()
    case .register, .ask, .readInApp, .withdraw, .front, .disconnect, .acknowledge, .silent,
      .ratingPrompts:
      // Operations of apps on Bellhop's own interface, and those without a number.
      break
    }
  }

  private func handle(_ pick: Int) -> BannerHandle? {
    let handles = stage.screen.handles
    return handles.isEmpty ? nil : handles[pick % handles.count]
  }

  private func id(_ pick: Int) throws -> NotificationID? {
    let ids = try stage.records().map(\.id)
    return ids.isEmpty ? nil : ids[pick % ids.count]
  }

  private func press(_ pick: Int, _ action: Int) throws {
    guard let handle = handle(pick), let shown = stage.screen.shown[handle.id] else { return }
    let actions = [.defaultAction] + shown.text.actions.map(\.id)
    try stage.receive(.pressed(handle, action: actions[action % actions.count], activationToken: "token"))
  }

  private func adopt(_ policy: Policy) throws {
    stage.policy = policy
    try stage.call { engine, _ in engine.adopt(policy, rememberedAs: "text") }
  }

  /// Holds as soon as it is said, stored or not.
  private func setLocked(_ locked: Bool) throws {
    isLocked = locked
    try stage.call { engine, _ in try engine.setLocked(locked) }
  }

  private func restart() throws {
    try stage.cover(false)
    isLocked = isLockStored
    // A number that is not stored was shown in passing, and is as lost as its banner.
    for number in open.keys where try !isAwaited(number) { open[number] = nil }
    superseded = [:]
    try stage.restart(showsAnyway: stage.now.uptime.milliseconds % 2 == 0)
    stage.screen.abandon(
      except: Set(try stage.records().compactMap { try stage.phase(of: $0)?.shown?.handle }))
  }

  /// Whether its app waits to hear that it is closed.
  private func isAwaited(_ number: UInt32) throws -> Bool {
    try stage.record(numbered: number)?.awaitsClosing == true
  }

  // MARK: Checks

  private func hear(_ news: FrontNews) throws {
    let number = news.number
    story.append("    \(news.caller.name) is told \(news.signal) of \(news.number)")
    if news.signal.isEnd, superseded[number] == news.caller { return superseded[number] = nil }
    guard let present = open[number] else {
      // Who posted it may listen still, to a press in the list or to one that is told after the closing.
      if !news.signal.isEnd, known.contains(number) { return }
      throw Violation("\(news.signal) of \(number), which means nothing to anybody")
    }
    if news.caller == .everybody {
      try require(present.callers.count > 1, "\(number) is nobody else's, and everybody heard \(news.signal)")
    } else {
      try require(present.callers.contains(news.caller), "\(news.signal) of \(number) to \(news.caller)")
    }
    if news.signal.isEnd { open[number] = nil }
  }

  private func check(_ banner: Banner, locked: Bool) throws {
    try require(locked || !isLocked, "the sink does not know that the screen is locked")
    guard case .transient(let number) = banner.subject else { return }
    let settings = try stage.look { try $0.settings(of: banner.app, now: $1) }
    try require(open[number] != nil, "\(number) is shown, and is over")
    try require(settings.authorization != .denied, "\(number) is shown of an app that is denied")
    try checkText(banner.textWhenLocked ?? banner.text, number, settings, whenLocked: true)
  }

  private func checkText(
    _ text: BannerText, _ number: UInt32, _ settings: EffectiveSettings, whenLocked: Bool
  ) throws {
    let mustHide = settings.previews == .never || (settings.previews == .whenUnlocked && whenLocked)
    let texts = [text.title, text.body, text.image] + text.actions.map(\.title)
    let isTold = texts.contains { $0?.contains(PostShape.mark) == true }
    try require(!(mustHide && isTold), "\(number) tells what is hidden")
  }

  private func look() throws {
    guard !stage.isBehind else { return }
    isLockStored = isLocked
    for number in known.sorted() {
      let record = try stage.record(numbered: number)
      let isTransient = try stage.look { engine, _ in engine.transient[number] != nil }
      try require(record == nil || !isTransient, "\(number) is of two")
      try require(
        (record?.awaitsClosing == true || isTransient) == (open[number] != nil),
        "\(number) is \(open[number] == nil ? "over for its app, and not here" : "over, and its app was not told")"
      )
      if let record, record.isOverWithoutBanner {
        try require(try stage.phase(of: record) != nil, "\(number) passes, and is left without a banner")
      }
      guard let record, record.awaitsClosing else { continue }
      try require(record.request.app == open[number]?.app, "\(number) is of \(record.request.app)")
      let isToCome = [.held, .scheduled, .awaitingConsent].contains(record.state)
      let phase = try stage.phase(of: record)
      try require(
        try isToCome || phase != nil || stage.wasTakenAway(record.id),
        "\(number) is nowhere to be seen, nor to come")
    }
    try checkScreen()
  }

  private func checkScreen() throws {
    for handle in stage.screen.handles where !stage.screen.orphans.contains(handle.id) {
      guard let shown = stage.screen.shown[handle.id], case .transient(let number) = shown.banner.subject
      else { continue }
      let present = try stage.look { engine, _ in engine.transient[number]?.shown?.handle }
      try require(present == handle, "\(number) is left on screen")
      let settings = try stage.look { try $0.settings(of: shown.banner.app, now: $1) }
      if settings.previews == .whenUnlocked {
        try checkText(shown.text, number, settings, whenLocked: isLocked)
      }
    }
  }

  /// Ends every hold: each number has a banner, and in the end no number is left.
  private func end() throws {
    try stage.setDisk(fails: false)
    try stage.pass(seconds: 2)
    try stage.focus(.unknown)
    try stage.person(nil)
    try stage.screen.turns(.answers).map { try stage.receive($0) }
    try stage.screen.appears(isAnother: true, remembers: false).map { try stage.receive($0) }
    try stage.presence()
    try stage.call { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    try stage.fullScreen(nil)
    try setLocked(false)
    try stage.cover(false)
    var policy = stage.policy
    policy.quietHours = WeeklySpans()
    policy.summaryTimes = WeeklyTimes()
    try adopt(policy)
    try stage.pass(seconds: 600)
    try look()
    for number in open.keys.sorted() {
      guard let record = try stage.record(numbered: number), record.state != .scheduled else { continue }
      let isShown = try stage.phase(of: record)?.isOnScreen == true || stage.wasTakenAway(record.id)
      try require(
        isShown || record.state == .awaitingConsent, "\(number) is \(record.state), and is never shown")
    }
    try giveAway()
    try look()
  }
}

extension FrontSignal {
  fileprivate var isEnd: Bool { if case .closed = self { true } else { false } }
}
