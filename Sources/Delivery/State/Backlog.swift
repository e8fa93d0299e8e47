import NotificationModel

/// Work for which one transaction has no time, in the order in which it is done.
///
/// The backlog is in memory only, and a restart loses no work: the store has the state of each notification, and a
/// start looks at all apps.
final class Backlog {
  /// Work that is done before the server is given another banner.
  @Transacted private var errands: [Errand]
  /// Apps whose allowances a new configuration may have changed, with those that were last applied.
  @Transacted private var reconfigured: Queue<Allowances>
  /// Apps whose notifications do not conform to their settings yet.
  @Transacted private var unfollowed: Queue<Void>
  /// Apps whose held notifications are still to be reviewed, with the progress.
  @Transacted private var unreviewed: Queue<Review>
  /// Scheduled notifications whose times are being computed anew.
  @Transacted private var rescheduling: Rescheduling?

  init(in transaction: Transaction) {
    _errands = Transacted([], in: transaction)
    _reconfigured = Transacted(Queue(), in: transaction)
    _unfollowed = Transacted(Queue(), in: transaction)
    _unreviewed = Transacted(Queue(), in: transaction)
    _rescheduling = Transacted(nil, in: transaction)
  }

  var isEmpty: Bool {
    errands.isEmpty && reconfigured.isEmpty && unfollowed.isEmpty && unreviewed.isEmpty
  }
  var isReviewing: Bool { !unreviewed.isEmpty }
  var hasErrands: Bool { !errands.isEmpty }

  func isBehind(_ app: AppID) -> Bool {
    reconfigured[app] != nil || unfollowed[app] != nil || unreviewed[app] != nil
      || errands.contains { $0.app == app }
  }

  func add(_ errand: Errand) { if !errands.contains(errand) { errands.append(errand) } }

  /// The next errand, or the next about the app.
  func nextErrand(of app: AppID? = nil) -> Errand? { errands.first { app == nil || $0.app == app } }

  /// A share of the errand is done; `rest` is left of it.
  func replace(_ errand: Errand, with rest: Errand?) {
    guard let index = errands.firstIndex(of: errand) else { return }
    if let rest { errands[index] = rest } else { errands.remove(at: index) }
  }

  /// The last round whose notifications are still to hear of it. `app`: of the summary.
  func lastRound(of banner: Joint.Banner, _ app: AppID) -> Int64 {
    errands.reduce(0) { last, errand in
      guard case .joint(banner, let other, let round, _) = errand, banner == .notice || other == app else {
        return last
      }
      return max(last, round)
    }
  }

  /// If the app is queued already, the earlier allowances count: they are those that were last applied.
  func followLater(_ app: AppID, from earlier: Allowances) {
    if reconfigured[app] == nil { reconfigured[app] = earlier }
  }
  func followLater(_ app: AppID) { unfollowed[app] = () }
  /// Starts the review of each app over.
  func reviewLater(_ apps: [AppID]) { for app in apps { unreviewed[app] = Review() } }

  func popReconfigured(_ app: AppID) -> Allowances? { reconfigured.remove(app) }
  /// Removes the app from the queue. Returns whether it was in it.
  func popUnfollowed(_ app: AppID) -> Bool { unfollowed.remove(app) != nil }

  /// The progress of the review of an app's held notifications. The app keeps its place until the review is over.
  subscript(reviewOf app: AppID) -> Review? {
    get { unreviewed[app] }
    set { unreviewed[app] = newValue }
  }

  /// Settings come first: they may remove notifications that would be reviewed.
  var next: AppID? { reconfigured.first ?? unfollowed.first ?? unreviewed.first }

  func forget(_ app: AppID) { _ = reconfigured.remove(app) }

  // MARK: Other clocks

  var isRescheduling: Bool { rescheduling?.isEmpty == false }

  /// Computes the times of these notifications anew after the clock was set by `step` milliseconds.
  func reschedule(_ ids: [NotificationID], step: Int64) { rescheduling = Rescheduling(step: step, ids: ids) }

  func nextToReschedule() -> (step: Int64, NotificationID)? { rescheduling?.next() }

  /// Apps in the order in which they came, each at most once.
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

/// Scheduled notifications whose times are still to be computed anew after the clock was set by `step` milliseconds. A
/// start computes all anew.
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

/// Work on one notification after the other, before the server is given another banner.
enum Errand: Hashable {
  /// The server has shown, or could not show, the banner of this round. Those of the app that waited for it hear of that.
  case joint(Joint.Banner, AppID, round: Int64, isShown: Bool)
  /// What the banner of this round has told waits for the next one. `app`: of the row.
  case tellAgain(Joint.Banner, AppID, round: Int64)
  /// The notifications get this decision.
  case explain(Ruling, ArraySlice<NotificationID>)

  /// The app whose posts have to wait for the work.
  var app: AppID? {
    switch self {
    case .explain, .tellAgain(.notice, _, _): nil
    case .tellAgain(.summary, let app, _): app
    case .joint(_, let app, _, _): app
    }
  }
}

/// Progress of the review of an app's held notifications.
struct Review {
  /// `nil` before it has begun.
  var ids: ArraySlice<NotificationID>?
  /// Notifications without a hold; of many, only the first ones.
  var released: [NotificationID] = []
}

/// Everything that can change about an app. A class, because thousands may be kept, and each commit copies them.
final class Allowances {
  let settings: EffectiveSettings
  let marketing: Authorization

  init(_ settings: EffectiveSettings, marketing: Authorization) {
    self.settings = settings
    self.marketing = marketing
  }
}
