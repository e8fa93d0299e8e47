import CXCB
import Glibc

/// Lists the windows of a window manager, and asks it to raise one.
package final class XPager {
  private let connection: OpaquePointer
  package let root: UInt32

  /// Nil without such a display.
  init?(_ display: String) {
    guard let connection = xcb_connect(display, nil) else { return nil }
    self.connection = connection
    guard xcb_connection_has_error(connection) == 0 else {
      root = 0
      return nil
    }
    root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
  }

  deinit { xcb_disconnect(connection) }

  var isManaged: Bool { manager != nil }

  /// The window manager's own window.
  package var manager: UInt32? { numbers("_NET_SUPPORTING_WM_CHECK", of: root).first }

  /// The window whose class ends in this.
  package func window(_ windowClass: String) -> UInt32? {
    let windows = numbers("_NET_CLIENT_LIST", of: root)
    return windows.first {
      property("WM_CLASS", of: $0).split(separator: 0).last?.elementsEqual(windowClass.utf8) == true
    }
  }

  package var active: UInt32? { numbers("_NET_ACTIVE_WINDOW", of: root).first }

  /// Asks, and does not wait.
  package func activate(_ windowClass: String) throws {
    guard let window = window(windowClass) else { throw TimedOut(description: "no window of \(windowClass)") }
    activate(window)
  }

  package func activate(_ window: UInt32) {
    // The source indication of a pager, which window managers obey.
    ask("_NET_ACTIVE_WINDOW", of: window, [2])
  }

  package func fillScreen(with window: UInt32) {
    ask("_NET_WM_STATE", of: window, [1, atom("_NET_WM_STATE_FULLSCREEN")])
  }

  private func ask(_ name: String, of window: UInt32, _ numbers: [UInt32]) {
    var message = xcb_client_message_event_t()
    message.response_type = UInt8(XCB_CLIENT_MESSAGE)
    message.format = 32
    message.window = window
    message.type = atom(name)
    message.data.data32.0 = numbers.first ?? 0
    message.data.data32.1 = numbers.dropFirst().first ?? 0
    let mask = XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
    withUnsafeBytes(of: &message) { bytes in
      _ = xcb_send_event(connection, 0, root, mask, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    xcb_flush(connection)
  }

  package func set(_ name: String, of window: UInt32, to text: String) {
    let bytes = Array(text.utf8)
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), XCB_ATOM_STRING.rawValue, 8,
      UInt32(bytes.count), bytes)
    xcb_flush(connection)
  }

  package func set(_ name: String, of window: UInt32, to number: UInt32) {
    var value = number
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), XCB_ATOM_WINDOW.rawValue, 32, 1,
      &value)
    xcb_flush(connection)
  }

  package func delete(_ name: String, of window: UInt32) {
    xcb_delete_property(connection, window, atom(name))
    xcb_flush(connection)
  }

  private func atom(_ name: String) -> UInt32 {
    let reply = xcb_intern_atom_reply(
      connection, xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name), nil)
    defer { free(reply) }
    return reply?.pointee.atom ?? 0
  }

  private func numbers(_ name: String, of window: UInt32) -> [UInt32] {
    let bytes = property(name, of: window)
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }

  private func property(_ name: String, of window: UInt32) -> [UInt8] {
    let reply = xcb_get_property_reply(
      connection, xcb_get_property(connection, 0, window, atom(name), 0, 0, 4_096), nil)
    defer { free(reply) }
    guard let reply, let value = xcb_get_property_value(reply) else { return [] }
    return Array(UnsafeRawBufferPointer(start: value, count: Int(xcb_get_property_value_length(reply))))
  }
}
