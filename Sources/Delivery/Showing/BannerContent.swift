import NotificationModel

/// What differs between the kinds of banners on their one way to the screen: a notification, a question of the daemon's
/// own, a summary.
protocol BannerContent {
  /// As it is stored.
  var row: BannerRow { get }
  /// The banner for the sink; `nil` where it may not be shown now, and has left the queue.
  func offer(_ showing: Showing, _ now: Moment) throws -> Offer?
  /// The server shows it. Returns whether it may still be seen. `omitted`: what the server could not be given.
  func shown(
    _ shown: Shown, alerts: Bool, omitted: [Reason], _ showing: Showing, _ now: Moment
  ) throws -> Bool
  /// What is known where its row hears of a failure.
  func surroundings(_ showing: Showing, _ now: Moment) throws -> BannerRow.Surroundings
  /// The server has not shown it; `outcome` says what that means for the row, which has heard of it.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment
  ) throws
  /// It went with its server, as the row has heard.
  func lost(_ showing: Showing, _ now: Moment) throws
  func closed(
    _ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment
  ) throws
  /// Returns the notification that the press is one on; `nil` where it is none.
  func pressed(_ action: ItemID, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
}

extension BannerContent {
  func surroundings(_ showing: Showing, _ now: Moment) -> BannerRow.Surroundings {
    showing.banners.surroundings()
  }
}

/// What the sink is to show, and what of it is to be remembered until it has answered.
struct Offer {
  var banner: Banner
  /// What an alert speaks for; empty where it is none.
  var alertsFor: [NotificationID] = []
}
