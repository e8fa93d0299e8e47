import NotificationModel

/// What is more than one transaction has time for, in the order in which it is done.
///
/// In memory alone, and yet nothing is lost with it: of each notification the store says how it stands, and a start
/// looks at all apps.
struct Backlog {
  /// What is done before anything is given to the server again.
  private var errands: [Errand] = []
  /// Apps that another configuration may allow more or less than what they were last followed under.
  private var reconfigured = Queue<Allowances>()
  /// Apps whose notifications are not yet all as their settings ask for.
  private var unfollowed = Queue<Void>()
  /// Apps whose held notifications are still to be looked at, and how far that has come.
  private var unreviewed = Queue<Review>()

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

  mutating func add(_ kind: ErrandKind, _ ids: [NotificationID]) {
    let errand = Errand(kind: kind, ids: ids[...])
    errands.append(errand)
  }

  /// The next thing of all errands, or of those about this app.
  mutating func nextErrand(of app: AppID? = nil) -> (kind: ErrandKind, id: NotificationID)? {
    while let index = errands.firstIndex(where: { app == nil || $0.kind.app == app }) {
      if let id = errands[index].ids.popFirst() { return (errands[index].kind, id) }
      errands.remove(at: index)
    }
    return nil
  }

  /// What it was allowed when that was last followed counts.
  mutating func followLater(_ app: AppID, from earlier: Allowances) {
    if reconfigured[app] == nil { reconfigured[app] = earlier }
  }
  mutating func followLater(_ app: AppID) { unfollowed[app] = () }
  /// From the beginning.
  mutating func reviewLater(_ apps: [AppID]) { for app in apps { unreviewed[app] = Review() } }

  mutating func takeReconfigured(_ app: AppID) -> Allowances? { reconfigured.remove(app) }
  /// Whether it was in the queue, in which it is no more.
  mutating func takeUnfollowed(_ app: AppID) -> Bool { unfollowed.remove(app) != nil }

  /// Progress of the review of an app's held notifications; it keeps its place until that is over.
  subscript(reviewOf app: AppID) -> Review? {
    get { unreviewed[app] }
    set { unreviewed[app] = newValue }
  }

  /// Settings first: they may take away what would be looked at.
  var next: AppID? { reconfigured.first ?? unfollowed.first ?? unreviewed.first }

  mutating func forget(_ app: AppID) { _ = reconfigured.remove(app) }

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

/// What is done about one notification after the other, before anything is given to the server again.
enum ErrandKind: Hashable {
  /// One banner has spoken for it.
  case summarised(AppID)
  /// The server could not bear the banner that was to speak for it.
  case unspoken(AppID)
  /// There is this to be said about it.
  case explain(Ruling)

  /// Whose posts are to come after it.
  var app: AppID? {
    switch self {
    case .explain: nil
    case .summarised(let app), .unspoken(let app): app
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

/// How many rows a transaction may still change of the engine's own accord.
final class WorkShare {
  let whole: Int
  private(set) var left: Int
  /// Whether something was left undone for want of it.
  private(set) var leavesWork = false

  init(_ rows: Int) {
    whole = rows
    left = rows
  }

  var isUsedUp: Bool { left == 0 }
  func use(_ rows: Int) { left = max(0, left - rows) }
  func leaveWork() { leavesWork = true }
  /// For what has to be whole, however much it is.
  func refill() { left = max(left, whole) }
  /// Another share for a while; returns this one, to be put back.
  func exchange(for rows: Int) -> Int {
    defer { left = rows }
    return left
  }
  /// What was left undone is seen to now.
  func begin() { leavesWork = false }
  func end() { left = whole }
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
