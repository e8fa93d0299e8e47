import BusSocket
import BusWire
import EventLoop
import Glibc
import Wording

/// The session bus, for a program that does one thing after the other: each call waits for its answer.
final class SessionBus {
  private static let patience: Int64 = 10_000
  /// Of signals that nobody has asked about yet.
  private static let mostSignals = 1_024

  private let loop: EventLoop
  private var bus: BusClient?
  private var signals: [Message] = []
  private var isInterrupted = false
  /// While what was done is taken back, nothing stops that.
  var isUninterruptible = false

  /// `addresses`: in order, the first that lets us in counts.
  init(_ addresses: [BusAddress]) throws(FrontFault) {
    do throws(SystemError) {
      loop = try EventLoop()
      guard !addresses.isEmpty else { throw SystemError(call: "connect", code: ENOENT) }
      bus = try BusClient(
        to: addresses, loop, wantsBody: { $0.header.kind == .signal && $0.header.bodyLength <= 65_536 },
        received: { [unowned self] in keep($0) }, ended: { [unowned self] in end() })
      try loop.onSignals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in
        isInterrupted = true
        loop.stop()
      }
    } catch {
      throw .gone(.noBus("\(error)"))
    }
  }

  deinit { bus?.stop() }

  private func keep(_ message: Message) {
    guard message.header.kind == .signal, signals.count < Self.mostSignals else { return }
    signals.append(message)
    loop.stop()
  }

  private func end() {
    bus = nil
    loop.stop()
  }

  // MARK: Calls

  /// The answer to a call; an error is thrown.
  @discardableResult
  func call(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver
  ) throws(FrontFault) -> Message {
    guard let bus else { throw .gone(.busHasGone) }
    var answer: Message??
    bus.call(member, arguments, to: destination) { [loop] in
      answer = .some($0)
      loop.stop()
    }
    guard try wait(for: Self.patience, until: { answer != nil }), let answer else { throw .silent(member) }
    guard let message = answer else { throw .gone(.busHasGone) }
    guard message.header.kind == .error else { return message }
    throw .refused(
      name: message.text(message.header.errorName) ?? "",
      text: message.text((try? message.firstString()) ?? nil) ?? "")
  }

  /// The first text of the answer; `nil` where the answer is an error, or has none.
  func text(
    _ member: String, _ arguments: [MessageWriter.Argument] = [],
    to destination: MessageWriter.Destination = .driver
  ) throws(FrontFault) -> String? {
    do throws(FrontFault) {
      let answer = try call(member, arguments, to: destination)
      return answer.text((try? answer.firstString()) ?? nil)
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  /// Whether it would start somebody for this name.
  func knows(_ name: String) throws(FrontFault) -> Bool {
    let answer = try call("ListActivatableNames")
    let names = (try? answer.strings()) ?? []
    return names.contains { answer.field($0, is: Array(name.utf8)) }
  }

  // MARK: Signals

  /// Has the bus hand on these from now on.
  func listen(_ rule: String) throws(FrontFault) { try call("AddMatch", [.string(Array(rule.utf8))]) }

  /// The first of those that came which this takes; each is looked at once.
  func signal<Value>(_ take: (Message) -> Value?) -> Value? {
    while !signals.isEmpty {
      if let value = take(signals.removeFirst()) { return value }
    }
    return nil
  }

  // MARK: Waiting

  /// Whether it holds within so many milliseconds; asked after whatever comes, and every so often.
  func wait(
    for milliseconds: Int64, every pause: Int64 = 0, until holds: () throws(FrontFault) -> Bool
  ) throws(FrontFault) -> Bool {
    let end = EventLoop.now().uptime + milliseconds
    while true {
      if isInterrupted, !isUninterruptible { throw .interrupted }
      if try holds() { return true }
      let now = EventLoop.now().uptime
      guard now < end else { return false }
      let timer = loop.setTimer(at: pause > 0 ? min(end, now + pause) : end) { [loop] in loop.stop() }
      loop.run()
      loop.cancel(timer)
      guard bus != nil else { throw .gone(.busHasGone) }
    }
  }
}
