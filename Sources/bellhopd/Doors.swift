import EventLoop
import Intake
import Journal
import NotificationProtocol
import Varlink

/// The two sockets: as the service manager passed them, or else our own.
final class Doors {
  private let activated: ActivatedSockets
  /// Held for as long as a socket of our own is open: no second daemon may take its place.
  private let lock: SocketLock?
  private var notifications: ListeningSocket?
  private var control: ListeningSocket?

  init(_ places: Places, _ environment: [String: String], after predecessor: Predecessor)
    throws(StartFault)
  {
    activated = ActivatedSockets(environment: environment)
    for fault in activated.faults { log(.error, fault) }
    let passed = Set(activated.sockets.filter(\.isListening).map(\.door))
    guard !passed.isSuperset(of: [.notifications, .control]) else {
      lock = nil
      return
    }
    guard let runtime = places.runtime else {
      throw StartFault("XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR")
    }
    do throws(SocketFault) {
      let lock = try SocketLock(in: runtime, after: predecessor)
      self.lock = lock
      if !passed.contains(.notifications) {
        notifications = try lock.listen("notifications.sock", in: SocketDirectory("bellhop", in: runtime))
      }
      if !passed.contains(.control) { control = try lock.listen("control.sock", in: lock.directory) }
    } catch {
      throw StartFault("\(error)")
    }
  }

  /// From here on calls come in.
  func open(_ server: Server) throws(SystemError) {
    for socket in activated.sockets {
      let descriptor = FileDescriptor(owning: socket.descriptor)
      if socket.isListening {
        try server.listen(on: ListeningSocket(passed: descriptor), door: socket.door)
      } else {
        server.adopt(descriptor, door: socket.door)
      }
    }
    if let socket = notifications.take() { try server.listen(on: socket, door: .notifications) }
    if let socket = control.take() { try server.listen(on: socket, door: .control) }
  }
}

/// The lock together with the directory it lies in.
private final class SocketLock {
  let directory: SocketDirectory
  private let lock: InstanceLock

  init(in runtime: String, after predecessor: Predecessor) throws(SocketFault) {
    directory = try SocketDirectory("bellhop-control", in: runtime)
    lock = try Self.lock(directory, after: predecessor)
  }

  private static func lock(_ directory: SocketDirectory, after predecessor: Predecessor) throws(SocketFault)
    -> InstanceLock
  {
    while true {
      do throws(SocketFault) {
        return try InstanceLock(in: directory)
      } catch {
        guard case .otherInstance = error, predecessor.mayHaveEnded() else { throw error }
      }
    }
  }

  func listen(_ name: String, in directory: SocketDirectory) throws(SocketFault) -> ListeningSocket {
    try ListeningSocket(named: name, in: directory, lock: lock)
  }
}

extension Daemon {
  /// What each door offers.
  static var services: [Door: Service] {
    func service(_ interfaces: [InterfaceDescription]) -> Service {
      Service(
        vendor: "Bellhop", product: "bellhopd", version: Version.current, url: "", interfaces: interfaces)
    }
    return [
      .notifications: service([notificationsInterface]),
      .control: service([notificationsInterface, controlInterface]),
    ]
  }
}
