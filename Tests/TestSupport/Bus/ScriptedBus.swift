package import BusSocket
package import BusWire
package import EventLoop
import Glibc

/// A bus that says what a test has it say, on the test's own loop.
package final class ScriptedBus {
  package let loop: EventLoop
  private let directory = TemporaryDirectory()
  private let socket: FileDescriptor
  private var path: String { "\(directory.path)/bus" }
  package var addresses: [BusAddress] { [.path(path)] }

  package init() throws {
    loop = try EventLoop()
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socket = FileDescriptor(owning: Glibc.socket(AF_UNIX, type, 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard isBound == 0, listen(socket.raw, 8) == 0 else { throw SystemError(call: "bind", code: errno) }
  }

  /// The other end of the oldest connection that was not taken yet.
  package func accept() -> Endpoint {
    Endpoint(FileDescriptor(owning: Glibc.accept(socket.raw, nil, nil)), loop)
  }

  /// Whether this holds before anybody could have lost patience.
  package func run(until holds: @escaping () -> Bool) -> Bool { loop.run(until: holds) }
}

extension Endpoint {
  private static let welcome = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)

  package func say(_ messages: WrittenMessage...) {
    for message in messages { outbox.append(message.bytes) }
    flush()
  }

  /// Lets the client in, and tells it its name.
  package func welcomes(as name: String = ":1.7") {
    outbox.append(Self.welcome)
    say(.reply(to: 1, for: name).from("org.freedesktop.DBus").with("s") { $0.add(name) })
  }
}

extension EventLoop {
  /// Runs until this holds at the end of an iteration; whether it did before anybody could have lost patience.
  package func run(until holds: @escaping () -> Bool) -> Bool {
    let deadline = EventLoop.now().uptime + 10_000
    var isMet = false
    onIterationEnd = { [unowned self] in
      isMet = holds()
      if isMet || EventLoop.now().uptime >= deadline { stop() }
    }
    let timer = setTimer(at: deadline) {}
    nextIteration {}
    run()
    cancel(timer)
    onIterationEnd = nil
    return isMet
  }
}
