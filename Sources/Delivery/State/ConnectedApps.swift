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
