import BusSocket
import TestSupport
import Testing

@testable import Front

@Suite("What the server says of itself")
struct ServerInformationTests {
  @Test("On another bus it is asked again, where a server may have the unique name that the last one had")
  func anotherBus() throws {
    let information = ServerInformation(version: "0")
    var told: [String] = []
    for name in ["Dunst", "Mako"] {
      let bus = try ScriptedBus()
      let client = try BusClient(
        to: bus.addresses, bus.loop, wantsBody: { _ in true }, received: { _ in }, ended: {})
      let end = bus.accept()
      end.welcomes()
      try #require(bus.run { client.uniqueName != nil })
      information.tell(of: Forwarding.Server(name: ":1.2", isBehind: false), over: client) {
        told += $0.prefix(1)
      }
      end.say(
        .reply(to: 2, for: ":1.7").from(":1.2").with("ssss") { values in
          for text in [name, "Example", "3", "1.2"] { values.add(text) }
        })
      #expect(bus.run { told.last == name })
      client.stop()
      information.forgetOwner()
    }
    #expect(told == ["Dunst", "Mako"])
  }
}
