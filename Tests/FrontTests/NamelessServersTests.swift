import BusSocket
import BusWire
import EventLoop
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Servers without a name, while the bus answers nothing")
struct NamelessServersTests {
  /// One process is LXQt's server.
  private final class Directory: PosterDirectory {
    func place(of process: Int32, seen: Uptime) -> ProcessPlace? { nil }
    func isStarted(_ process: CallingProcess, by server: Int32) -> Bool { false }
    func command(of process: Int32, seen: Uptime) -> StartedProgram? {
      process == 4_711 ? StartedProgram("lxqt-notificationd") : nil
    }
    func hasEntry(_ app: AppID) -> Bool { false }
    func showsOthers(_ app: AppID) -> Bool { false }
    func apps(named name: String) -> [AppID] { [] }
    func apps(running program: String) -> [AppID] { [] }
  }

  @Test("What could not be asked is asked again: for all names, and for the process behind one")
  func unanswered() throws {
    let busy = try BusyBus()
    let context = ServiceContext(
      loop: busy.bus.loop, scheduler: Scheduler(busy.bus.loop), host: RecordingHost(), directory: Directory(),
      ownProcess: -1, path: "",
      now: { Moment(wall: Timestamp(milliseconds: 0), uptime: Uptime(milliseconds: 0)) },
      information: ServerInformation(version: "0"))
    var found: [String] = []
    let servers = NamelessServers(busy.client, context) { name, _, _ in found.append(name) }

    servers.look(true)
    busy.passes()
    for call in 2...3 { busy.answers(call) }
    #expect(busy.hears("AddMatch") && busy.hears("ListNames"))

    servers.hasCome(":1.9")
    busy.passes()
    busy.answers(4)
    #expect(busy.hears("GetConnectionUnixProcessID"))
    // The question after those, and after the two before it.
    busy.answers(BusyBus.most + 4) { $0.with("u") { $0.add(number: 4_711) } }
    #expect(busy.bus.run { found == [":1.9"] })
  }
}
