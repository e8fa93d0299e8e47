import NotificationModel

/// What is more than one transaction has time for, in the order in which it is done.
///
/// In memory alone, and yet nothing is lost with it: of each notification the store says how it stands, and a start
/// looks at all apps.
final class Backlog {
  /// What is done before anything is given to the server again.
  @Transacted private var errands: [Errand]
  /// Apps that another configuration may allow more or less than what they were last followed under.
  @Transacted private var reconfigured: Queue<Allowances>
  /// Apps whose notifications are not yet all as their settings ask for.
  @Transacted private var unfollowed: Queue<Void>
  /// Apps whose held notifications are still to be looked at, and how far that has come.
  @Transacted private var unreviewed: Queue<Review>
  /// What is scheduled, while its times are computed anew.
  @Transacted private var rescheduling: Rescheduling?

  init(in transaction: Transaction) {
    _errands = Transacted([], in: transaction)
    _reconfigured = Transacted(Queue(), in: transaction)
    _unfollowed = Transacted(Queue(), in: transaction)
    _unreviewed = Transacted(Queue(), in: transaction)
    _rescheduling = Transacted(nil, in: transaction)
  }

  /// The same is to be done about each of these.
  private struct Errand {
    let kind: ErrandKind
    var ids: ArraySlice<NotificationID>
  }

  var isEmpty: Bool {
    errands.isEmpty && reconfigured.isEmpty && unfollowed.isEmpty && unreviewed.isEmpty
  }
  var isReviewing: Bool { !unreviewed.isEmpty }
  var hasErrands: Bool { !errands.isEmpty }

  func isBehind(_ app: AppID) -> Bool {
    reconfigured[app] != nil || unfollowed[app] != nil || unreviewed[app] != nil
      || errands.contains { $0.kind.app == app }
  }

  func add(_ kind: ErrandKind, _ ids: [NotificationID]) {
    let errand = Errand(kind: kind, ids: ids[...])
    errands.append(errand)
  }

  /// The next thing of all errands, or of those about this app.
  func nextErrand(of app: AppID? = nil) -> (kind: ErrandKind, id: NotificationID)? {
    while let index = errands.firstIndex(where: { app == nil || $0.kind.app == app }) {
      if let id = errands[index].ids.popFirst() { return (errands[index].kind, id) }
      errands.remove(at: index)
    }
    return nil
  }

  /// What it was allowed when that was last followed counts.
  func followLater(_ app: AppID, from earlier: Allowances) {
    if reconfigured[app] == nil { reconfigured[app] = earlier }
  }
  func followLater(_ app: AppID) { unfollowed[app] = () }
  /// From the beginning.
  func reviewLater(_ apps: [AppID]) { for app in apps { unreviewed[app] = Review() } }

  func popReconfigured(_ app: AppID) -> Allowances? { reconfigured.remove(app) }
  /// Whether it was in the queue, in which it is no more.
  func popUnfollowed(_ app: AppID) -> Bool { unfollowed.remove(app) != nil }

  /// Progress of the review of an app's held notifications; it keeps its place until that is over.
  subscript(reviewOf app: AppID) -> Review? {
    get { unreviewed[app] }
    set { unreviewed[app] = newValue }
  }

  /// Settings first: they may take away what would be looked at.
  var next: AppID? { reconfigured.first ?? unfollowed.first ?? unreviewed.first }

  func forget(_ app: AppID) { _ = reconfigured.remove(app) }

  // MARK: Other clocks

  var isRescheduling: Bool { rescheduling?.isEmpty == false }

  /// All of these are to be computed anew, the clock having been moved by so many milliseconds.
  func reschedule(_ ids: [NotificationID], step: Int64) { rescheduling = Rescheduling(step: step, ids: ids) }

  func nextToReschedule() -> (step: Int64, NotificationID)? { rescheduling?.next() }

  /// Each at most once, in the order of their coming.
  private struct Queue<Value> {
    private var apps: [AppID] = []
    private var start = 0
    private var values: [AppID: Value] = [:]

    var isEmpty: Bool { values.isEmpty }
    var first: AppID? { apps[start...].first { values[$0] != nil } }

    subscript(app: AppID) -> Value? {
      get { values[app] }
      set {
        guard let newValue else { return _ = remove(app) }
        if values.updateValue(newValue, forKey: app) == nil { apps.append(app) }
      }
    }

    mutating func remove(_ app: AppID) -> Value? {
      guard let value = values.removeValue(forKey: app) else { return nil }
      while start < apps.count, values[apps[start]] == nil { start += 1 }
      if values.isEmpty { self = Queue() }
      return value
    }
  }
}

/// What is scheduled and still to be computed anew after the clock was moved by so many milliseconds. A start computes
/// all anew.
private struct Rescheduling {
  let step: Int64
  private var ids: ArraySlice<NotificationID>

  init(step: Int64, ids: [NotificationID]) {
    self.step = step
    self.ids = ids[...]
  }

  var isEmpty: Bool { ids.isEmpty }

  mutating func next() -> (step: Int64, NotificationID)? { ids.popFirst().map { (step, $0) } }
}

/// What is done about one notification after the other, before anything is given to the server again.
enum ErrandKind: Hashable {
  /// One banner has spoken for it.
  case summarised(AppID)
  /// The line about missed notifications has counted these.
  case missed(AppID)
  /// The server could not bear the banner that was to speak for it.
  case unspoken(AppID)
  /// There is this to be said about it.
  case explain(Ruling)

  /// Whose posts are to come after it.
  var app: AppID? {
    switch self {
    case .explain: nil
    case .summarised(let app), .missed(let app), .unspoken(let app): app
    }
  }
}

/// Progress of the review of an app's held notifications.
struct Review {
  /// `nil` before it has begun.
  var ids: ArraySlice<NotificationID>?
  /// What nothing holds any more; of many not all.
  var released: [NotificationID] = []
}

/// All that can change about an app. An object, since thousands may be kept, and copied with every commit.
final class Allowances {
  let settings: EffectiveSettings
  let marketing: Authorization

  init(_ settings: EffectiveSettings, marketing: Authorization) {
    self.settings = settings
    self.marketing = marketing
  }
}
