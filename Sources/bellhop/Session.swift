import BellhopClient
import Varlink

/// What a subcommand works with: the daemon's sockets, the terminal and the clock.
struct Session: Sendable {
  enum Socket { case notifications, control }
  enum Interface: String {
    case notifications = "io.bellhop.Notifications"
    case control = "io.bellhop.Control"
  }

  let runtimeDirectory: String?
  let terminal: Terminal
  let clock = LocalClock()

  /// One call on a connection of its own.
  func call(
    _ socket: Socket, _ interface: Interface, _ method: String, _ parameters: JSON = .object([])
  ) throws(Failure) -> JSON {
    do throws(ClientError) {
      return try VarlinkConnection(to: path(of: socket)).call("\(interface.rawValue).\(method)", parameters)
    } catch {
      throw Failure(error)
    }
  }

  /// Hands every reply to `each`, until it says `false` or the daemon has said its last.
  func follow(
    _ socket: Socket, _ interface: Interface, _ method: String, _ parameters: JSON,
    each: (JSON) throws(Failure) -> Bool
  ) throws(Failure) {
    do {
      try VarlinkConnection(to: path(of: socket))
        .callMore("\(interface.rawValue).\(method)", parameters) { try each($0) }
    } catch let failure as Failure {
      throw failure
    } catch let error as ClientError {
      throw Failure(error)
    } catch {
      throw .failed("\(error)")
    }
  }

  /// A call that changes something and says little: its reply is printed only as JSON.
  func change(_ method: String, _ parameters: JSON, _ arguments: Arguments) throws(Failure) {
    let reply = try call(.control, .control, method, parameters)
    if arguments.has(.json) { print(reply) }
  }

  func print(_ reply: JSON) { terminal.write(reply.text + "\n") }

  private func path(of socket: Socket) -> String {
    let paths = SocketPaths(runtimeDirectory: runtimeDirectory)
    return switch socket {
    case .notifications: paths.notifications
    case .control: paths.control
    }
  }
}
