import CNotify
import NotificationModel
import SessionBus

/// One app's icon in the docks, as the Unity launcher API has it: a signal that carries the whole state.
///
/// Invariant: the connection says nothing of any other app. Docks take a sender for an app: Plank puts what it
/// hears of an app without an icon on the last icon of the same sender, and of several signals within 32 ms heeds
/// the last; Plasma remembers one app of each sender.
final class LauncherEntry {
  private static let interface = "com.canonical.Unity.LauncherEntry"

  private let app: AppID
  private var count: Int
  private var connection: GLibConnection?
  private let whenSettled: (Bool) -> Void
  /// Cannot be heard, and never will be.
  private(set) var isLost = false

  /// Tells it as soon as it is connected. `whenSettled`: told whether it can be heard, once that is known and when
  /// it changes.
  init(_ app: AppID, count: Int, on address: GLibAddress, whenSettled: @escaping (Bool) -> Void) {
    self.app = app
    self.count = count
    self.whenSettled = whenSettled
    GLibConnection.open(address) { [weak self] result in
      guard let self else { return }
      guard case .success(let connection) = result else { return lose() }
      self.connection = connection
      connection.whenClosed { [weak self] in self?.lose() }
      tell()
      whenSettled(true)
    }
  }

  private func lose() {
    isLost = true
    connection = nil
    whenSettled(false)
  }

  func show(_ count: Int) {
    self.count = count
    tell()
  }

  private func tell() {
    if let connection { Self.tell(count, of: app, on: connection) }
  }

  /// Nothing is to be seen any more. Returns the connection on which that was told, where there is one: it has
  /// to live until that has left.
  func clear() -> GLibConnection? {
    show(0)
    return connection
  }

  static func tell(_ count: Int, of app: AppID, on connection: GLibConnection) {
    let uri = "application://\(app.text).desktop"
    connection.emit(
      "Update", of: interface, at: path(of: uri),
      [
        .string(uri),
        .dictionary(["count": .int64(Int64(count)), "count-visible": .bool(count > 0)]),
      ])
  }

  /// A path for each app, made as libunity makes it.
  private static func path(of uri: String) -> String {
    "/com/canonical/unity/launcherentry/\(g_str_hash(uri))"
  }
}
