import NotificationModel
import NotificationProtocol
import Wording

extension WatchReply {
  /// The causes for which alerts wait now. An earlier daemon tells of Do Not Disturb alone.
  var causes: [QuietReport] {
    let switched = QuietReport(kind: QuietKind.doNotDisturb.rawValue, until: doNotDisturbUntil)
    return quiet ?? (doNotDisturb ? [switched] : [])
  }
}

extension BarWording {
  /// Each cause of quiet in words, with its end.
  func causes(of quiet: [QuietReport], _ clock: LocalClock) -> [String] {
    quiet.map { visible(self.quiet($0, $0.until.map(clock.end))) }
  }
}
