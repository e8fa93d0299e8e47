import Guidelines
package import NotificationModel

extension AppStartResult {
  var ruling: Ruling {
    func ruling(_ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...) -> Ruling {
      Ruling(AppStarting.name, effect, Reason(key, arguments))
    }
    return switch self {
    case .activated: ruling(.started, .askedToOpen)
    case .runByBus: ruling(.started, .startedByBus)
    case .runByServiceManager: ruling(.started, .startedByServiceManager)
    case .underWay: ruling(.waits, .startUnderWay)
    case .failed(let failure): ruling(.notStarted, .notStarted, .reason(failure.reason))
    }
  }
}

extension AppStartFailure {
  var reason: Reason {
    switch self {
    case .noBus: Reason(.noBus)
    case .noServiceManager: Reason(.noServiceManager)
    case .noDesktopEntry: Reason(.noDesktopEntry)
    case .noCommand: Reason(.noCommand)
    case .needsTerminal: Reason(.needsTerminal)
    case .notInstalled: Reason(.notInstalled)
    case .idTooLong: Reason(.idTooLong)
    case .notRun: Reason(.notRun)
    case .unanswered: Reason(.unanswered)
    case .notOwnFile: Reason(.notOwnFile)
    case .nothingOpens: Reason(.nothingOpens)
    case .noTerminal: Reason(.noTerminal)
    case .refusedByBus(let name): Reason(.refusedByBus, .name(name))
    case .refusedByServiceManager(let name): Reason(.refusedByServiceManager, .name(name))
    }
  }
}

/// The apps that were started a moment ago, and do not follow their events yet.
///
/// Invariant: entries older than `patience` go with the next start.
final class AppStarts {
  /// Milliseconds that a started app has to follow its events. A press within that time does not start the app again,
  /// because not every app runs as a single instance.
  private static let patience: Int64 = 5_000
  private var begun: [AppID: (time: Uptime, isForeground: Bool)] = [:]

  /// Returns `false` while the app is being started already. A start that brings the app to the front does not wait for
  /// one that shows nothing.
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
  /// Whether the app is to be started for the press now. `false` while a start is already under way.
  package func begin(_ start: AppStart, now: Moment) -> Bool {
    starts.begin(start.app, isForeground: start.isForeground, now: now.uptime)
  }

  /// The app now follows its events, so its start is over.
  package func followed(_ app: AppID, by connection: UInt64) {
    starts.end(app)
    context.connectedApps.came(app, by: connection)
  }
}
