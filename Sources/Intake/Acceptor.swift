internal import CLinux
internal import EventLoop
internal import Glibc

/// Takes connections off the listening sockets.
final class Acceptor {
  private final class Listener {
    let socket: ListeningSocket
    let door: Door
    var registration: Registration?
    init(socket: consuming ListeningSocket, door: Door) {
      self.socket = socket
      self.door = door
    }
  }

  /// Connections taken at once: each costs a look at its process, and whoever floods with them is nobody's share.
  private static let batch = 4
  /// Without free descriptors the listening sockets stay readable; looking at them again at once would spin.
  private static let pauseMilliseconds: Int64 = 100

  private let loop: EventLoop
  private let log: Log
  private var listeners: [Listener] = []
  /// Given up for a moment when no descriptor is left, so that a peer is turned away rather than left waiting.
  private var spare: FileDescriptor?
  private var pause: Timer?

  /// Where accepted connections go.
  var admit: (consuming FileDescriptor, Door) -> Void = { _, _ in }

  init(loop: EventLoop, log: @escaping Log) {
    self.loop = loop
    self.log = log
    openSpare()
  }

  /// Replaces this door's sockets whose files are gone: no client can reach them.
  func listen(on socket: consuming ListeningSocket, door: Door) throws(SystemError) {
    let raw = socket.raw
    let listener = Listener(socket: socket, door: door)
    listener.registration = try loop.watch(raw, for: .readable) { [unowned self, unowned listener] _ in
      accept(on: listener)
    }
    let useless = listeners.filter { $0.door == door && $0.socket.file?.isInPlace == false }
    end(useless)
    listeners = listeners.filter { listener in !useless.contains { $0 === listener } } + [listener]
  }

  func stop() {
    if let pause { loop.cancel(pause) }
    pause = nil
    end(listeners)
    listeners = []
  }

  private func end(_ listeners: [Listener]) {
    for registration in listeners.compactMap(\.registration) { loop.cancel(registration) }
  }

  private func accept(on listener: Listener) {
    for _ in 0..<Self.batch {
      do {
        let raw = try systemCall("accept4") { clinux_accept(listener.socket.raw) }
        admit(FileDescriptor(owning: raw), listener.door)
      } catch {
        switch error.code {
        case EAGAIN: return
        // The peer was gone before it was accepted.
        case ECONNABORTED: continue
        default: return exhausted(error, listener)
        }
      }
    }
  }

  private func exhausted(_ error: SystemError, _ listener: Listener) {
    log(.warning, "accepting pauses: \(error)")
    if spare != nil {
      spare = nil
      let turnedAway = clinux_accept(listener.socket.raw)
      if turnedAway >= 0 { close(turnedAway) }
      openSpare()
    }
    setWatched(false)
    pause = loop.setTimer(at: EventLoop.now().uptime + Self.pauseMilliseconds) { [unowned self] in
      pause = nil
      if spare == nil { openSpare() }
      setWatched(true)
    }
  }

  private func openSpare() {
    guard let raw = try? systemCall("open", { open("/dev/null", O_RDONLY | O_CLOEXEC) }) else { return }
    spare = FileDescriptor(owning: raw)
  }

  private func setWatched(_ watched: Bool) {
    for listener in listeners {
      guard let registration = listener.registration else { continue }
      // The registration is our own: nothing but a lack of memory can prevent this.
      do { try loop.modify(registration, for: watched ? .readable : []) } catch { log(.error, "\(error)") }
    }
  }
}
