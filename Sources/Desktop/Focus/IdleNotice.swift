import CWayland
import CWaylandProtocols
import Glibc
import NotificationModel

/// The part of a Wayland connection that follows whether there is input: by `get_idle_notification`
/// (ext-idle-notify-v1), which also honours windows that inhibit idling, such as a video's.
///
/// Invariant: used on one thread, from within the connection that it is a part of.
final class IdleNotice {
  private var notifier: OpaquePointer?
  private var notifierName: UInt32?
  /// The first seat that was announced.
  private var seat: OpaquePointer?
  private var seatName: UInt32?
  private(set) var notification: OpaquePointer?
  /// As of the last event; `nil` for a compositor without the protocol. Idle time counts from the request on.
  private(set) var presence: Presence?

  private let milliseconds: UInt32

  init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  /// The compositor has announced an object of this interface. Returns a new notification object to listen to, if any.
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

  /// Destroys all proxies, because libwayland does not free them with the display.
  func forget() {
    forgetSeat()
    if let notifier { wl_proxy_destroy(notifier) }
    (notifier, notifierName) = (nil, nil)
  }

  /// A later seat may replace it.
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
