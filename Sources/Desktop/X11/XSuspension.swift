import CXCB
import Glibc

/// The question whether a program has suspended an X server's screen saver (XScreenSaverSuspend), as players do while
/// they play, and games. The server keeps a resource for it (Xext/saver.c), and tells anyone how many resources of each
/// kind a program has. It has no event for it.
struct XSuspension: Sendable {
  private static let screenSaver = "MIT-SCREEN-SAVER"
  /// The server's name for the kind of resource.
  private static let kindName = "SaverSuspend"
  /// The reply's length before its list, and that of each kind in the list with its count.
  private static let (headBytes, kindBytes) = (32, 8)

  /// The atom of the kind.
  private let kind: UInt32

  /// Blocks until the server answers. `nil` if it does not tell the resources, or has no screen saver that a program
  /// could suspend, as Xwayland below a compositor has none (hw/xwayland/xwayland.c).
  init?(on connection: OpaquePointer) {
    guard cxcb_has_resources(connection), Self.hasScreenSaver(connection) else { return nil }
    let question = xcb_intern_atom(connection, 0, UInt16(Self.kindName.utf8.count), Self.kindName)
    guard let reply = xcb_intern_atom_reply(connection, question, nil) else { return nil }
    kind = reply.pointee.atom
    free(reply)
  }

  private static func hasScreenSaver(_ connection: OpaquePointer) -> Bool {
    let question = xcb_query_extension(connection, UInt16(screenSaver.utf8.count), screenSaver)
    let reply = xcb_query_extension_reply(connection, question, nil)
    defer { free(reply) }
    return reply?.pointee.present == 1
  }

  init(kind: UInt32) { self.kind = kind }

  /// Returns the request's number.
  func ask(ofWindow window: UInt32, on connection: OpaquePointer) -> UInt32 {
    cxcb_query_client_resources(connection, window)
  }

  /// `reply`: a whole reply of the server's, whose head says how long it is.
  func isOn(in reply: UnsafeMutableRawPointer) -> Bool {
    let length = Int(reply.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return isOn(in: UnsafeRawBufferPointer(start: reply, count: Self.headBytes + 4 * length))
  }

  func isOn(in reply: UnsafeRawBufferPointer) -> Bool {
    guard reply.count >= Self.headBytes else { return false }
    let kinds = Int(reply.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let places = (reply.count - Self.headBytes) / Self.kindBytes
    return (0..<min(kinds, places)).contains { place in
      let start = Self.headBytes + place * Self.kindBytes
      return reply.loadUnaligned(fromByteOffset: start, as: UInt32.self) == kind
        && reply.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self) > 0
    }
  }
}
