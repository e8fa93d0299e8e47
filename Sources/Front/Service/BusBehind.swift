import BusSocket
import BusWire
import EventLoop
import Retry

/// The connection to bellhop-bus: finds the server behind it, and tells it how to treat the name while we are down.
/// Reconnects for as long as the object lives, because bellhop-bus, the server and the daemon may start in any order.
final class BusBehind {
  /// The unique name and process of the server behind bellhop-bus.
  struct Server: Hashable {
    let name: String
    let process: Int32
  }

  private let address: BusAddress
  private let loop: EventLoop
  private let found: (Server?) -> Void
  private var bus: BusClient?
  private var again: Delay?
  private var connecting = Backoff()
  private var asking = Backoff(first: 500)
  private var isStopped = false

  /// How bellhop-bus is to treat the name while it has no owner; sent again after each connect.
  var whenDown: WhenDown { didSet { if whenDown != oldValue { tellWhenDown() } } }

  /// The owner of the server's name on the session bus. While bellhop-bus answers otherwise, it is asked again.
  var expected: String? { didSet { if expected != oldValue { look() } } }

  /// `found`: called after each answer; with `nil` where there is no server or no answer.
  init(_ address: BusAddress, _ loop: EventLoop, whenDown: WhenDown, found: @escaping (Server?) -> Void) {
    self.address = address
    self.loop = loop
    self.whenDown = whenDown
    self.found = found
    loop.nextIteration { [weak self] in if self?.again == nil { self?.look() } }
  }

  deinit { stop() }

  func stop() {
    isStopped = true
    again = nil
    bus?.stop()
  }

  /// Makes the server behind bellhop-bus request the name if the name has no owner. `then`: the server has requested
  /// it, or there is no server.
  func handOver(then: @escaping () -> Void) { call("HandOver") { _ in then() } }

  /// Makes the server behind bellhop-bus replace an owner that allows replacement. `then`: whether the name was
  /// requested; false where there is no server, or bellhop-bus is too old to know the call.
  func requestName(then: @escaping (_ isAsked: Bool) -> Void) { call("TakeOver", then) }

  private func call(_ member: String, _ then: @escaping (Bool) -> Void) {
    guard let bus, !isStopped else { return then(false) }
    bus.call(.own(member), timeoutMilliseconds: nil) { answer in
      if case .success = answer { then(true) } else { then(false) }
    }
  }

  private func look() {
    guard !isStopped else { return }
    if bus == nil { connect() } else { ask() }
  }

  private func connect() {
    do throws(SystemError) {
      bus = try BusClient(to: [address], loop, ended: { [unowned self] in lost() })
      tellWhenDown()
      ask()
    } catch {
      lost()
    }
  }

  private func lost() {
    // Later, since this may run within a call of the connection itself.
    let old = bus
    bus = nil
    loop.nextIteration { old?.stop() }
    found(nil)
    lookAgain(in: connecting.next())
  }

  private func lookAgain(in milliseconds: Int64) {
    again = isStopped ? nil : Delay(milliseconds, loop) { [unowned self] in look() }
  }

  private func tellWhenDown() { bus?.call(.own("SetWhenDown"), [.string(whenDown.rawValue)]) }

  /// The program at the socket may not answer in time; then it is asked again with a longer time limit.
  private func ask() {
    again = nil
    bus?.call(.own("GetServer"), timeoutMilliseconds: asking.next()) { [unowned self] answer in
      guard !isStopped else { return }
      switch answer {
      case .failure(.disconnected): return
      case .failure(.timedOut):
        found(nil)
        return ask()
      case .success, .failure(.refused): connecting.reset()
      }
      let server = Self.server(answer)
      found(server)
      guard server?.name == expected else { return lookAgain(in: asking.next()) }
      asking.reset()
    }
  }

  private static func server(_ answer: Result<[BusValue], BusError>) -> Server? {
    guard case .success(let values) = answer, values.count == 2, case .uint32(let process) = values[0],
      case .string(let name) = values[1], !name.isEmpty
    else { return nil }
    return Server(name: name, process: Int32(clamping: process))
  }
}
