import NotificationModel

/// The apps with a live connection by which they have posted or follow their events. A press reaches these apps without
/// a start.
///
/// Invariant: at most `perConnection` apps for one connection. An app speaks only for itself, so few are needed.
final class ConnectedApps {
  private static let perConnection = 16
  private var connections: [UInt64: Set<AppID>] = [:]

  func came(_ app: AppID, by connection: UInt64) {
    var apps = connections[connection] ?? []
    guard apps.count < Self.perConnection, apps.insert(app).inserted else { return }
    connections[connection] = apps
  }

  func disconnected(_ connection: UInt64) { connections[connection] = nil }

  func contains(_ app: AppID) -> Bool { connections.values.contains { $0.contains(app) } }
}

/// The connections of the desktop's own interface that have posted buttons and have ended since: a press on these buttons
/// reaches no program. Not stored; a start knows those of earlier posts that end from then on.
///
/// Invariant: at most `most` of each kind.
final class EndedCallers {
  static let most = 1_024
  private var present: Set<BusCaller> = []
  private var ended: [BusCaller] = []

  func posted(_ record: NotificationRequest, by caller: BusCaller) {
    guard record.actions?.isEmpty == false, present.count < Self.most else { return }
    present.insert(caller)
  }

  func end(_ caller: BusCaller) {
    let gone = present.filter { caller.includes($0) }
    guard !gone.isEmpty else { return }
    present.subtract(gone)
    ended = (ended + gone).suffix(Self.most)
  }

  /// Where several have posted the same, any of them may hear.
  func hears(_ link: DesktopLink) -> Bool { link.isShared || !ended.contains(link.caller) }
}
