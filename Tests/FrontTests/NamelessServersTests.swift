import BusSocket
import BusWire
import EventLoop
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Servers without a name, while the bus answers nothing")
struct NamelessServersTests {
  private static let driver = "org.freedesktop.DBus"
  /// Calls of a connection that wait, at most.
  private static let most = 256

  /// One process is LXQt's server.
  private final class Directory: PosterDirectory {
    func place(of process: Int32, seen: Uptime) -> ProcessPlace? { nil }
    func program(of process: Int32, seen: Uptime) -> String? { process == 4_711 ? "lxqt-notificationd" : nil }
    func hasEntry(_ app: AppID) -> Bool { false }
    func apps(named name: String) -> [AppID] { [] }
  }

  @Test("What could not be asked is asked again: for all names, and for the process behind one")
  func unanswered() throws {
    let bus = try ScriptedBus()
    let client = try BusClient(
      to: bus.addresses, bus.loop, wantsBody: { _ in true }, received: { _ in }, ended: {})
    let end = bus.accept()
    end.welcomes()
    #expect(bus.run { client.uniqueName != nil })
    for _ in 0..<Self.most { client.call("GetId") }

    let door = Door(
      loop: bus.loop, host: RecordingHost(), directory: Directory(), ownProcess: -1, path: "",
      now: { Moment(wall: Timestamp(milliseconds: 0), uptime: Uptime(milliseconds: 0)) },
      information: ServerInformation(bus.loop, version: "0"))
    var found: [String] = []
    let servers = NamelessServers(client, door) { found.append($0) }
    var heard: [UInt8] = []
    let buffer = ReadBuffer()
    func hears(_ member: String) -> Bool {
      bus.run {
        while let bytes = try? end.read(buffer) { heard += bytes }
        return String(decoding: heard, as: UTF8.self).contains(member)
      }
    }
    func refused() {
      var iterations = 0
      _ = bus.run {
        iterations += 1
        return iterations > 3
      }
    }

    servers.look(true)
    refused()
    // Room for two questions: Hello came first.
    for call in UInt32(2)...3 { end.say(.reply(to: call, for: ":1.7").from(Self.driver)) }
    #expect(hears("AddMatch") && hears("ListNames"))

    servers.hasCome(":1.9")
    refused()
    end.say(.reply(to: 4, for: ":1.7").from(Self.driver))
    #expect(hears("GetConnectionUnixProcessID"))
    // The question after those, and after the two before it.
    let question = UInt32(Self.most + 4)
    end.say(.reply(to: question, for: ":1.7").from(Self.driver).with("u") { $0.add(number: 4_711) })
    #expect(bus.run { found == [":1.9"] })
  }
}
