package import NotificationModel

/// Apps that were started recently and do not follow their events yet.
///
/// Invariant: entries older than `patience` go with the next start.
final class AppStarts {
  /// Milliseconds that a started app has to follow its events. A press within that time does not start the app again,
  /// because not every app runs as a single instance.
  private static let patience: Int64 = 5_000
  private var begun: [AppID: (time: Uptime, isForeground: Bool)] = [:]

  /// Returns `false` while the app is being started already. A start in the foreground does not wait for a start in the
  /// background.
  func begin(_ app: AppID, isForeground: Bool, now: Uptime) -> Bool {
    begun = begun.filter { now < $0.value.time.advanced(byMilliseconds: Self.patience) }
    if let start = begun[app], start.isForeground || !isForeground { return false }
    begun[app] = (now, isForeground)
    return true
  }

  /// The app follows its events, or its start has failed.
  func end(_ app: AppID) { begun[app] = nil }
}

extension DeliveryEngine {
  /// Whether to start the app for the press now; `false` while a start is under way.
  package func begin(_ start: AppStart, now: Moment) -> Bool {
    starts.begin(start.app, isForeground: start.isForeground, now: now.uptime)
  }
}
