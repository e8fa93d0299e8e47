import CLinux
import EventLoop
import Glibc
import Journal

/// The program's life as a bus: its socket, the loop, and the end.
enum Serving {
  /// Two for each connection, and some for what is passed meanwhile.
  private static let descriptors: rlim_t = 4_096
  /// The most that is kept of memory that is free.
  private static let keptBytes: Int32 = 65_536

  /// Until a signal ends it.
  static func run(_ places: Places) throws(StartFault) {
    prepare()
    let own = places.runtime.map { OwnSockets(in: $0, lockedIn: Places.directory) }
    if let passed = try ServiceManager.socket() {
      return try run(ListeningSocket(passed: passed), own, places)
    }
    guard let own else {
      throw StartFault("XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR")
    }
    let socket: ListeningSocket
    do throws(SocketFault) {
      socket = try own.open(Places.socket, in: Places.directory)
    } catch {
      throw StartFault("\(error)")
    }
    try run(socket, own, places)
  }

  private static func run(_ socket: consuming ListeningSocket, _ own: OwnSockets?, _ places: Places)
    throws(StartFault)
  {
    let upstream = try Upstream(places, besides: socket)
    let file = socket.file
    do throws(SystemError) {
      let loop = try EventLoop()
      try loop.onSignals([SIGTERM, SIGINT]) { _ in loop.stop() }
      let bus = try Bus(socket, upstream, loop)
      let watch = file.flatMap { Self.watch($0, own, bus, loop) }
      ServiceManagerSocket.tell("READY=1")
      withExtendedLifetime(watch) { loop.run() }
      bus.close()
    } catch {
      throw StartFault("\(error)")
    }
  }

  /// The socket that a service manager has passed is opened again as our own, where it stood in our own place: the manager
  /// does not notice that it is gone, and to have it open another it would have to be stopped, and the server with us.
  private static func watch(_ file: PlacedFile, _ own: OwnSockets?, _ bus: Bus, _ loop: EventLoop)
    -> SocketWatch?
  {
    var open: (() throws(SocketFault) -> Void)?
    if let own, file.path == own.path(of: Places.socket, in: Places.directory) {
      open = { () throws(SocketFault) in
        let socket = try own.open(Places.socket, in: Places.directory)
        do throws(SystemError) { try bus.listen(on: socket) } catch { throw .system(error, path: file.path) }
      }
    }
    do throws(SystemError) {
      return try SocketWatch(file, loop, open: open) { log($0.isMended ? .info : .warning, "\($0)") }
    } catch {
      log(.warning, "that \(file.path) is gone will not be noticed: \(error)")
      return nil
    }
  }

  /// Files for nobody else, no core and no report that prints memory: what passes is private. A command that is
  /// executed gets none of this.
  private static func prepare() {
    umask(0o077)
    signal(SIGHUP, SIG_IGN)
    // What a burst took is given back: by itself the C library would keep as much as the largest it ever freed.
    clinux_keep_free_memory(keptBytes)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    clinux_forbid_core_dumps()
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, Self.descriptors))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
