package import BusSocket
package import BusWire
package import EventLoop
import Glibc

/// A bus whose messages a test writes, on the test's own loop.
package final class ScriptedBus {
  package let loop: EventLoop
  private let directory = TemporaryDirectory()
  private let socket: FileDescriptor
  private var path: String { "\(directory.path)/bus" }
  package var addresses: [BusAddress] { [.path(path)] }

  package init() throws {
    loop = try EventLoop()
    guard let listener = listeningSocket("\(directory.path)/bus") else {
      throw SystemError(call: "bind", code: errno)
    }
    socket = FileDescriptor(owning: listener)
  }

  /// The server's end of the oldest connection that is not accepted yet.
  package func accept() -> Endpoint {
    Endpoint(FileDescriptor(owning: Glibc.accept(socket.raw, nil, nil)), loop)
  }

  /// Whether the condition holds within the timeout.
  package func run(until holds: @escaping () -> Bool) -> Bool { loop.run(until: holds) }
}

extension Endpoint {
  private static let welcome = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)

  package func say(_ messages: WrittenMessage...) {
    for message in messages { outbox.append(message.bytes) }
    flush()
  }

  /// Accepts the client's greeting, and sends its name.
  package func welcomes(as name: String = ":1.7") {
    outbox.append(Self.welcome)
    say(.reply(to: 1, for: name).from("org.freedesktop.DBus").with("s") { $0.add(name) })
  }
}

extension EventLoop {
  /// Runs until the condition holds at the end of an iteration. Returns whether it did within the timeout.
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
