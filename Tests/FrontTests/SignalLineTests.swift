import BusSocket
import BusWire
import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Apps of which the bus says nothing")
struct SignalLineTests {
  private static let driver = "org.freedesktop.DBus"
  /// Calls of a connection that wait, at most.
  private static let most = 256

  @Test("Who is not known to be gone is asked for again, and told alone")
  func unanswered() throws {
    let bus = try ScriptedBus()
    let client = try BusClient(
      to: bus.addresses, bus.loop, wantsBody: { _ in true }, received: { _ in }, ended: {})
    let end = bus.accept()
    end.welcomes()
    #expect(bus.run { client.uniqueName != nil })
    for _ in 0..<Self.most { client.call("GetId") }
    let line = SignalLine(client, "bus", bus.loop)
    var unheard = 0
    for key in ["open", "close"] {
      line.tell(
        UnsaidSignals.Signal(
          signal: .invoked(key: key, token: nil), number: 7, caller: BusCaller(bus: "bus", name: ":1.9"),
          unheard: { unheard += 1 }))
    }
    var iterations = 0
    _ = bus.run {
      iterations += 1
      return iterations > 3
    }
    #expect(unheard == 0 && line.untold.count == 2)

    // There is room for a question again: Hello and those before it came first.
    end.say(.reply(to: 2, for: ":1.7").from(Self.driver))
    let question = UInt32(Self.most + 2)
    var heard: [UInt8] = []
    let buffer = ReadBuffer()
    func hear() {
      while let bytes = try? end.read(buffer) { heard += bytes }
    }
    #expect(
      bus.run {
        hear()
        return String(decoding: heard, as: UTF8.self).contains("NameHasOwner")
      })
    end.say(.reply(to: question, for: ":1.7").from(Self.driver).with("b") { $0.add(number: 1) })
    #expect(bus.run { line.untold.isEmpty })
    hear()
    let said = String(decoding: heard, as: UTF8.self)
    #expect(unheard == 0 && said.components(of: "ActionInvoked") == 2 && said.components(of: ":1.9") == 3)
  }

  @Test("What waited for the bus when it went is told on the next")
  func next() async throws {
    try await DoorRig.run { rig in
      try await rig.waitsForName()
      _ = try await rig.tool("/usr/bin/notify-send", "One")
      let caller = try #require(await rig.posts.first).caller
      let process = try #require(rig.bus.pid)
      kill(process, SIGSTOP)
      await rig.tell(.invoked(key: "open", token: nil), 1_000_001, to: caller)
      rig.bus.stop()
      try await eventually("the end of the bus") { () -> Void? in
        if case .unreachable? = await rig.state { () } else { nil }
      }
      #expect(await rig.unheard == 0)
      try await rig.bus.start()
      try await eventually("a press that nobody is there for", holds: { await rig.unheard == 1 })
    }
  }
}
