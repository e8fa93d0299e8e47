import NotificationModel

extension DeliveryEngine {
  /// What stands with every entry of an app on probation: to keep the app, or to turn it off. Not where an
  /// administrator has decided.
  func offersOfProbation(_ record: NotificationRecord, _ now: Moment) throws -> [(Action, Authorization)] {
    let app = try app(record.request.app, now)
    guard State.current.contains(record.state), settings(of: app).authorization == .provisional,
      live.policy.locks(.authorization, of: app.id) == nil
    else { return [] }
    return [
      (Action(id: .keep, title: wording.keep), .authorized),
      (Action(id: .turnOff, title: wording.turnOff), .denied),
    ]
  }
}
