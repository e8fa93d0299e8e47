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
    if let passed = try ServiceManager.socket() {
      return try run(ListeningSocket(passed: passed), places)
    }
    guard let runtime = places.runtime else {
      throw StartFault("XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR")
    }
    let own = try open(in: runtime)
    try run(own.socket, places)
    _ = consume own.lock
  }

  private static func open(in runtime: String) throws(StartFault) -> OwnSocket {
    do throws(SocketFault) { return try OwnSocket(in: runtime) } catch { throw StartFault("\(error)") }
  }

  /// A socket that we open ourselves, and what keeps another of us from taking its place.
  private struct OwnSocket: ~Copyable {
    let lock: InstanceLock
    let socket: ListeningSocket

    init(in runtime: String) throws(SocketFault) {
      let directory = try SocketDirectory(Places.directory, in: runtime)
      let lock = try InstanceLock(in: directory)
      socket = try ListeningSocket(named: Places.socket, in: directory, lock: lock)
      self.lock = lock
    }
  }

  private static func run(_ socket: consuming ListeningSocket, _ places: Places) throws(StartFault) {
    let upstream = try Upstream(places, besides: socket)
    do throws(SystemError) {
      let loop = try EventLoop()
      try loop.onSignals([SIGTERM, SIGINT]) { _ in loop.stop() }
      let bus = try Bus(socket, upstream, loop)
      ServiceManagerSocket.tell("READY=1")
      loop.run()
      bus.close()
    } catch {
      throw StartFault("\(error)")
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
