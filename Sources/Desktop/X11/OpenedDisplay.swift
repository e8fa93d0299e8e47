import CXCB
import Glibc

/// A new connection to an X server, handed from the thread that opened it to the thread that uses it.
struct OpenedDisplay: Sendable {
  let root: UInt32
  let atoms: [XAtom: UInt32]
  let idle: XIdleCounter?
  let suspension: XSuspension?
  /// The address of libxcb's connection, which locks itself.
  let address: UInt

  /// Blocks until the server answers, for ever if it hangs. `nil` if there is no server or it refuses the connection.
  static func open(_ address: XAddress, idleMilliseconds: UInt32) -> OpenedDisplay? {
    var screen: Int32 = 0
    guard let connection = connect(address, &screen) else { return nil }
    guard xcb_connection_has_error(connection) == 0, let root = root(of: connection, screen),
      let atoms = atoms(of: connection)
    else {
      xcb_disconnect(connection)
      return nil
    }
    return OpenedDisplay(
      root: root, atoms: atoms, idle: XIdleCounter(on: connection, milliseconds: idleMilliseconds),
      suspension: XSuspension(on: connection), address: UInt(bitPattern: connection))
  }

  private static func connect(_ address: XAddress, _ screen: inout Int32) -> OpaquePointer? {
    guard let cookie = address.cookie else {
      // libxcb reads the authority file itself if we pass no cookie, which also covers remote displays.
      return xcb_connect(address.display, &screen)
    }
    var kind = Array(XCookie.kind.utf8CString)
    var data = cookie.data.map { CChar(bitPattern: $0) }
    return kind.withUnsafeMutableBufferPointer { kind in
      data.withUnsafeMutableBufferPointer { data in
        var proof = xcb_auth_info_t(
          namelen: Int32(kind.count - 1), name: kind.baseAddress, datalen: Int32(data.count),
          data: data.baseAddress)
        return xcb_connect_to_display_with_auth_info(address.display, &proof, &screen)
      }
    }
  }

  private static func root(of connection: OpaquePointer, _ screen: Int32) -> UInt32? {
    var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
    for _ in 0..<max(0, screen) where screens.rem > 1 { xcb_screen_next(&screens) }
    return screens.rem > 0 ? screens.data.pointee.root : nil
  }

  private static func atoms(of connection: OpaquePointer) -> [XAtom: UInt32]? {
    let questions = XAtom.allCases.map { atom in
      (atom, xcb_intern_atom(connection, 0, UInt16(atom.rawValue.utf8.count), atom.rawValue))
    }
    var atoms: [XAtom: UInt32] = [:]
    for (atom, question) in questions {
      guard let reply = xcb_intern_atom_reply(connection, question, nil) else { return nil }
      atoms[atom] = reply.pointee.atom
      free(reply)
    }
    return atoms
  }
}
