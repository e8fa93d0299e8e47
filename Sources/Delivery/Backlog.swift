import NotificationModel

/// Apps about whose notifications more is to be done than one turn has time for, in the order in which it is done.
///
/// In memory alone, and yet nothing is lost with it: of each notification the store says how it stands, and a start
/// looks at all apps.
struct Backlog {
  /// Apps whose notifications are not yet all as their settings ask for.
  private var unfollowed = Line()
  /// Apps whose held notifications are still to be looked at.
  private var unreviewed = Line()

  var isEmpty: Bool { unfollowed.isEmpty && unreviewed.isEmpty }
  var isReviewing: Bool { !unreviewed.isEmpty }

  mutating func followLater(_ app: AppID) { unfollowed.append(app) }
  mutating func reviewLater(_ apps: [AppID]) { apps.forEach { unreviewed.append($0) } }

  func isBehind(_ app: AppID) -> Bool { unfollowed.contains(app) || unreviewed.contains(app) }

  /// Whether it was in the line, in which it is no more.
  mutating func takeUnfollowed(_ app: AppID) -> Bool { unfollowed.remove(app) }
  mutating func takeUnreviewed(_ app: AppID) -> Bool { unreviewed.remove(app) }

  /// Settings first: they may take away what would be looked at.
  var next: AppID? { unfollowed.first ?? unreviewed.first }

  /// Each at most once, in the order of their coming.
  private struct Line {
    private var apps: [AppID] = []
    private var start = 0
    private var members: Set<AppID> = []

    var isEmpty: Bool { members.isEmpty }
    func contains(_ app: AppID) -> Bool { members.contains(app) }
    var first: AppID? { apps[start...].first { members.contains($0) } }

    mutating func append(_ app: AppID) {
      if members.insert(app).inserted { apps.append(app) }
    }

    mutating func remove(_ app: AppID) -> Bool {
      guard members.remove(app) != nil else { return false }
      while start < apps.count, !members.contains(apps[start]) { start += 1 }
      if members.isEmpty { self = Line() }
      return true
    }
  }
}

extension DeliveryEngine {
  /// How many rows one turn changes of the engine's own accord. A hundred take some ten milliseconds, which is how long
  /// everybody else then waits.
  public static let rowsPerTurn = 100

  /// Whether the next turn goes on at once with what this one had no time for.
  var goesOn: Bool { !backlog.isEmpty || rescheduling != nil || leavesWork }

  /// Does what there is room for of what is put off.
  func goOn(_ now: Moment) throws {
    try rescheduleSome(now)
    while room > 0, let app = backlog.next {
      room -= 1
      try catchUp(app, now)
    }
  }

  /// Does all that is put off about an app, whatever the room: what is posted now comes after it, and is judged
  /// beside it.
  func catchUpWhole(_ app: AppID, _ now: Moment) throws {
    while backlog.isBehind(app) {
      room = max(room, rowsPerTurn)
      try catchUp(app, now)
    }
  }

  private func catchUp(_ app: AppID, _ now: Moment) throws {
    if backlog.takeUnfollowed(app) {
      try followSettings(of: try self.app(app, now), now)
    } else if backlog.takeUnreviewed(app) {
      try reviewHeld(of: app, now)
    }
  }
}
