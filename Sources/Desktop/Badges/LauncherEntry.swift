import BusSocket
import BusWire
import NotificationModel

/// One app's icon in the docks, as the Unity launcher API has it: a signal that carries the whole state.
///
/// Invariant: the connection says nothing of any other app. Docks take a sender for an app: Plank puts what it
/// hears of an app without an icon on the last icon of the same sender, and of several signals within 32 ms heeds
/// the last; Plasma remembers one app of each sender.
final class LauncherEntry {
  private static let interface = "com.canonical.Unity.LauncherEntry"

  private let app: AppID
  private var count: Int
  private var connection: BusClient?
  private let whenSettled: (Bool) -> Void
  /// Cannot be heard, and never will be.
  private(set) var isLost = false

  /// `whenSettled`: told whether it can be heard, once that is known and when it changes.
  init(_ app: AppID, count: Int, whenSettled: @escaping (Bool) -> Void) {
    self.app = app
    self.count = count
    self.whenSettled = whenSettled
  }

  func connected(_ result: Result<BusClient, BusError>) {
    guard case .success(let connection) = result else { return lose() }
    self.connection = connection
    connection.whenClosed { [weak self] in self?.lose() }
    tell()
    whenSettled(true)
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
  func clear() -> BusClient? {
    show(0)
    return connection
  }

  static func tell(_ count: Int, of app: AppID, on connection: BusClient) {
    let uri = "application://\(app.text).desktop"
    connection.emit(
      "Update", of: interface, at: path(of: uri),
      [
        .string(uri),
        .dictionary(["count": .int64(Int64(count)), "count-visible": .bool(count > 0)]),
      ])
  }

  /// A path for each app, made as libunity makes it: by GLib's hash of a text (g_str_hash).
  private static func path(of uri: String) -> String {
    let hash = uri.utf8.reduce(UInt32(5_381)) { $0 &* 33 &+ UInt32(truncatingIfNeeded: Int8(bitPattern: $1)) }
    return "/com/canonical/unity/launcherentry/\(hash)"
  }
}
