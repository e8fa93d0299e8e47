import Intake
import NotificationModel

extension ServerLimits {
  init(_ limits: RateLimits) {
    self.init()
    connections = limits.connections
    connectionsPerPeer = limits.connectionsPerPeer
  }
}
