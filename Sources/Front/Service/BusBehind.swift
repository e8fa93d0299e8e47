import BusSocket
import BusWire
import EventLoop
import Retry

/// A connection to bellhop-bus, if it is there: which server is behind it, and what becomes of the name without us. Tries
/// again for as long as it lives; bellhop-bus, the server and the daemon may start in any order.
final class BusBehind {
  /// What is known of the server there.
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

  /// What becomes of the name while nobody has it; told again at each connection.
  var whenDown: WhenDown { didSet { if whenDown != oldValue { tellWhenDown() } } }

  /// Who has the server's name on the session bus. Where bellhop-bus has not heard of that yet, it is asked again.
  var expected: String? { didSet { if expected != oldValue { look() } } }

  /// `found`: also, each time, that there is none.
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

  /// Has the server there get the name, where nobody has it. `then`: it has been asked for, or there is none.
  func handOver(then: @escaping () -> Void) { call("HandOver") { _ in then() } }

  /// Has the server there take the name from whoever lets it be taken. `then`: whether it has been asked for; not where
  /// there is no server, or bellhop-bus is an older one, which cannot.
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
    // Not from within a call of its own.
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

  /// Whatever runs there may not answer; it is asked again, with more patience.
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
