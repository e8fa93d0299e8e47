import Glibc
import Locks
import TestSupport
import Testing

typealias BusRig = RenamingBus

extension RenamingBus {
  /// A program behind it, or on the session bus itself, or one that was started in another way.
  func client(_ place: BusClient.Place = .behind) async throws -> BusClient {
    var command = ["/usr/bin/python3", try Self.script()]
    if case .executed(let words) = place { command = exec + words + command }
    if isNobodys { command = HeadlessSway.asNobody(command) }
    let client = try BusClient(command, address: place == .behind ? address : bus.address)
    _ = try await client.ask("me")
    return client
  }

  /// A directory that every user can read, also `nobody`.
  private static let scripts = TemporaryDirectory()

  private static func script() throws -> String {
    let path = try scripts.file("bus-client.py")
    writeFile(path, String(decoding: PackageResources.bus_client_py, as: UTF8.self))
    return path
  }
}

/// A program that obeys commands (`bus-client.py`).
final class BusClient: Sendable {
  enum Place: Equatable {
    case behind
    case onSessionBus
    /// By `bellhop-bus exec`, with these words before its command.
    case executed([String])
  }

  let process: ChildProcess
  private let asked = Mutex(0)

  init(_ command: [String], address: String) throws {
    process = try ChildProcess(command, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
  }

  /// Its answer in JSON; a text without its quotation marks.
  @discardableResult
  func ask(_ line: String) async throws -> String {
    let number = asked.withLock { asked in
      asked += 1
      return asked
    }
    process.send(line)
    let answer = try await eventually("an answer to \(line)") { () -> String? in
      let output = process.output()
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > number else {
        guard process.isRunning else { throw RigFault(reason: "\(line): \(output)") }
        return nil
      }
      return String(lines[number - 1])
    }
    return answer.hasPrefix("\"") ? String(answer.dropFirst().dropLast()) : answer
  }

  /// Waits for the answer to become one that this holds for.
  func waits(_ line: String, until holds: (String) -> Bool) async throws {
    try await eventually(line, within: testTimeout, holds: { holds(try await ask(line)) })
  }
}

struct RigFault: Error {
  let reason: String
}

/// A connection without a library.
final class RawConnection {
  let socket: Int32

  init(_ path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw RigFault(reason: "cannot connect to \(path)") }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  /// The next bytes; empty at the end, nil after the timeout.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count >= 0 || errno == ECONNRESET ? Array(buffer.prefix(max(0, count))) : nil
  }
}
