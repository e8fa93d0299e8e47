import EventLoop
import Intake
import Journal
import NotificationModel
import NotificationProtocol
import Varlink

/// The two sockets: as the service manager passed them, or else our own. Where their files go, others are opened there.
final class ListeningSockets {
  private let activated: ActivatedSockets
  private let own: OwnSockets?
  private var notifications: ListeningSocket?
  private var control: ListeningSocket?
  private var monitors: [SocketMonitor] = []

  init(_ places: DaemonPlaces, _ environment: [String: String], after predecessor: PreviousInstance)
    throws(StartFault)
  {
    activated = ActivatedSockets(environment: environment)
    own = places.runtime.map { OwnSockets(in: $0, lockedIn: RuntimeFile.control.directory) }
    for fault in activated.faults { log(.error, fault) }
    let passed = Set(activated.sockets.filter(\.isListening).map(\.role))
    guard !passed.isSuperset(of: [.notifications, .control]) else { return }
    guard let own else {
      throw StartFault("XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR")
    }
    do throws(SocketFault) {
      if !passed.contains(.notifications) { notifications = try own.open(.notifications, after: predecessor) }
      if !passed.contains(.control) { control = try own.open(.control, after: predecessor) }
    } catch {
      throw StartFault("\(error)")
    }
  }

  /// Lets calls in. `reopened`: a directory is there anew, with nothing in it but a socket.
  func open(_ server: Server, _ loop: EventLoop, reopened: @escaping () -> Void) throws(SystemError) {
    func listen(_ socket: consuming ListeningSocket, _ role: ListenerRole) throws(SystemError) {
      let file = socket.file
      try server.listen(on: socket, role: role)
      if let file { monitor(file, role, server, loop, reopened) }
    }
    for socket in activated.sockets {
      let descriptor = FileDescriptor(owning: socket.descriptor)
      if socket.isListening {
        try listen(ListeningSocket(passed: descriptor), socket.role)
      } else {
        server.adopt(descriptor, role: socket.role)
      }
    }
    if let socket = notifications.take() { try listen(socket, .notifications) }
    if let socket = control.take() { try listen(socket, .control) }
  }

  /// Stops watching the sockets' files: one that is removed from now on is not opened again.
  func close() { monitors = [] }

  /// Opens a socket again when its file is removed. At the daemon's next start that socket is its own, until the
  /// socket's unit is started anew.
  private func monitor(
    _ file: PlacedFile, _ role: ListenerRole, _ server: Server, _ loop: EventLoop,
    _ reopened: @escaping () -> Void
  ) {
    do throws(SystemError) {
      monitors.append(
        try OwnSockets.monitor(
          file, at: (role.file.directory, role.file.name), of: own, loop,
          listen: { socket throws(SystemError) in
            try server.listen(on: socket, role: role)
            reopened()
          }, changed: { log($0.isMended ? .info : .warning, "\($0)") }))
    } catch {
      log(.warning, "the removal of \(file.path) will not be noticed: \(error)")
    }
  }
}

extension ListenerRole {
  fileprivate var file: RuntimeFile { self == .control ? .control : .notifications }
}

extension OwnSockets {
  fileprivate func open(_ role: ListenerRole, after predecessor: PreviousInstance) throws(SocketFault)
    -> ListeningSocket
  {
    while true {
      do throws(SocketFault) {
        return try open(role.file.name, in: role.file.directory)
      } catch {
        guard case .otherInstance = error, predecessor.mayHaveEnded() else { throw error }
      }
    }
  }
}

extension Daemon {
  /// The interfaces of each listener.
  static var services: [ListenerRole: Service] {
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
