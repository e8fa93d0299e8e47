import BusSocket
import BusWire
import Delivery
import EventLoop
import Glibc
import NotificationModel

/// Asks who owns the notification server's name, whether the owner answers, and for its capabilities.
///
/// Invariant: every probe ends in one finding, however long the server keeps silent.
final class ServerProbe {
  private static let answerMilliseconds: Int64 = 2_000

  private let reporting: (DesktopFact) -> Void
  private let current: ServerOwner
  private let loop: EventLoop

  init(_ current: ServerOwner, _ loop: EventLoop, reporting: @escaping (DesktopFact) -> Void) {
    self.current = current
    self.loop = loop
    self.reporting = reporting
  }

  private var address: ServerAddress { current.address }

  func begin() {
    guard let connection = current.connection else { return reporting(.noServerBus) }
    connection.call(.bus("GetNameOwner"), [.string(address.name)]) { [self] answer in
      if answer == .failure(.disconnected) { return reporting(.noServerBus) }
      guard case .success(let values) = answer, case .string(let owner)? = values.first else {
        return lookForService(connection)
      }
      ServerOwner.isOurselves(owner, on: connection) { [self] isOurs in
        if isOurs { lookForService(connection) } else { identify(owner, connection) }
      }
    }
  }

  private func lookForService(_ connection: BusClient) {
    guard address.isStartable else { return reporting(.noServerBehind(name: address.name)) }
    connection.call(.bus("ListActivatableNames")) { [self, address] answer in
      if case .success(let values) = answer, case .strings(let names)? = values.first,
        names.contains(address.name)
      {
        reporting(.serverCanBeStarted)
      } else {
        reporting(address.bus != nil ? .noServerBehind(name: address.name) : .noServer)
      }
    }
  }

  private func identify(_ owner: String, _ connection: BusClient) {
    if let bus = address.bus { return askBus(bus, owner, connection) }
    connection.process(of: owner) { [self] in ask(owner, server($0 == 0 ? nil : $0), connection) }
  }

  /// Asks bellhop-bus for the server's process: to the session bus the server's connection belongs to bellhop-bus.
  private func askBus(_ bus: BusAddress, _ owner: String, _ connection: BusClient) {
    BusClient.open([bus], loop, timeoutMilliseconds: Self.answerMilliseconds) { [self] result in
      guard case .success(let bus) = result else { return ask(owner, server(nil), connection) }
      bus.call(.own("GetServer"), timeoutMilliseconds: Self.answerMilliseconds) { [self] answer in
        withExtendedLifetime(bus) {}
        guard case .success(let values) = answer, case .uint32(let process)? = values.first,
          values.last == .string(owner)
        else { return ask(owner, server(nil), connection) }
        ask(owner, server(Int32(exactly: process)), connection)
      }
    }
  }

  private func ask(_ owner: String, _ server: DesktopFact.Server, _ connection: BusClient) {
    let began = Self.milliseconds
    connection.call(question("GetServerInformation", owner), timeoutMilliseconds: Self.answerMilliseconds) {
      [self] answer in
      switch answer {
      case .success(let values):
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == 4 else { return reporting(.ownerIsNoServer(server)) }
        var named = server
        named.name = "\(texts[0]) \(texts[2])"
        askCapabilities(owner, named, max(1, Self.milliseconds - began), connection)
      case .failure(.refused(let error)) where error != "org.freedesktop.DBus.Error.NoReply":
        reporting(.ownerIsNoServer(server))
      case .failure:
        reporting(.serverIsSilent(server, seconds: Self.answerMilliseconds / 1_000))
      }
    }
  }

  private func askCapabilities(
    _ owner: String, _ server: DesktopFact.Server, _ milliseconds: Int64, _ connection: BusClient
  ) {
    connection.call(question("GetCapabilities", owner), timeoutMilliseconds: Self.answerMilliseconds) {
      [self] answer in
      let names: [String]? =
        if case .success(let values) = answer, case .strings(let names)? = values.first { names } else { nil }
      reporting(.serverAnswers(server, milliseconds: milliseconds, capabilities: names))
    }
  }

  private func question(_ member: String, _ owner: String) -> BusMethod {
    BusMethod(member, of: address.interface, at: ServerAddress.path, on: owner)
  }

  private func server(_ process: Int32?) -> DesktopFact.Server {
    DesktopFact.Server(
      process: process.map(UInt32.init(bitPattern:)), program: process.flatMap(Self.program),
      ownsName: address.isStartable)
  }

  /// The path of the process's program; `nil` if it cannot be read.
  private static func program(ofProcess number: Int32) -> String? {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/\(number)/exe", &path, path.count)
    guard count > 0 else { return nil }
    return String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var milliseconds: Int64 { EventLoop.nanoseconds() / 1_000_000 }
}
