import BusWire
import CLinux
import EventLoop
import Glibc
import Journal

/// The program's life as a bus: its socket, the loop, and the end.
enum Serving {
  /// Two for each connection, and some for descriptors in messages.
  private static let descriptors: rlim_t = 4_096
  /// The most that is kept of memory that is free.
  private static let keptBytes: Int32 = 65_536

  /// Serves until a signal ends the program.
  static func run(_ places: BusPlaces) throws(StartFault) {
    let signals = prepare()
    let own = places.runtime.map { OwnSockets(in: $0, lockedIn: BusPlace.directory) }
    if let passed = try passedSocket() {
      return try run(ListeningSocket(passed: passed), isPassed: true, own, places, signals)
    }
    guard let own else {
      throw StartFault("XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR")
    }
    let socket: ListeningSocket
    do throws(SocketFault) {
      socket = try own.open(BusPlace.file, in: BusPlace.directory)
    } catch {
      throw StartFault("\(error)")
    }
    try run(socket, isPassed: false, own, places, signals)
  }

  private static func run(
    _ socket: consuming ListeningSocket, isPassed: Bool, _ own: OwnSockets?, _ places: BusPlaces,
    _ signals: HeldSignals
  ) throws(StartFault) {
    let upstream = try places.addresses(besides: socket)
    let file = socket.file
    do throws(SystemError) {
      let loop = try EventLoop()
      try loop.onSignals(signals) { [unowned loop] _ in loop.stop() }
      // The manager keeps a passed socket open, and starts us again for the next connection.
      let bus = try Bus(socket, upstream, loop, end: isPassed ? { [unowned loop] in loop.stop() } : nil)
      let monitor = file.flatMap { Self.monitor($0, own, bus, loop) }
      ServiceManagerSocket.tell("READY=1")
      withExtendedLifetime(monitor) { loop.run() }
      bus.close()
    } catch {
      throw StartFault("\(error)")
    }
  }

  /// A service manager that is to open the socket again would have to be stopped, and the server with us.
  private static func monitor(_ file: PlacedFile, _ own: OwnSockets?, _ bus: Bus, _ loop: EventLoop)
    -> SocketMonitor?
  {
    do throws(SystemError) {
      return try OwnSockets.monitor(
        file, at: (BusPlace.directory, BusPlace.file), of: own, loop,
        listen: { socket throws(SystemError) in try bus.listen(on: socket) },
        changed: { log($0.isMended ? .info : .warning, "\($0)") })
    } catch {
      log(.warning, "the removal of \(file.path) will not be noticed: \(error)")
      return nil
    }
  }

  /// Files are private, and no core or crash report prints memory, because messages are private. A command that is
  /// executed does not inherit these settings. The returned signals wait for the loop.
  private static func prepare() -> HeldSignals {
    let held = HeldSignals([SIGTERM, SIGINT])
    umask(0o077)
    signal(SIGHUP, SIG_IGN)
    // Gives a burst's memory back: the C library alone would keep as much as the largest block that it ever freed.
    clinux_keep_free_memory(keptBytes)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    clinux_forbid_core_dumps()
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return held }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, Self.descriptors))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return held
  }
}

/// Where this bus listens, and where the session bus does.
struct BusPlaces {
  /// The directory in place of `$XDG_RUNTIME_DIR`; absolute.
  let runtime: String?
  /// The session bus, by its variable.
  let upstream: [BusAddress]
  /// Where it is without the variable, and where that names nothing that can be used.
  let usual: [BusAddress]

  init(runtimeDirectory: String?) throws(StartFault) {
    let session = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    runtime = try runtimeDirectory.map(absolutePath) ?? session
    usual = session.map { [.path("\($0)/bus")] } ?? []
    upstream =
      variable("DBUS_SESSION_BUS_ADDRESS").map { BusAddress.list($0, runtimeDirectory: session) } ?? []
  }

  /// The socket's path if the service manager passes no socket.
  var path: String? { runtime.map(BusPlace.path) }

  /// Whether the variable is from an earlier `exec`: it leads to our own socket, or nowhere any more.
  var isInherited: Bool {
    guard let path, !upstream.isEmpty else { return false }
    let directory = BusAddress.path(String(path.dropLast(BusPlace.file.utf8.count + 1)))
    let own = [directory, directory.resolved].compactMap { address in address.file.map { "\($0)/" } }
    return upstream.allSatisfy { address in
      guard let file = address.resolved.file else { return false }
      return own.contains(where: file.hasPrefix)
    }
  }

  /// The session bus, without our own socket, which would lead back to us for ever.
  func addresses(besides own: borrowing ListeningSocket) throws(StartFault) -> [BusAddress] {
    let ownFile = (own.file?.path).flatMap(SocketFile.init)
    func others(_ addresses: [BusAddress]) -> [BusAddress] {
      addresses.filter { address in
        guard let ownFile, let file = address.file.flatMap(SocketFile.init) else { return true }
        return file != ownFile
      }.map(\.resolved)
    }
    let named = others(upstream)
    let addresses = named.isEmpty ? others(usual) : named
    guard !addresses.isEmpty else {
      throw StartFault(
        "there is no session bus to connect to; DBUS_SESSION_BUS_ADDRESS is to name one that is not this")
    }
    return addresses
  }
}

extension BusAddress {
  /// Without symbolic links: that of a server's own address may come to lead elsewhere.
  fileprivate var resolved: BusAddress {
    guard let file, let path = realpath(file, nil) else { return self }
    defer { free(path) }
    return BusAddress(.path(String(cString: path)), guid: guid)
  }
}

private struct SocketFile: Equatable {
  let device: UInt
  let inode: UInt

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

/// A variable of the environment; `nil` if it is empty.
private func variable(_ name: String) -> String? {
  guard let value = getenv(name), value[0] != 0 else { return nil }
  return String(cString: value)
}

/// The socket that a service manager has opened (sd_listen_fds(3)); `nil` when it has not.
private func passedSocket() throws(StartFault) -> FileDescriptor? {
  guard variable("LISTEN_PID").flatMap(Int32.init) == getpid(), let count = variable("LISTEN_FDS"),
    count != "0"
  else { return nil }
  guard count == "1" else { throw StartFault("one socket is expected, and LISTEN_FDS is \(count)") }
  let socket = FileDescriptor(owning: PassedSocket.first)
  do throws(SystemError) {
    guard try PassedSocket.prepare(socket.raw) else { throw SystemError(call: "accept4", code: EINVAL) }
  } catch {
    throw StartFault("the passed socket cannot be used: \(error)")
  }
  return socket
}
