import NotificationModel

/// Posts since the start, as `status` tells them.
final class Tally {
  private(set) var posted = 0
  /// Whatever became of the transaction: those of one that fails are refused as well.
  private(set) var refused = 0
  /// What others posted and nobody looked at.
  private(set) var dropped = 0
  private var underWay = 0

  func post() { underWay &+= 1 }
  func refuse() { refused &+= 1 }
  func drop(_ count: Int) { dropped &+= count }
  func forgetDropped() { dropped = 0 }
  func commit() {
    posted &+= underWay
    underWay = 0
  }
  func rollBack() { underWay = 0 }
}
