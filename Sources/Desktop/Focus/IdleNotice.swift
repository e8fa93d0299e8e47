import CWayland
import CWaylandProtocols
import Glibc
import NotificationModel

/// The part of a Wayland connection that hears when there was no input for a time, and when there is some again: by
/// `get_idle_notification`, which heeds a window that plays a video (ext-idle-notify-v1).
///
/// Invariant: used on one thread, from within the connection that it is a part of.
final class IdleNotice {
  private var notifier: OpaquePointer?
  private var notifierName: UInt32?
  /// The first one there is.
  private var seat: OpaquePointer?
  private var seatName: UInt32?
  private(set) var notification: OpaquePointer?
  /// As of the last event; `nil` for a compositor that does not speak the protocol. It begins to count with the question.
  private(set) var presence: Presence?

  private let milliseconds: UInt32

  init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  /// The compositor has something of this interface. Returns what is to be listened to from now on.
  func announced(_ name: UInt32, _ interface: UnsafePointer<CChar>?, _ registry: OpaquePointer?)
    -> OpaquePointer?
  {
    guard let interface else { return nil }
    if notifier == nil, let wanted = cwayland_idle_notifier(), strcmp(interface, wanted.pointee.name) == 0 {
      notifier = bind(name, wanted, registry)
      notifierName = name
    } else if seat == nil, let wanted = cwayland_seat(), strcmp(interface, wanted.pointee.name) == 0 {
      seat = bind(name, wanted, registry)
      seatName = name
    }
    return ask()
  }

  /// The compositor has removed the object with this name.
  func removed(_ name: UInt32) {
    if name == notifierName { forget() } else if name == seatName { forgetSeat() }
  }

  func handle(_ event: UInt32) { presence = event == 0 ? .away : .here }

  /// libwayland does not free with the display what was made on it.
  func forget() {
    forgetSeat()
    if let notifier { wl_proxy_destroy(notifier) }
    (notifier, notifierName) = (nil, nil)
  }

  /// Another seat may come.
  private func forgetSeat() {
    for case let proxy? in [notification, seat] { wl_proxy_destroy(proxy) }
    (notification, seat, seatName) = (nil, nil, nil)
    presence = nil
  }

  private func bind(_ name: UInt32, _ interface: UnsafePointer<wl_interface>, _ registry: OpaquePointer?)
    -> OpaquePointer?
  {
    wl_registry_bind(registry, name, interface, 1).map { OpaquePointer($0) }
  }

  private func ask() -> OpaquePointer? {
    guard notification == nil, let notifier, let seat else { return nil }
    let getIdleNotification: UInt32 = 1
    var arguments = [
      wl_argument(o: nil), wl_argument(u: milliseconds), wl_argument(o: seat),
    ]
    notification = wl_proxy_marshal_array_flags(
      notifier, getIdleNotification, cwayland_idle_notification(), 1, 0, &arguments)
    presence = notification == nil ? nil : .here
    return notification
  }
}
