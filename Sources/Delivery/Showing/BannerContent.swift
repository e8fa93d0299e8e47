import NotificationModel

/// What differs between the kinds of banners on their one way to the screen: a notification, a question of the daemon's
/// own, a summary.
protocol BannerContent {
  /// The banner for the sink; `nil` where it may not be shown now, and has left the queue.
  func offer(_ row: BannerRow, _ engine: isolated DeliveryEngine, _ now: Moment) throws -> Offer?
  /// The server shows it. Returns whether it may still be seen. `omitted`: what the server could not be given.
  func shown(
    _ shown: Shown, _ asked: Asked, omitted: [Reason], _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> Bool
  /// Of a failure of its server.
  func surroundings(_ engine: isolated DeliveryEngine, _ now: Moment) throws -> BannerRow.Surroundings
  /// The server has not shown it, and this is what that means for the row.
  func failed(
    _ failure: SinkFailure, _ outcome: BannerRow.Failure, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws
  /// It went with its server.
  func lost(_ engine: isolated DeliveryEngine) throws
  func closed(
    _ row: BannerRow, _ handle: BannerHandle, _ reason: CloseReason, _ engine: isolated DeliveryEngine,
    _ now: Moment
  ) throws
  /// Returns the notification that the press is one on; `nil` where it is none.
  func pressed(_ row: BannerRow, _ action: ItemID, _ engine: isolated DeliveryEngine, _ now: Moment) throws
    -> NotificationRecord?
}

extension BannerContent {
  func surroundings(_ engine: isolated DeliveryEngine, _ now: Moment) -> BannerRow.Surroundings {
    engine.surroundings()
  }
}

/// What the sink is to show, and what of it is to be remembered until it has answered.
struct Offer {
  var banner: Banner
  /// What an alert speaks for; empty where it is none.
  var alertsFor: [NotificationID] = []
}
