import NotificationModel

/// The questions that wait. One is on screen at a time, three a day per process that asks and ten in all;
/// one that was dismissed or timed out is asked again after a day at the earliest, and three times in all.
struct QuestionQueue {
  private(set) var waiting: [AppID] = []
  private(set) var onScreen: (app: AppID, handle: BannerHandle?, since: Timestamp)?
  private var shownAt: [Timestamp] = []
  private var askedBy: [Int32: [Timestamp]] = [:]

  static let day: Int64 = 86_400
  static let perProcess = 3
  static let perDay = 10
  static let perApp = 3
  /// A server that never tells that a banner timed out must not keep the next question away for ever.
  static let longestSeconds: Int64 = 3_600

  init() {}

  init(from store: any RecordStore) throws {
    for app in try store.apps() {
      guard let question = app.question else { continue }
      if question.banner == .waiting || question.banner == .handedOver { waiting.append(app.id) }
      if let handle = question.handle { onScreen = (app.id, handle, question.lastAsked ?? app.firstSeen) }
      if let shown = question.lastAsked { shownAt.append(shown) }
    }
  }

  var hasWaiting: Bool { !waiting.isEmpty && onScreen == nil }

  mutating func enqueue(_ app: AppID) { if !waiting.contains(app) { waiting.append(app) } }
  mutating func remove(_ app: AppID) {
    waiting.removeAll { $0 == app }
    if onScreen?.app == app { onScreen = nil }
  }

  mutating func showing(_ app: AppID, _ handle: BannerHandle?, at now: Moment) {
    waiting.removeAll { $0 == app }
    if handle != nil { shownAt.append(now.wall) }
    onScreen = (app, handle, now.wall)
  }

  mutating func taken() { onScreen = nil }

  /// The question on screen, when it has been there for too long.
  func overdue(_ now: Timestamp) -> (app: AppID, handle: BannerHandle)? {
    guard let (app, handle, since) = onScreen, let handle,
      since.advanced(bySeconds: Self.longestSeconds) <= now
    else { return nil }
    return (app, handle)
  }

  mutating func next(_ now: Moment) -> AppID? {
    shownAt.removeAll { $0.advanced(bySeconds: Self.day) <= now.wall }
    guard onScreen == nil, shownAt.count < Self.perDay else { return nil }
    return waiting.first
  }

  /// Whether this process may cause one more question today.
  mutating func admits(_ process: Int32, _ now: Timestamp) -> Bool {
    askedBy = askedBy.compactMapValues { times in
      let recent = times.filter { $0.advanced(bySeconds: Self.day) > now }
      return recent.isEmpty ? nil : recent
    }
    guard askedBy[process, default: []].count < Self.perProcess, askedBy.count < 4_096 else { return false }
    askedBy[process, default: []].append(now)
    return true
  }

  /// When the next in line may be asked, if only time keeps it waiting.
  var wake: Timestamp? {
    guard !waiting.isEmpty else { return nil }
    if let onScreen { return onScreen.since.advanced(bySeconds: Self.longestSeconds) }
    return shownAt.count < Self.perDay ? nil : shownAt.min()?.advanced(bySeconds: Self.day)
  }
}
