import NotificationModel

extension DeliveryEngine {
  /// Shows the banners of an app again, their previews being otherwise.
  func refresh(app: AppID) throws {
    try store.markStale(bannersOf: app)
    removePassing(of: app)
    screenChanges.add(.refresh)
    // New to the screen, and on its way there: no row says so yet.
    guard let asked = server.outstanding?.asked, asked.app == app, Question(asked.subject) == nil
    else { return }
    let surroundings = banners.surroundings()
    try banners.transition(asked.subject, of: app) { $0.refresh(redacts: true, surroundings) }
  }
}
