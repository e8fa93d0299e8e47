import Delivery
import NotificationModel
import Testing
import TimeZones

/// A line for each banner that alerted, and each count of unread ones before the person read them.
struct YearJournal {
  var banners: [String] = []
  var counts: [String] = []
}

/// An engine that lives through a year: woken when it asks to be, and when something happens.
struct YearDrive {
  private let desk: Desk
  private let start: Moment
  private(set) var journal = YearJournal()
  /// Seconds since 1970.
  private(set) var wakes: [Int64] = []
  /// In milliseconds, by the clock that is never set.
  private var asleepUntil: Int64 = 0

  /// Far more than a year has; an engine that asks again and again gets no further.
  private static let most = 50_000

  init(_ year: YearCase, from start: Timestamp) throws {
    var policy = Desk.allowing
    policy.durability = .crash
    policy.quietHours = try #require(
      WeeklySpans("\(year.quietFrom.timeOfDay.text)-\(year.quietUntil.timeOfDay.text)"))
    policy.summaryTimes = try #require(
      WeeklyTimes(try year.summaries.map { try $0.timeOfDay.text }.joined(separator: ";")))
    policy.apps[mail] = AppSettings(summary: true)
    desk = try Desk(policy, zone: try #require(SystemZone(named: year.zone)), at: start)
    self.start = desk.now
  }

  /// Milliseconds since the start.
  private var elapsed: Int64 { desk.now.uptime.milliseconds - start.uptime.milliseconds }

  mutating func live(through script: YearScript) throws {
    for (second, event) in script.events {
      guard second * 1_000 >= asleepUntil else { continue }
      try pass(until: second * 1_000)
      try happen(event)
      collect()
    }
    try pass(until: script.days * YearScript.day * 1_000)
  }

  private mutating func pass(until end: Int64) throws {
    if elapsed < asleepUntil { pass(milliseconds: asleepUntil - elapsed) }
    while elapsed < end {
      let wait = try nextWake().map { min($0, end - elapsed) } ?? end - elapsed
      if wait < end - elapsed {
        wakes.append((desk.now.wall.milliseconds + wait) / 1_000)
        try #require(wakes.count < Self.most)
      }
      pass(milliseconds: wait)
    }
  }

  private func nextWake() throws -> Int64? {
    let now = desk.now
    let wakes = desk.engine.assumeIsolated { $0.wakes(now: now) }
    let waits = [
      wakes.wall.map { $0.milliseconds - now.wall.milliseconds },
      wakes.uptime.map { $0.milliseconds - now.uptime.milliseconds },
    ]
    return waits.compactMap { $0 }.map { max($0, 1) }.min()
  }

  private mutating func pass(milliseconds: Int64) {
    desk.now = Moment(
      wall: Timestamp(milliseconds: desk.now.wall.milliseconds + milliseconds),
      uptime: desk.now.uptime.advanced(byMilliseconds: milliseconds))
    desk.run()
    collect()
  }

  private mutating func happen(_ event: YearScript.Event) throws {
    switch event {
    case .post(let request):
      try post(request)
    case .press(let app, let title):
      let record = try #require(try desk.records(app).last { $0.request.title == title })
      try desk.perform { try $0.activate(record.id, .defaultAction, text: nil, now: $1) }
    case .read(let app):
      journal.counts.append("\(desk.now.wall.rfc3339) \(app) \(try desk.badge(app))")
      _ = try desk.perform { try $0.markRead(nil, nil, of: app, by: tool, now: $1) }
    case .withdraw(let app, let identifier):
      _ = try desk.perform { try $0.withdraw([identifier], nil, of: app, by: tool, now: $1) }
    case .restart:
      try desk.restart()
    case .suspend(let seconds):
      asleepUntil = elapsed + seconds * 1_000
    case .setBack(let seconds):
      desk.now = Moment(wall: desk.now.wall.advanced(bySeconds: -seconds), uptime: desk.now.uptime)
      desk.run()
    }
  }

  private mutating func post(_ request: NotificationRequest) throws {
    var isRefused = false
    do {
      try desk.post(request)
    } catch {
      guard case .quotaExceeded(let quota, _, _, _) = error, quota.hasPrefix("ratings.") else { throw error }
      isRefused = true
    }
    guard request.kind == .rating else { return }
    journal.counts.append("\(desk.now.wall.rfc3339) \(request.app) \(isRefused ? "may not ask" : "asks")")
  }

  private mutating func collect() {
    for banner in desk.shown where banner.alerts {
      if case .timeSensitive = banner.subject {
        journal.banners.append("\(desk.now.wall.rfc3339) \(banner.app) explains")
        continue
      }
      let text = banner.subject == .missed ? banner.textWhenLocked ?? banner.text : banner.text
      journal.banners.append("\(desk.now.wall.rfc3339) \(banner.app) \(text.title)")
    }
    let handle = desk.questionHandle
    desk.forgetShown()
    // Without an answer the banner goes after a while.
    guard let handle else { return }
    desk.receive(.closed(handle, .expired))
    collect()
  }
}
