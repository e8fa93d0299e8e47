import CWayland
import CWaylandProtocols
import Glibc
import NotificationModel

/// A connection to a Wayland compositor that follows its windows by wlr-foreign-toplevel-management, and idleness by
/// ext-idle-notify.
///
/// Invariant: used on one thread, and never blocks: libwayland reads and writes with MSG_DONTWAIT, the caller connects
/// the socket, and no roundtrips are made. libwayland calls back only from within `dispatch`, when its unretained
/// pointer to this object is valid.
final class ToplevelConnection {
  /// The most windows that are followed; the handles of further ones are destroyed, which ends their events.
  private static let manyWindows = 1_024
  /// The protocol version of `cwayland_toplevel_manager`.
  private static let knownVersion: UInt32 = 3

  private let display: OpaquePointer
  private var registry: OpaquePointer?
  private var manager: OpaquePointer?
  private var managerName: UInt32 = 0
  /// A pending `sync`, done once the compositor has announced all present windows.
  private var completion: OpaquePointer?
  private var handles: Set<OpaquePointer> = []
  private var windows = ToplevelWindows<OpaquePointer>(capacity: ToplevelConnection.manyWindows)

  private let idle: IdleNotice

  /// As of the last dispatch; `nil` for a compositor without ext-idle-notify.
  var presence: Presence? { idle.presence }

  /// As of the last dispatch; `unknown` for a compositor without wlr-foreign-toplevel-management.
  var focus: WindowFocus { manager != nil && completion == nil ? windows.focus : .unknown }

  /// Owns the descriptor of a connected socket from now on, and closes it at the end.
  init?(_ descriptor: Int32, idleMilliseconds: UInt32) {
    guard let display = wl_display_connect_to_fd(descriptor) else {
      close(descriptor)
      return nil
    }
    self.display = display
    idle = IdleNotice(milliseconds: idleMilliseconds)
    registry = wl_display_get_registry(display)
    listen(to: registry)
    wl_display_flush(display)
  }

  deinit {
    // libwayland does not free proxies with their display.
    for proxy in handles { wl_proxy_destroy(proxy) }
    for case let proxy? in [completion, manager, registry] { wl_proxy_destroy(proxy) }
    idle.forget()
    wl_display_disconnect(display)
  }

  /// To be called when the descriptor is readable; false when the connection has ended.
  func dispatch() -> Bool {
    while wl_display_prepare_read(display) != 0 {
      guard wl_display_dispatch_pending(display) >= 0 else { return false }
    }
    guard wl_display_read_events(display) >= 0, wl_display_dispatch_pending(display) >= 0 else {
      return false
    }
    // On EAGAIN the few bytes go out with the next dispatch.
    return wl_display_flush(display) >= 0 || errno == EAGAIN
  }

  private func listen(to proxy: OpaquePointer?) {
    guard let proxy else { return }
    let dispatcher: wl_dispatcher_func_t = { connection, proxy, event, _, arguments in
      guard let connection, let proxy, let arguments else { return 0 }
      Unmanaged<ToplevelConnection>.fromOpaque(connection).takeUnretainedValue()
        .handle(event, of: OpaquePointer(proxy), arguments)
      return 0
    }
    wl_proxy_add_dispatcher(proxy, dispatcher, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  // MARK: Events, by their numbers in the protocols' descriptions

  private func handle(
    _ event: UInt32, of proxy: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>
  ) {
    switch proxy {
    case registry: handleRegistryEvent(event, arguments)
    case completion:
      wl_proxy_destroy(proxy)
      completion = nil
    case manager: handleManagerEvent(event, arguments)
    case idle.notification: idle.handle(event)
    default: handleToplevelEvent(event, of: proxy, arguments)
    }
  }

  private func handleRegistryEvent(_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
    let name = arguments[0].u
    switch event {
    case 0:
      if let notification = idle.announced(name, arguments[1].s, registry) { listen(to: notification) }
      guard manager == nil, let interface = cwayland_toplevel_manager(),
        let announced = arguments[1].s, strcmp(announced, interface.pointee.name) == 0
      else { return }
      let version = min(arguments[2].u, Self.knownVersion)
      manager = wl_registry_bind(registry, name, interface, version).map { OpaquePointer($0) }
      managerName = name
      listen(to: manager)
      completion = wl_display_sync(display)
      listen(to: completion)
    case 1 where name == managerName: forgetManager()
    case 1: idle.removed(name)
    default: break
    }
  }

  private func handleManagerEvent(_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
    switch event {
    case 0:
      guard let handle = arguments[0].o else { return }
      handles.insert(handle)
      listen(to: handle)
      if !windows.add(handle) { forget(handle) }
    case 1: forgetManager()
    default: break
    }
  }

  private func handleToplevelEvent(
    _ event: UInt32, of handle: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>
  ) {
    switch event {
    case 1: if let name = arguments[0].s { windows.name(handle, String(cString: name)) }
    case 4:
      let states = Self.states(arguments[0].a)
      windows.state(
        handle, isActivated: states.contains(ToplevelWindows<OpaquePointer>.activated),
        isFullScreen: states.contains(ToplevelWindows<OpaquePointer>.fullScreen))
    case 5: windows.done(handle)
    case 6: forget(handle)
    default: break
    }
  }

  private static func states(_ states: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
    guard let states, let data = states.pointee.data else { return [] }
    let numbers = UnsafeRawBufferPointer(start: data, count: states.pointee.size)
    return stride(from: 0, to: numbers.count - 3, by: 4).map {
      numbers.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
    }
  }

  private func forget(_ handle: OpaquePointer) {
    let destroy: UInt32 = 7
    windows.remove(handle)
    handles.remove(handle)
    wl_proxy_marshal_array_flags(
      handle, destroy, nil, wl_proxy_get_version(handle), UInt32(WL_MARSHAL_FLAG_DESTROY), nil)
  }

  /// The manager has gone: its windows may still exist, but have no further events.
  private func forgetManager() {
    handles.forEach(forget)
    for case let proxy? in [completion, manager] { wl_proxy_destroy(proxy) }
    completion = nil
    manager = nil
  }
}
