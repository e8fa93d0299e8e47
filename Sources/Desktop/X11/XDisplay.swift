import CXCB
import EventLoop
import Glibc
import NotificationModel

/// A connection to an X server, used on the desktop thread. Requests are answered later by a handler, so a server that
/// does not answer blocks nothing.
///
/// Invariant: at most one batch of requests is unanswered, so that requests always fit into the socket's buffer.
final class XDisplay {
  let root: UInt32
  private let loop: EventLoop
  private let connection: OpaquePointer
  private let atoms: [XAtom: UInt32]
  private let idle: XIdleCounter?
  private let suspension: XSuspension?
  private let whenChanged: (XChange) -> Void
  private let whenLost: () -> Void
  private var readable: DescriptorMonitor?
  private var soon: Delay?
  private var isLost = false

  /// The numbers of the unanswered requests.
  private var pending: [UInt32] = []
  /// Reads a reply; `nil` stands for an error.
  private var read: (UnsafeMutableRawPointer?) -> Void = { _ in }
  private var whenAnswered: () -> Void = {}

  /// Events and answers handled at a time, so that the thread's other work is not held up.
  private static let mostAtOnce = 256
  /// In units of four bytes: far longer than any of these properties.
  private static let propertyBound: UInt32 = 256

  /// Becomes the connection's owner. `lost` is called once.
  init?(
    _ opened: OpenedDisplay, _ loop: EventLoop, changed: @escaping (XChange) -> Void,
    lost: @escaping () -> Void
  ) {
    guard let connection = OpaquePointer(bitPattern: opened.address) else { return nil }
    self.connection = connection
    self.loop = loop
    root = opened.root
    atoms = opened.atoms
    idle = opened.idle
    suspension = opened.suspension
    whenChanged = changed
    whenLost = lost
    readable = DescriptorMonitor(xcb_get_file_descriptor(connection), loop) { [weak self] in self?.readAll() }
  }

  deinit {
    readable = nil
    xcb_disconnect(connection)
  }

  // MARK: Asking

  /// Selects the events of this window, in the place of the earlier selection. A window that is gone is ignored.
  func follow(_ window: UInt32, for interests: Set<XInterest>) {
    var values = [interests.reduce(0) { $0 | $1.mask.rawValue }]
    xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, &values)
  }

  /// Asks for properties; ignored while an earlier batch is unanswered. A window that is gone has no properties.
  func ask(_ questions: [(window: UInt32, atom: XAtom)], then: @escaping ([XProperty?]) -> Void) {
    guard pending.isEmpty else { return }
    var answers: [XProperty?] = []
    read = { reply in
      answers.append(reply.flatMap { XProperty($0.assumingMemoryBound(to: xcb_get_property_reply_t.self)) })
    }
    whenAnswered = { then(answers) }
    pending = questions.map { window, atom in
      xcb_get_property(connection, 0, window, atoms[atom] ?? 0, 0, 0, Self.propertyBound).sequence
    }
    sent()
  }

  /// Asks whether the program of this window has suspended the screen saver; ignored while an earlier batch is
  /// unanswered. The answer is `nil` if the server does not tell.
  func askSuspension(of window: UInt32, then: @escaping (Bool?) -> Void) {
    guard pending.isEmpty else { return }
    guard let suspension else { return then(nil) }
    var isOn: Bool?
    read = { isOn = $0.map(suspension.isOn) }
    whenAnswered = { then(isOn) }
    pending = [suspension.ask(ofWindow: window, on: connection)]
    sent()
  }

  private func sent() {
    xcb_flush(connection)
    // libxcb may have read events while it wrote, and then the socket is no longer readable.
    soon = Delay(0, loop) { [weak self] in self?.readAll() }
  }

  func isAtom(_ value: UInt32, _ atom: XAtom) -> Bool { value != 0 && atoms[atom] == value }

  // MARK: Hearing

  private func readAll() {
    soon = nil
    for _ in 0..<Self.mostAtOnce {
      guard readEvent() || readAnswer() else { return checkConnection() }
    }
    soon = Delay(0, loop) { [weak self] in self?.readAll() }
  }

  private func readEvent() -> Bool {
    guard let event = xcb_poll_for_event(connection) else { return false }
    defer { free(event) }
    switch Int32(event.pointee.response_type & 0x7f) {
    case XCB_PROPERTY_NOTIFY:
      event.withMemoryRebound(to: xcb_property_notify_event_t.self, capacity: 1) { event in
        let (window, changed) = (event.pointee.window, event.pointee.atom)
        if let atom = atoms.first(where: { $0.value == changed })?.key {
          whenChanged(.property(atom, of: window))
        }
      }
    case XCB_DESTROY_NOTIFY:
      event.withMemoryRebound(to: xcb_destroy_notify_event_t.self, capacity: 1) { event in
        whenChanged(.end(of: event.pointee.window))
      }
    case XCB_CONFIGURE_NOTIFY:
      event.withMemoryRebound(to: xcb_configure_notify_event_t.self, capacity: 1) { event in
        let size = XSize(width: event.pointee.width, height: event.pointee.height)
        whenChanged(.size(size, of: event.pointee.window))
      }
    default:
      // Errors about windows that are gone come here too, and need no handling.
      if let presence = idle?.presence(event, on: connection) { whenChanged(.presence(presence)) }
    }
    return true
  }

  private func readAnswer() -> Bool {
    guard let sequence = pending.first else { return false }
    var reply: UnsafeMutableRawPointer?
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    guard xcb_poll_for_reply(connection, sequence, &reply, &error) != 0 else { return false }
    defer {
      free(reply)
      free(error)
    }
    pending.removeFirst()
    read(reply)
    if pending.isEmpty { whenAnswered() }
    return true
  }

  private func checkConnection() {
    guard xcb_connection_has_error(connection) != 0, !isLost else { return }
    isLost = true
    readable = nil
    whenLost()
  }
}

/// The events of a window that can be selected; `end` includes those of its place and size.
enum XInterest {
  case properties, end

  fileprivate var mask: xcb_event_mask_t {
    switch self {
    case .properties: XCB_EVENT_MASK_PROPERTY_CHANGE
    case .end: XCB_EVENT_MASK_STRUCTURE_NOTIFY
    }
  }
}

/// An event of an X server.
enum XChange: Hashable {
  case property(XAtom, of: UInt32)
  case end(of: UInt32)
  case size(XSize, of: UInt32)
  case presence(Presence)
}

/// A window's size in pixels.
struct XSize: Hashable {
  var width: UInt16
  var height: UInt16
}
