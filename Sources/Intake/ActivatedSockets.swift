internal import EventLoop
internal import Glibc

/// The sockets that a service manager passed: descriptors from 3 on, described by `LISTEN_PID`, `LISTEN_FDS` and
/// `LISTEN_FDNAMES`.
package struct ActivatedSockets: Sendable {
  /// One of them, and whose it is.
  package struct Socket: Hashable, Sendable {
    package let descriptor: Int32
    package let door: Door
    /// Whether it takes connections; otherwise it is one.
    package let isListening: Bool
  }

  /// The first descriptor that is passed.
  static let firstDescriptor: Int32 = 3
  /// More than any unit passes; a larger number is a mistake.
  static let mostDescriptors: Int32 = 64

  package private(set) var sockets: [Socket] = []
  /// What was passed and cannot be used, each in a sentence.
  package private(set) var faults: [String] = []

  /// None when the variables are absent or meant for another process. Every usable one becomes non-blocking and
  /// closed on exec.
  package init(environment: [String: String]) {
    self.init(environment: environment, pid: getpid(), firstDescriptor: Self.firstDescriptor)
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
      guard let door = Self.door(named: name, among: count) else {
        faults.append("the passed socket \(descriptor) is named neither notifications nor control")
        continue
      }
      do {
        let isListening = try Self.prepare(descriptor)
        sockets.append(Socket(descriptor: descriptor, door: door, isListening: isListening))
      } catch {
        faults.append("the passed socket \(descriptor) cannot be used: \(error)")
      }
    }
  }

  /// A single socket is for apps whatever its name, as with other Varlink services.
  private static func door(named name: String?, among count: Int32) -> Door? {
    switch name {
    case Door.control.name?: .control
    case Door.notifications.name?: .notifications
    default: count == 1 ? .notifications : nil
    }
  }

  /// Whether the descriptor, a Unix stream socket, listens.
  private static func prepare(_ descriptor: Int32) throws(SystemError) -> Bool {
    guard try option(SO_DOMAIN, of: descriptor) == AF_UNIX else {
      throw SystemError(call: "SO_DOMAIN", code: EAFNOSUPPORT)
    }
    guard try option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue) else {
      throw SystemError(call: "SO_TYPE", code: ESOCKTNOSUPPORT)
    }
    let isListening = try option(SO_ACCEPTCONN, of: descriptor) != 0
    let flags = try systemCall("fcntl") { fcntl(descriptor, F_GETFL) }
    try systemCall("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    try systemCall("fcntl") { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return isListening
  }

  private static func option(_ option: Int32, of descriptor: Int32) throws(SystemError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    try systemCall("getsockopt") { getsockopt(descriptor, SOL_SOCKET, option, &value, &size) }
    return value
  }
}
