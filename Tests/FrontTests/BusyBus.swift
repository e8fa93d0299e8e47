import BusSocket
import BusWire
import EventLoop
import TestSupport
import Testing

/// A bus with a client of which so many calls wait that no other is sent; each answer makes room for one.
final class BusyBus {
  /// Calls of a connection that wait, at most.
  static let most = 256

  let bus: ScriptedBus
  let client: BusClient
  private let end: Endpoint
  private let buffer = ReadBuffer()
  private var heard: [UInt8] = []

  init() throws {
    let bus = try ScriptedBus()
    let client = try BusClient(
      to: bus.addresses, bus.loop, wantsBody: { _ in true }, received: { _ in }, ended: {})
    (self.bus, self.client, end) = (bus, client, bus.accept())
    end.welcomes()
    try #require(bus.run { client.uniqueName != nil })
    for _ in 0..<Self.most { client.call("GetId") { _ in } }
  }

  /// The first of them was the second of the connection: Hello came before.
  func answers(_ call: Int, _ complete: (WrittenMessage) -> WrittenMessage = { $0 }) {
    end.say(complete(.reply(to: UInt32(call), for: ":1.7").from("org.freedesktop.DBus")))
  }

  /// Three iterations: long enough for a caller to be told that there is no room.
  func passes() {
    var iterations = 0
    _ = bus.run { [loop = bus.loop] in
      iterations += 1
      // Without it an idle loop would sleep until its deadline.
      loop.nextIteration {}
      return iterations > 3
    }
  }

  /// All that the client has said since it was let in.
  var said: String {
    while let bytes = try? end.read(buffer) { heard += bytes }
    return String(decoding: heard, as: UTF8.self)
  }

  func hears(_ member: String) -> Bool { bus.run { [self] in said.contains(member) } }
}
