import NotificationModel

/// The connections that follow events, each those of one app.
///
/// The command line's app is many programs. A process that posts for it while it follows without a name, as
/// `bellhop post --wait` does, waits for the answer to its own posts; all others hear of everything.
///
/// Invariant: one listener for each connection, with at most `most` posts; `silenced` and `once` have at most `most` each.
final class Listeners: Revertible {
  private struct Listener {
    let app: AppID
    let name: FollowerName?
    let process: Int32
    /// Whether it is a program of the app, and not a tool of the person.
    let isOwn: Bool
    var hears = Hearing.everything

    /// Whether the process waits for the answer to what it posts for the command line. One with a name hears of all.
    func waits(_ other: Int32) -> Bool { app == .shell && name == nil && process == other }
  }

  private enum Hearing {
    case everything
    case answers(Set<NotificationID>)
  }

  private static let most = 1_024
  private var listeners: [UInt64: Listener] = [:]
  /// Notifications that a connection has waited for which has ended.
  private var silenced: Set<NotificationID> = []
  /// Those of them that this transaction deals with.
  private var dealtWith: Set<NotificationID> = []
  /// Apps that were followed without a name.
  private var once: Set<AppID> = []

  init(in transaction: Transaction) { transaction.add(self) }

  func came(_ app: AppID, as name: FollowerName?, _ process: Int32, isOwn: Bool, by connection: UInt64) {
    listeners[connection] = Listener(app: app, name: name, process: process, isOwn: isOwn)
    if name == nil, once.count < Self.most { once.insert(app) }
  }

  /// Returns whether notifications are waited for no more.
  func disconnected(_ connection: UInt64) -> Bool {
    guard case .answers(let ids)? = listeners.removeValue(forKey: connection)?.hears else { return false }
    for id in ids { silence(id) }
    return !ids.isEmpty
  }

  // MARK: Followers

  var followers: [(app: AppID, name: FollowerName?)] { listeners.values.map { ($0.app, $0.name) } }

  /// Whether any program of the app hears of its events now.
  func hears(_ app: AppID) -> Bool { listeners.values.contains { $0.app == app && $0.isOwn } }

  func follows(_ app: AppID, as name: FollowerName?) -> Bool {
    listeners.values.contains { $0.app == app && $0.name == name }
  }

  /// Whether the app was followed without a name in the life of this process.
  func wasFollowedWithoutName(_ app: AppID) -> Bool { once.contains(app) || follows(app, as: nil) }

  // MARK: Answers to the command line

  /// The way back to the poster.
  func link(of app: AppID, _ client: Client) -> AppLink {
    guard app == .shell else { return .events }
    return listeners.values.contains { $0.waits(client.process) } ? .answer : .events
  }

  /// The process waits for the answer to this notification.
  func awaits(_ id: NotificationID, _ process: Int32) {
    for (connection, listener) in listeners where listener.waits(process) {
      var ids: Set = [id]
      if case .answers(let others) = listener.hears { ids.formUnion(others) }
      // One that asks so much is taken to hear of everything.
      listeners[connection]?.hears = ids.count > Self.most ? .everything : .answers(ids)
    }
  }

  /// The processes that wait for the answer to the one wait for the answer to the other, too.
  func join(_ one: NotificationID, _ other: NotificationID) {
    for listener in listeners.values {
      if case .answers(let ids) = listener.hears, ids.contains(one) { awaits(other, listener.process) }
    }
  }

  /// Whether a press on a button reaches the program that waits for it, or one that follows everything.
  func hears(_ record: NotificationRecord) -> Bool {
    guard record.link == .answer else { return true }
    return listeners.values.contains { listener in
      guard listener.app == .shell else { return false }
      return switch listener.hears {
      case .everything: true
      case .answers(let ids): ids.contains(record.id)
      }
    }
  }

  /// Whether a program follows all answers to the command line's notifications.
  var isShellFollowed: Bool {
    listeners.values.contains { listener in
      if listener.app == .shell, case .everything = listener.hears { true } else { false }
    }
  }

  /// The notification may be waited for by no connection.
  func silence(_ id: NotificationID) {
    if silenced.count < Self.most { silenced.insert(id) }
    dealtWith.remove(id)
  }

  /// Those that were silenced since the last call, or before it if its transaction failed.
  func popSilenced() -> Set<NotificationID> {
    let new = silenced.subtracting(dealtWith)
    dealtWith = silenced
    return new
  }

  func commit() {
    silenced.subtract(dealtWith)
    dealtWith = []
  }

  func rollBack() { dealtWith = [] }
}
