package import NotificationModel

/// Without a notification server the alert waits for one; the app does not.
package enum ServerReachability: Guideline {
  package static let name = "delivery.server"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now else { return }
    guard let obstacle = situation.server.obstacle else { return }
    judgement.record(name, .held, obstacle)
    judgement.conclude(.held)
    judgement.weaken(to: .later)
  }
}

extension Reachability {
  /// Why a banner is not shown now, if that is so.
  package var obstacle: Reason.Key? {
    switch self {
    case .reachable: nil
    case .absent: .noServer
    case .notAnswering: .serverNotAnswering
    }
  }
}
