import BusSocket
import BusWire
import EventLoop
import Glibc
import Journal

/// The session bus, as it can be connected to.
struct Upstream {
  let addresses: [BusAddress]

  /// Without our own socket, which would lead back to us for ever.
  init(_ places: Places, besides own: borrowing ListeningSocket) throws(StartFault) {
    let ownFile = (own.file?.path).flatMap(Self.file)
    func others(_ addresses: [BusAddress]) -> [BusAddress] {
      addresses.filter { address in
        guard let path = address.file, let ownFile, let file = Self.file(path) else { return true }
        return file != ownFile
      }
    }
    let named = others(places.upstream)
    addresses = named.isEmpty ? others(places.usual) : named
    guard !addresses.isEmpty else {
      throw StartFault(
        "there is no session bus to connect to; DBUS_SESSION_BUS_ADDRESS is to name one that is not this")
    }
  }

  /// A connection to the first that takes one; not blocking.
  func connect() throws(SystemError) -> FileDescriptor {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in addresses {
      do {
        return try address.connect()
      } catch {
        fault = error
      }
    }
    throw fault
  }

  private struct File: Equatable {
    let device: UInt
    let inode: UInt
  }

  private static func file(_ path: String) -> File? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return File(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }
}
