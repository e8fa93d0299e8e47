package import NotificationModel

/// Without a notification server the alert waits for one; the app does not.
package enum ServerReachability: Guideline {
  package static let name = "delivery.server"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now else { return }
    switch situation.server {
    case .reachable:
      return
    case .absent:
      judgement.record(name, .held, .noServer)
    case .notAnswering:
      judgement.record(name, .held, .serverNotAnswering)
    }
    judgement.conclude(.held)
    judgement.weaken(to: .later)
  }
}
