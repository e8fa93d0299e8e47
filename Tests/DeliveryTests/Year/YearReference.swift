import NotificationModel

/// The banners that a person must see in a year, computed by looking at the clocks every five minutes.
///
/// It is written from the documented rules alone, in the plainest way: lists of moments, and a list of unread ones.
struct YearReference {
  private struct Entry {
    let number: Int
    var request: NotificationRequest
    var waits = false
    /// Its hold is over, except for quiet hours.
    var isReleased = false
    var expires: Int64?
    /// When it was last to alert, and when its banner last came up.
    var alerted: Int64 = 0
    var shown: Int64 = 0
    /// A rating prompt that waits for a pause, and for no end of quiet.
    var awaitsPauseAlone = false
  }

  private struct Series {
    var request: NotificationRequest
    /// Of a calendar trigger.
    var fields: CalendarFields?
    var period: Int64?
    var due: Int64
    var last: Int64
  }

  static let step: Int64 = 300

  private let clock: YearClock
  private let abroad: YearClock
  private let summarised: AppID
  private let names: [AppID: String]
  private let quiet: [Range<Int64>]
  private let summaries: [Int64]
  private var entries: [AppID: [Entry]] = [:]
  private var series: [Series] = []
  private var ratings: [AppID: YearRatings] = [:]
  private var explanations: [AppID: YearExplanations] = [:]
  private var count = 0
  /// Before this nothing is due and nothing expires; without anything waiting nothing is released. To save time.
  private var deadline = Int64.max
  /// What the last line told.
  private var told: [Entry] = []
  private var hasWaiting = false
  private var now: Int64
  /// Entries that have alerted at this moment, and apps of which one banner spoke for several.
  private var alerted: Set<Int> = []
  private var announcedByAnother: Set<AppID> = []

  private(set) var journal = YearJournal()
  /// When there was anything for a daemon to do.
  private(set) var moments: Set<Int64> = []

  init(_ year: YearCase, _ clock: YearClock, abroad: YearClock) {
    self.clock = clock
    self.abroad = abroad
    summarised = mail
    names = [mail: "Mail", chat: "Chat"]
    now = clock.start
    let ends = clock.times(year.quietUntil)
    quiet = clock.times(year.quietFrom).compactMap { start in ends.first { $0 > start }.map { start..<$0 } }
    summaries = year.summaries.flatMap(clock.times).sorted()
  }

  /// `script` is told in seconds since the start, by a clock that is never set back.
  mutating func live(through script: YearScript) {
    var events = script.events[...]
    var asleepUntil: Int64 = 0
    var setBack: Int64 = 0
    var before = clock.start
    for second in stride(from: Int64(0), through: clock.end - clock.start, by: Int(Self.step)) {
      guard second >= asleepUntil else { continue }
      now = clock.start + second - setBack
      look(since: before)
      while let (at, event) = events.first, at <= second {
        events.removeFirst()
        switch event {
        case _ where at < asleepUntil: continue
        case .post(let request): post(request)
        case .read(let app): read(app)
        case .withdraw(let app, let identifier):
          series.removeAll { $0.request.app == app && $0.request.identifier == identifier }
          entries[app]?.removeAll { $0.request.identifier == identifier }
        case .press(let app, let title):
          ratings[app]?.press()
          entries[app]?.removeAll { $0.request.title == title }
        case .restart: break
        case .suspend(let seconds): asleepUntil = second + seconds
        case .setBack(let seconds):
          setBack += seconds
          now -= seconds
          before = now
          comeAgain(setBackBy: seconds)
          look(since: now)
        }
        // What the person has looked at, or its app has taken back, keeps no rating prompt waiting.
        if hasWaiting { release(since: now) }
      }
      before = now
    }
  }

  // MARK: Time

  private mutating func look(since before: Int64) {
    alerted = []
    announcedByAnother = []
    if deadline <= now { expire() }
    if hasWaiting { release(since: before) }
    if deadline <= now { fire() }
  }

  /// "Seconds from the moment it is due; past them an unread one is withdrawn."
  private mutating func expire() {
    for (app, list) in entries where list.contains(where: { $0.expires ?? .max <= now }) {
      entries[app] = list.filter { $0.expires ?? .max > now }
      moments.insert(now)
    }
  }

  /// Releases held notifications once nothing holds them. More than three of an app in a summary come as one banner.
  /// More than two of the others, from all apps, come as one line; urgent ones come by themselves.
  private mutating func release(since before: Int64) {
    hasWaiting = false
    var missed: [Entry] = []
    let summaryPassed = summaries.partitioningIndex { $0 > before }.map { summaries[$0] <= now } ?? false
    for (app, list) in entries where list.contains(where: \.waits) {
      var list = list
      var due: [Int] = []
      for index in list.indices where list[index].waits {
        guard !list[index].request.isUrgent(at: now) else {
          list[index].waits = false
          list[index].shown = now
          due.append(index)
          continue
        }
        if app != summarised || summaryPassed { list[index].isReleased = true }
        if summaryPassed { moments.insert(now) }
        // An alarm of this very moment comes first.
        let rings = series.contains { $0.due <= now && $0.request.kind == .alarm }
        let awaitsPause = list[index].request.kind == .rating && (rings || isPressed)
        if list[index].request.kind == .rating { moments.insert(now) }
        guard list[index].isReleased, !quiet.contain(now), !awaitsPause else {
          hasWaiting = true
          list[index].awaitsPauseAlone = awaitsPause && !quiet.contain(now)
          continue
        }
        list[index].waits = false
        due.append(index)
      }
      entries[app] = list
      guard !due.isEmpty else { continue }
      moments.insert(now)
      guard app == summarised else {
        let released = due.map { list[$0] }
        for entry in released where entry.request.isUrgent(at: now) || entry.awaitsPauseAlone { show(entry) }
        missed += released.filter { !$0.request.isUrgent(at: now) && !$0.awaitsPauseAlone }
        continue
      }
      if due.count > 3 {
        announcedByAnother.insert(app)
        show("\(due.count) notifications from \(names[app] ?? "")", of: app)
      } else {
        for entry in due.map({ list[$0] }).sorted(by: isMoreImportant) { show(entry) }
      }
    }
    guard missed.count > 2 else {
      for entry in missed { show(entry) }
      return
    }
    // The line goes on with what the last one told and is still unread.
    let numbers = Set(missed.map(\.number))
    missed += told.filter { entry in
      !numbers.contains(entry.number)
        && entries[entry.request.app]?.contains { $0.number == entry.number } == true
    }
    told = missed
    let apps = Set(missed.map(\.request.app)).count
    let line = "\(missed.count) notifications" + (apps > 1 ? " from \(apps) apps" : "")
    show("\(line) during quiet hours", of: .shell)
  }

  /// Sorted by relevance, then the newest.
  private func isMoreImportant(_ a: Entry, _ b: Entry) -> Bool {
    (a.request.relevance ?? 0, a.number) > (b.request.relevance ?? 0, b.number)
  }

  /// Fires the due triggers; of several missed times, the last.
  private mutating func fire() {
    let due = series.indices.filter { series[$0].due <= now }
    if !due.isEmpty { moments.insert(now) }
    for index in due.sorted(by: { series[$0].due < series[$1].due }) {
      var one = series[index]
      if let period = one.period {
        while one.due + period <= now { one.due += period }
        one.last = one.due
        one.due += period
      } else {
        while one.due <= now { (one.last, one.due) = (one.due, next(one, after: one.due)) }
        if one.request.trigger?.repeats != true { one.due = .max }
      }
      series[index] = one
      occur(one)
    }
    findDeadline()
  }

  private mutating func findDeadline() {
    let expiries = entries.values.joined().compactMap(\.expires)
    deadline = min(series.map(\.due).min() ?? .max, expiries.min() ?? .max)
  }

  /// The clock was set back: past occurrences do not come again, and a pause lasts as long as it would have.
  private mutating func comeAgain(setBackBy seconds: Int64) {
    for index in series.indices where series[index].due < .max {
      let one = series[index]
      series[index].due =
        one.period.map { min(one.due - seconds, now + $0) }
        ?? next(one, after: max(now, one.last))
    }
    findDeadline()
  }

  private mutating func occur(_ series: Series) {
    var request = series.request
    request.trigger = nil
    let expires = request.expiresAfter.map { series.last + $0 }
    if let expires, expires <= now { return }
    // An alarm is relevant at its moment.
    if request.kind == .alarm { request.relevantDate = Timestamp(milliseconds: now * 1_000) }
    // Alarms and reminders come again though the last was not answered.
    bring(request, expires: expires, again: request.kind == .alarm || request.kind == .reminder)
  }

  // MARK: Actions of apps and the person

  private mutating func post(_ request: NotificationRequest) {
    if request.kind == .rating {
      let asks = ratings[request.app]?.asks(at: now) ?? false
      journal.counts.append("\(Self.text(now)) \(request.app) \(asks ? "asks" : "may not ask")")
      guard asks else { return }
    } else if ratings[request.app] == nil {
      ratings[request.app] = YearRatings(knownSince: now)
    }
    switch request.trigger {
    case .calendar(let fields, _)?:
      var one = Series(request: request, fields: fields, due: 0, last: now)
      one.due = next(one, after: now)
      series.append(one)
    case .after(let seconds, _)?:
      series.append(Series(request: request, period: seconds, due: now + seconds, last: now))
    case .at?, nil:
      bring(request, expires: request.expiresAfter.map { now + $0 }, again: false)
    }
    findDeadline()
  }

  /// When a calendar trigger is due next.
  private func next(_ series: Series, after time: Int64) -> Int64 {
    guard let fields = series.fields else { return .max }
    return (fields.timeZone == nil ? clock : abroad).next(fields, after: time)
  }

  private mutating func read(_ app: AppID) {
    journal.counts.append("\(Self.text(now)) \(app) \(entries[app]?.count ?? 0)")
    entries[app] = nil
  }

  private mutating func bring(_ request: NotificationRequest, expires: Int64?, again: Bool) {
    let app = request.app
    let place = entries[app]?.firstIndex {
      request.identifier == nil
        ? $0.request.identifier == nil && $0.request.title == request.title
        : $0.request.identifier == request.identifier
    }
    var entry: Entry
    if let place, let there = entries[app]?[place] {
      entry = there
      entry.expires = expires
      let isSame = entry.request.title == request.title
      entry.request = request
      // Without an identifier, the same text alerts again after six hours; a job may be a minute early.
      let isPast = request.identifier == nil && !entry.waits && now - entry.alerted >= 6 * 3_600 - 60
      if !isSame || again || isPast { alert(&entry) }
      entries[app]?[place] = entry
    } else {
      count += 1
      entry = Entry(number: count, request: request, expires: expires)
      alert(&entry)
      entries[app, default: []].append(entry)
    }
  }

  private mutating func alert(_ entry: inout Entry) {
    let request = entry.request
    entry.alerted = now
    guard request.level != .passive else { return }
    // New text is no reason to wait for another summary.
    entry.isReleased = entry.waits && entry.isReleased
    let awaitsPause = request.kind == .rating && isPressed
    entry.awaitsPauseAlone = awaitsPause && !quiet.contain(now)
    entry.waits =
      !request.breaksThrough(at: now) && (quiet.contain(now) || request.app == summarised) || awaitsPause
    if entry.waits { hasWaiting = true } else { entry.shown = now }
    if !entry.waits { show(entry) }
  }

  /// "While an urgent notification or an alarm is unread, for up to an hour while it is on screen."
  private var isPressed: Bool {
    entries.values.joined().contains { entry in
      let isUrgent = entry.request.kind == .alarm || entry.request.isUrgent(at: now)
      return isUrgent && !entry.waits && (0..<3_600).contains(now - entry.shown)
    }
  }

  private mutating func show(_ entry: Entry) {
    told.removeAll { $0.number == entry.number }
    let app = entry.request.app
    // The rules leave open the result of both at once.
    if announcedByAnother.contains(app) { show("is in doubt", of: app) }
    guard alerted.insert(entry.number).inserted else { return }
    show(entry.request.title ?? "", of: app)
    if entry.request.isUrgent(at: now), explanations[app, default: YearExplanations()].follows(at: now) {
      show("explains", of: app)
    }
  }

  private mutating func show(_ text: String, of app: AppID) {
    journal.banners.append("\(Self.text(now)) \(app) \(text)")
  }

  static func text(_ time: Int64) -> String { Timestamp(milliseconds: time * 1_000).rfc3339 }
}
