import BusSocket
import BusWire
import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Apps of which the bus says nothing")
struct SignalQueueTests {
  @Test("Who is not known to be gone is asked for again, and told alone")
  func unanswered() throws {
    let busy = try BusyBus()
    let line = SignalQueue(busy.client, "bus", busy.bus.loop)
    var unheard = 0
    for key in ["open", "close"] {
      line.tell(
        UnsentSignals.Signal(
          signal: .invoked(key: key, token: nil), number: 7, caller: BusCaller(bus: "bus", name: ":1.9"),
          unheard: { unheard += 1 }))
    }
    busy.passes()
    #expect(unheard == 0 && line.untold.count == 2)

    busy.answers(2)
    #expect(busy.hears("NameHasOwner"))
    busy.answers(BusyBus.most + 2) { $0.with("b") { $0.add(number: 1) } }
    #expect(busy.bus.run { line.untold.isEmpty })
    let said = busy.said
    #expect(unheard == 0 && said.components(of: "ActionInvoked") == 2 && said.components(of: ":1.9") == 3)
  }

  @Test("So many wait as a person can bring about at once, and no more, with a bus and without")
  func bound() throws {
    let busy = try BusyBus()
    let line = SignalQueue(busy.client, "bus", busy.bus.loop)
    var unsent = UnsentSignals()
    for number in 0...UnsentSignals.most {
      let signal = UnsentSignals.Signal(
        signal: .closed(.undefined), number: UInt32(number), caller: BusCaller(bus: "bus", name: ":1.9"),
        unheard: {})
      line.tell(signal)
      unsent.add(signal)
    }
    #expect(line.untold.count == UnsentSignals.most && unsent.drain().count == UnsentSignals.most)
  }

  @Test("What waited for the bus when it went is told on the next")
  func next() async throws {
    try await ServiceRig.run { rig in
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
