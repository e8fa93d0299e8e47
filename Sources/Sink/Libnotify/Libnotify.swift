import BusWire
import CNotify
import Locks

/// The used part of libnotify: one object per delivery, freed as soon as the server has answered.
///
/// Invariant: called on one thread alone. libnotify has no locks, and blocks for up to 25 s in any of these.
enum Libnotify {
  /// Makes libnotify talk to the present server. Blocks until the server has answered libnotify's first question.
  static func begin() -> Bool {
    guard notify_init("Bellhop") != 0 else { return false }
    var name: UnsafeMutablePointer<CChar>?
    var vendor: UnsafeMutablePointer<CChar>?
    var version: UnsafeMutablePointer<CChar>?
    var specification: UnsafeMutablePointer<CChar>?
    defer { for text in [name, vendor, version, specification] { g_free(text) } }
    if notify_get_server_info(&name, &vendor, &version, &specification) != 0 { return true }
    // After a failure libnotify keeps its proxy, and with it a connection that the bus may close.
    notify_uninit()
    return false
  }

  /// Forgets the server. Does not block: libnotify would close the banners of live objects, and no object lives now.
  static func end() { notify_uninit() }

  /// Shows a banner, in the place of another where `replacing` is not 0. Returns the server's id for it.
  static func show(_ banner: RenderedBanner, replacing: UInt32) -> Result<UInt32, BusError> {
    guard let notification = notify_notification_new(banner.title, banner.body, banner.icon) else {
      return .failure(.refused("org.freedesktop.DBus.Error.NoMemory"))
    }
    defer { g_object_unref(notification) }
    notify_notification_set_app_name(notification, banner.appName)
    notify_notification_set_timeout(notification, banner.timeout)
    for (name, value) in banner.hints { notify_notification_set_hint(notification, name, value.variant()) }
    for button in banner.buttons {
      // Presses are heard on the bus itself; libnotify only refuses actions without a callback.
      notify_notification_add_action(notification, button.key, button.label, { _, _, _ in }, nil, nil)
    }
    // libnotify keeps ids as signed numbers.
    if let id = Int32(exactly: replacing) { bellhop_notification_set_id(notification, id) }
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else {
      return .failure(BusError(taking: error))
    }
    return .success(UInt32(bitPattern: bellhop_notification_id(notification)))
  }
}

/// Sees the answer to a call of `Notify` that libnotify makes, also when libnotify has given up on it.
///
/// Invariant: at most one such call is on its way.
final class ReplyObserver {
  private let monitor: ReplyMonitor
  private let filter: MessageFilter

  init(_ connection: OpaquePointer) {
    let monitor = ReplyMonitor()
    self.monitor = monitor
    filter = MessageFilter(connection) { message, isIncoming in
      if isIncoming { monitor.received(message) } else { monitor.sent(message) }
      return true
    }
  }

  /// Observes the next call and forgets the earlier one. `answered` is called once with the answer, if one comes, on
  /// this thread, and before any signal that arrives after the answer.
  func expectCall(answered: @escaping (Result<[BusValue], BusError>, String) -> Void) {
    monitor.answered = answered
    monitor.state.withLock { $0 = ReplyMonitor.State(awaitsCall: true) }
  }

  /// Whether the answer has come.
  var isAnswered: Bool { monitor.state.withLock { $0.isAnswered } }
}

/// The state that the observer and GDBus's thread share.
private final class ReplyMonitor: Sendable {
  struct State {
    var awaitsCall = false
    var serial: UInt32?
    var isAnswered = false
  }

  let state = Mutex(State())
  // The handler is set and called on the observer's thread alone.
  nonisolated(unsafe) var answered: ((Result<[BusValue], BusError>, String) -> Void)?
  private let context = MainContext.current

  func sent(_ message: OpaquePointer) {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      g_dbus_message_get_member(message).map({ String(cString: $0) }) == "Notify"
    else { return }
    let serial = g_dbus_message_get_serial(message)
    state.withLock { state in
      guard state.awaitsCall else { return }
      state.awaitsCall = false
      state.serial = serial
    }
  }

  func received(_ message: OpaquePointer) {
    let serial = g_dbus_message_get_reply_serial(message)
    guard serial != 0, state.withLock({ $0.serial == serial }) else { return }
    let sender = g_dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
    let result: Result<[BusValue], BusError> =
      switch g_dbus_message_get_message_type(message) {
      case G_DBUS_MESSAGE_TYPE_METHOD_RETURN:
        .success(BusValue.values(of: g_dbus_message_get_body(message)))
      default:
        .failure(.refused(g_dbus_message_get_error_name(message).map { String(cString: $0) } ?? ""))
      }
    // Queued before libnotify sees the answer, and before GDBus queues any later message.
    context.attach(g_idle_source_new()) { [self] in
      guard state.withLock({ $0.serial == serial }), let answered else { return }
      self.answered = nil
      answered(result, sender)
    }
    state.withLock { $0.isAnswered = true }
  }
}

/// Sees each message of a connection, on GDBus's own thread, until the filter is freed. A message that `admits` refuses
/// is dropped.
struct MessageFilter: ~Copyable {
  typealias Admitting = @Sendable (_ message: OpaquePointer, _ isIncoming: Bool) -> Bool
  private let connection: OpaquePointer
  private let id: UInt32

  init(_ connection: OpaquePointer, _ admits: @escaping Admitting) {
    self.connection = connection
    g_object_ref(UnsafeMutableRawPointer(connection))
    id = g_dbus_connection_add_filter(
      connection,
      { _, message, incoming, data in
        guard let message, Box<Admitting>.peek(data)?(message, incoming != 0) == false else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Box(admits).retained(), { Box<Admitting>.release($0) })
  }

  deinit {
    g_dbus_connection_remove_filter(connection, id)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }
}
