package import NotificationModel

/// The apps that were started a moment ago, and do not follow their events yet.
///
/// Invariant: entries older than `patience` go with the next start.
final class AppStarts {
  /// As long as an app may take until another press starts it once more: not every app is one instance only.
  private static let patience: Int64 = 5_000
  private var begun: [AppID: (time: Uptime, isForeground: Bool)] = [:]

  /// `false` when the app is being started already. One that is to come to the front does not wait for a start
  /// that shows nothing.
  func begin(_ app: AppID, isForeground: Bool, now: Uptime) -> Bool {
    begun = begun.filter { now < $0.value.time.advanced(byMilliseconds: Self.patience) }
    if let start = begun[app], start.isForeground || !isForeground { return false }
    begun[app] = (now, isForeground)
    return true
  }

  /// The app is there, or will not come.
  func end(_ app: AppID) { begun[app] = nil }
}

extension DeliveryEngine {
  /// Whether a start is to be made now, nobody being there to take the press; else one is under way.
  package func begin(_ start: AppStart, now: Moment) -> Bool {
    starts.begin(start.app, isForeground: start.isForeground, now: now.uptime)
  }

  /// The app follows its events now.
  package func followed(_ app: AppID) { starts.end(app) }
}
