import BusSocket
import BusWire
import EventLoop
import Glibc
import Journal

/// Becomes another program, on this bus.
enum Exec {
  /// A service manager may have to start the bus first.
  private static let patienceMilliseconds: Int64 = 10_000
  /// Attempts without a service manager: the bus may be starting beside us, or ending to be started anew, and listens
  /// in a moment.
  private static let attempts = 40
  private static let pauseMicroseconds: UInt32 = 50_000

  static func run(_ command: Int, _ places: BusPlaces) throws(StartFault) -> Never {
    guard let path = places.path else {
      throw StartFault(
        "XDG_RUNTIME_DIR is not set to an absolute path; give --runtime-directory DIR", status: 126)
    }
    let address = BusAddress.path(path)
    do throws(SystemError) {
      let own = try announceWhenThere(to: address)
      setenv("DBUS_SESSION_BUS_ADDRESS", (own ?? address).text, 1)
      // A program may prefer the address of the bus that started us, and would then pass this bus by.
      unsetenv("DBUS_STARTER_ADDRESS")
      unsetenv("DBUS_STARTER_BUS_TYPE")
    } catch {
      log(.warning, "nobody listens at \(path) (\(error)); the command runs on the ordinary bus")
      if places.isInherited { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
    }
    let arguments = CommandLine.unsafeArgv + command
    guard let name = arguments[0] else { throw StartFault("there is no command", status: 126) }
    execvp(name, arguments)
    let code = errno
    throw StartFault(
      "\(String(cString: name)): \(String(cString: strerror(code)))", status: code == ENOENT ? 127 : 126)
  }

  /// Errors of a bus that does not listen yet, or ends before it answers.
  private static let passing: Set<Int32> = [ENOENT, ECONNREFUSED, ECONNRESET, EPIPE]

  private static func announceWhenThere(to address: BusAddress) throws(SystemError) -> BusAddress? {
    for _ in 1..<attempts {
      do throws(SystemError) { return try announce(to: address) } catch {
        guard passing.contains(error.code) else { throw error }
      }
      usleep(pauseMicroseconds)
    }
    return try announce(to: address)
  }

  /// Registers this process as the server, across execve(2), and waits for the answer: an address of its own. `nil`
  /// where it is to use the bus's, also from a running bus of an earlier release.
  private static func announce(to address: BusAddress) throws(SystemError) -> BusAddress? {
    let loop = try EventLoop()
    var answer: Result<[BusValue], BusError>?
    let bus = try BusClient(to: [address], loop, ended: { loop.stop() })
    bus.call(.own("Serve"), timeoutMilliseconds: patienceMilliseconds) {
      answer = $0
      loop.stop()
    }
    loop.run()
    bus.stop()
    switch answer {
    case .success(let values):
      if case .string(let path)? = values.first, !path.isEmpty { return .path(path) }
      return nil
    case .failure(.refused): throw SystemError(call: "Serve", code: ECONNREFUSED)
    case .failure(.timedOut): throw SystemError(call: "Serve", code: ETIMEDOUT)
    case .failure(.disconnected), nil: throw SystemError(call: "Serve", code: ECONNRESET)
    }
  }
}
