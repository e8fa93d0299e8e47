import Delivery
import NotificationModel

/// The banners that dunst was asked to close. With its setting `ignore_dbusclose` dunst leaves a banner up and says all the
/// same that it is closed, so its word counts only if it then has a banner less. It says nothing of a banner that it does
/// not have, such as one that a rule of the person's keeps off the screen (`dbus_cb_CloseNotification`, dunst 1.9).
///
/// Invariant: `said` is about banners in `asked`, whose second count is awaited; released with the server.
final class DunstClosings {
  static let server = "dunst"

  private var asked: Set<UInt32> = []
  private var said: [UInt32: SinkReport] = [:]

  /// dunst answers in order: no other call comes between the counts, which are sent together with the close. `closed`
  /// gets the report that the banner is gone.
  func close(_ handle: BannerHandle, on server: NotificationServer, closed: @escaping (SinkReport) -> Void) {
    guard asked.insert(handle.id).inserted else { return }
    var before: UInt64?
    server.countDunstBanners { before = $0 }
    server.close(handle.id)
    server.countDunstBanners { [weak self] after in
      guard let self else { return }
      asked.remove(handle.id)
      let said = said.removeValue(forKey: handle.id)
      if let before, let after {
        if said == nil || after < before { closed(said ?? .closed(handle, .closed)) }
      } else if let said {
        closed(said)
      }
    }
  }

  /// Whether the report is kept until it is known to be true.
  func keeps(_ report: SinkReport) -> Bool {
    guard case .closed(let handle, .closed) = report, asked.contains(handle.id) else { return false }
    said[handle.id] = report
    return true
  }
}
