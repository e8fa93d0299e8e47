import NotificationModel

/// Counts of posts since the start, for `status` and for the list of apps.
final class Tally {
  private(set) var posted = 0
  /// Refused posts, including the posts of failed transactions.
  private(set) var refused = 0
  /// Invariant: apps that the store knows.
  private var refusedByApp: [AppID: Int] = [:]
  private var underWay = 0

  func post() { underWay &+= 1 }
  func refuse() { refused &+= 1 }
  func refuse(_ app: AppID) { refusedByApp[app, default: 0] &+= 1 }
  func refused(of app: AppID) -> Int { refusedByApp[app] ?? 0 }
  func forget(_ app: AppID) { refusedByApp[app] = nil }
  func commit() {
    posted &+= underWay
    underWay = 0
  }
  func rollBack() { underWay = 0 }
}
