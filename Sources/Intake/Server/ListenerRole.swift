internal import EventLoop
internal import Glibc

/// The purpose of a listening socket. A peer's rights depend on the socket it connects to, never on what it claims.
package struct ListenerRole: Hashable, Sendable {
  package let name: String
  package init(name: String) { self.name = name }

  /// The apps' listener, with `io.bellhop.Notifications`.
  package static let notifications = ListenerRole(name: "notifications")
  /// The person's listener, with `io.bellhop.Control`.
  package static let control = ListenerRole(name: "control")
}

/// The sockets that a service manager passed: descriptors from 3 on, described by `LISTEN_PID`, `LISTEN_FDS` and
/// `LISTEN_FDNAMES`.
package struct ActivatedSockets: Sendable {
  /// A passed descriptor and its role.
  package struct Socket: Hashable, Sendable {
    package let descriptor: Int32
    package let role: ListenerRole
    /// True for a listening socket, false for a connection.
    package let isListening: Bool
  }

  /// More than any unit passes; a larger number is a mistake.
  static let mostDescriptors: Int32 = 64

  package private(set) var sockets: [Socket] = []
  /// A sentence for each descriptor that cannot be used.
  package private(set) var faults: [String] = []

  /// Empty if the variables are absent or meant for another process. Every usable descriptor becomes non-blocking and
  /// closed on exec.
  package init(environment: [String: String]) {
    self.init(environment: environment, pid: getpid(), firstDescriptor: PassedSocket.first)
  }

  init(environment: [String: String], pid: Int32, firstDescriptor: Int32) {
    guard environment["LISTEN_PID"].flatMap(Int32.init) == pid,
      let text = environment["LISTEN_FDS"]
    else { return }
    guard let count = Int32(text), (0...Self.mostDescriptors).contains(count) else {
      faults.append("LISTEN_FDS is not a number of sockets")
      return
    }
    let names = environment["LISTEN_FDNAMES"].map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    for index in 0..<count {
      let descriptor = firstDescriptor + index
      let name = names.flatMap { Int(index) < $0.count ? $0[Int(index)] : nil }
      guard let role = Self.role(named: name, among: count) else {
        faults.append("the passed socket \(descriptor) is named neither notifications nor control")
        continue
      }
      do {
        let isListening = try PassedSocket.prepare(descriptor)
        sockets.append(Socket(descriptor: descriptor, role: role, isListening: isListening))
      } catch {
        faults.append("the passed socket \(descriptor) cannot be used: \(error)")
      }
    }
  }

  /// A single socket with any other name is for apps, as with other Varlink services.
  private static func role(named name: String?, among count: Int32) -> ListenerRole? {
    switch name {
    case ListenerRole.control.name?: .control
    case ListenerRole.notifications.name?: .notifications
    default: count == 1 ? .notifications : nil
    }
  }
}
