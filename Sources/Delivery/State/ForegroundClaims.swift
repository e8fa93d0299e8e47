import Guidelines
import NotificationModel

/// Who says to be in front. A claim lasts as long as the connection that made it; any one is enough.
final class ForegroundClaims {
  private struct Claim: Hashable {
    let app: AppID
    let connection: UInt64
  }

  private var claims: [Claim: OpaqueName?] = [:]
  /// What the desktop itself says, which counts for more.
  private(set) var focus = DesktopFocus.unknown

  func hear(_ focus: DesktopFocus) { self.focus = focus }

  func set(_ app: AppID, by connection: UInt64, front: Bool, thread: OpaqueName?) {
    let claim = Claim(app: app, connection: connection)
    if front { claims.updateValue(thread, forKey: claim) } else { claims.removeValue(forKey: claim) }
  }

  func drop(connection: UInt64) {
    claims = claims.filter { $0.key.connection != connection }
  }

  /// The threads that the app says the person looks at; `nil` where it does not say that it is in front.
  func threads(of app: AppID) -> Set<OpaqueName>? {
    let mine = claims.filter { $0.key.app == app }
    return mine.isEmpty ? nil : Set(mine.values.compactMap { $0 })
  }

  func holds(_ app: AppID, by connection: UInt64) -> Bool {
    claims.keys.contains(Claim(app: app, connection: connection))
  }

  func count(connection: UInt64) -> Int { claims.keys.count { $0.connection == connection } }
  var apps: [AppID] { Set(claims.keys.map(\.app)).sorted() }
}

extension DeliveryEngine {
  /// What the app says, unless the desktop knows better. Nobody is in front of the person behind a lock, or of one
  /// who is `away`.
  func foreground(of app: AppID, away: Bool? = nil) -> Foreground {
    if away ?? isPersonAway { return .background }
    let threads = claims.threads(of: app)
    return switch claims.focus {
    case .unknown: threads.map { .front(threads: $0, by: .app) } ?? .background
    case .apps(let apps) where apps.contains(app): .front(threads: threads ?? [], by: .desktop)
    case .apps: threads == nil ? .background : .overruled
    }
  }

  /// Those that count as being in front.
  var appsInFront: [AppID] {
    if isPersonAway { return [] }
    return switch claims.focus {
    case .unknown: claims.apps
    case .apps(let apps): apps.sorted()
    }
  }

  /// The connection is gone, and with it what it claimed.
  package func disconnected(_ connection: UInt64) { claims.drop(connection: connection) }
}
