import BusWire
import Delivery
import Glibc
import NotificationModel
import SessionBus

/// Asks who owns the notification server's name, whether that answers, and what it can.
///
/// Invariant: every probe ends in one finding, however long the server keeps silent.
final class ServerProbe: BusFollower {
  private static let answerMilliseconds: Int32 = 2_000

  private let reporting: (DesktopFact) -> Void
  private var address = ServerAddress(.usual)
  private var connection: GLibConnection?
  /// At bellhop-bus, and how long it is waited for.
  private var attempt: GLibAttempt?
  private var patience: Delay?

  init(reporting: @escaping (DesktopFact) -> Void) { self.reporting = reporting }

  func arrived(on connection: GLibConnection) { self.connection = connection }
  func left() { connection = nil }
  func take(_ route: ServerRoute) { address = ServerAddress(route) }

  func begin() {
    guard let connection else { return reporting(.noServerBus) }
    connection.call(.bus("GetNameOwner"), [.string(address.name)]) { [self] answer in
      guard case .success(let values) = answer, case .string(let owner)? = values.first else {
        return lookForService(connection)
      }
      OtherOwner.isOurselves(owner, on: connection) { [self] isOurs in
        if isOurs { lookForService(connection) } else { identify(owner, connection) }
      }
    }
  }

  private func lookForService(_ connection: GLibConnection) {
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

  private func identify(_ owner: String, _ connection: GLibConnection) {
    if let bus = address.bus { return askBus(bus, owner, connection) }
    connection.call(.bus("GetConnectionUnixProcessID"), [.string(owner)]) { [self] answer in
      ask(owner, server(inProcessOf: answer), connection)
    }
  }

  /// The session bus takes the server for bellhop-bus, which knows better.
  private func askBus(_ bus: GLibAddress, _ owner: String, _ connection: GLibConnection) {
    let attempt = GLibAttempt()
    self.attempt = attempt
    patience = Delay(milliseconds: UInt32(Self.answerMilliseconds)) { [weak self] in self?.attempt = nil }
    GLibConnection.open(bus, attempt: attempt) { [self] result in
      patience = nil
      self.attempt = nil
      guard case .success(let bus) = result else { return ask(owner, server(nil), connection) }
      let question = BusMethod(
        "GetServer", of: "io.bellhop.Bus1", at: "/io/bellhop/Bus", on: "io.bellhop.Bus")
      bus.call(question, timeoutMilliseconds: Self.answerMilliseconds) { [self] answer in
        let isSame = (try? answer.get())?.last == .string(owner)
        ask(owner, isSame ? server(inProcessOf: answer) : server(nil), connection)
      }
    }
  }

  private func ask(_ owner: String, _ server: DesktopFact.Server, _ connection: GLibConnection) {
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
        reporting(.serverIsSilent(server, seconds: Int64(Self.answerMilliseconds / 1_000)))
      }
    }
  }

  private func askCapabilities(
    _ owner: String, _ server: DesktopFact.Server, _ milliseconds: Int64, _ connection: GLibConnection
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

  private func server(inProcessOf answer: Result<[BusValue], BusError>) -> DesktopFact.Server {
    guard case .success(let values) = answer, case .uint32(let number)? = values.first else {
      return server(nil)
    }
    return server(number)
  }

  private func server(_ process: UInt32?) -> DesktopFact.Server {
    DesktopFact.Server(
      process: process, program: process.flatMap(Self.program), ownsName: address.isStartable)
  }

  /// The path of the program that the process runs, if it can be read.
  private static func program(ofProcess number: UInt32) -> String? {
    var path = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/\(number)/exe", &path, path.count)
    guard count > 0 else { return nil }
    return String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var milliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
