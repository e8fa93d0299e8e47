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
  private var timer: Timer?
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
    loop.nextIteration { [weak self] in if self?.timer == nil { self?.look() } }
  }

  deinit { stop() }

  func stop() {
    isStopped = true
    if let timer { loop.cancel(timer) }
    timer = nil
    bus?.stop()
  }

  /// Has the server there get the name, where nobody has it. `then`: it has been asked for, or there is none.
  func handOver(then: @escaping () -> Void) { call("HandOver") { _ in then() } }

  /// Has the server there take the name from whoever lets it be taken. `then`: whether it has been asked for; not where
  /// there is no server, or bellhop-bus is an older one, which cannot.
  func takeOver(then: @escaping (_ isAsked: Bool) -> Void) { call("TakeOver", then) }

  private func call(_ member: String, _ then: @escaping (Bool) -> Void) {
    guard let bus, !isStopped else { return then(false) }
    bus.call(member, to: .own) { then($0?.header.kind == .reply) }
  }

  private func look() {
    guard !isStopped else { return }
    if bus == nil { connect() } else { ask() }
  }

  private func connect() {
    do throws(SystemError) {
      bus = try BusClient(
        to: [address], loop, wantsBody: { _ in false }, received: { _ in },
        ended: { [unowned self] in lost() })
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
    tryAgain(in: connecting.next()) { [unowned self] in look() }
  }

  /// `nil`: never.
  private func tryAgain(in milliseconds: Int64?, _ next: @escaping () -> Void) {
    if let timer { loop.cancel(timer) }
    timer = isStopped ? nil : milliseconds.map { loop.setTimer(at: EventLoop.now().uptime + $0, next) }
  }

  private func tellWhenDown() {
    bus?.call("SetWhenDown", [.string(Array(whenDown.rawValue.utf8))], to: .own)
  }

  /// Whatever runs there may not answer; nobody waits for that.
  private func ask() {
    tryAgain(in: asking.next()) { [unowned self] in
      found(nil)
      ask()
    }
    bus?.call("GetServer", to: .own) { [unowned self] answer in
      guard let answer, !isStopped else { return }
      connecting.reset()
      let server = answer.header.kind == .reply ? Self.server(answer) : nil
      found(server)
      if server?.name == expected {
        asking.reset()
        tryAgain(in: nil) {}
      } else {
        tryAgain(in: asking.next()) { [unowned self] in ask() }
      }
    }
  }

  private static func server(_ answer: Message) -> Server? {
    guard answer.hasBody, answer.header.signature.elementsEqual("us".utf8) else { return nil }
    var reader = answer.arguments()
    guard let process = try? reader.uint32(), let range = try? reader.string(), !range.isEmpty else {
      return nil
    }
    return Server(name: answer.text(range) ?? "", process: Int32(clamping: process))
  }
}
