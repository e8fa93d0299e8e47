import BusSocket
import BusWire
import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("What others post, as it passes by on a real bus")
struct ShadowMonitorTests {
  private struct Stage {
    let bus: PrivateBus
    let rig: ShadowRig
    let programs: Programs
    var addresses: [BusAddress] { [.path(bus.socketPath)] }
  }

  private func stage(
    _ bus: PrivateBus, ownProcess: Int32 = -1, place: ProcessPlace? = ProcessPlace()
  ) throws -> Stage {
    let loop = try EventLoop()
    let programs = try Programs([.path(bus.socketPath)], loop)
    let rig = try ShadowRig([.path(bus.socketPath)], loop, ownProcess: ownProcess, place: place)
    try #require(rig.run { rig.hasBegun })
    return Stage(bus: bus, rig: rig, programs: programs)
  }

  @Test func `A notification is told with the number that its server gave it, and then that it is closed`()
    async throws
  {
    let stage = try stage(try await PrivateBus())
    stage.programs.post("one")
    stage.programs.post("two")
    #expect(stage.rig.run { stage.rig.told.count == 2 })
    stage.programs.close(1)
    stage.programs.post("three", replaces: 2)
    #expect(stage.rig.run { stage.rig.told.count == 4 })
    #expect(stage.rig.told == ["one as 1", "two as 2", "1 closed", "three as 2"])
    #expect(stage.rig.posts.map(\.replaces) == [false, false, true])
    #expect(stage.rig.posts.allSatisfy { $0.request.app == AppID("parcelly") && !$0.isVouchedFor })
  }

  @Test func `What waits for no answer is told at once, without a number`() async throws {
    let stage = try stage(try await PrivateBus())
    stage.programs.answers = false
    stage.programs.post("one", wantsNoReply: true)
    stage.programs.post("two", replaces: 7, wantsNoReply: true)
    #expect(stage.rig.run { stage.rig.told.count == 2 })
    #expect(stage.rig.told == ["one", "two as 7"])
    #expect(stage.rig.posts.map(\.request.identifier) == [nil, OpaqueName("7")])
  }

  @Test func `Another server counts anew, and that is told`() async throws {
    let stage = try stage(try await PrivateBus())
    stage.programs.post("one")
    #expect(stage.rig.run { stage.rig.told.count == 1 })
    try stage.programs.serve(stage.addresses)
    stage.programs.post("two")
    #expect(stage.rig.run { stage.rig.told.last == "two as 1" })
    #expect(stage.rig.told.dropFirst().dropLast().allSatisfy { $0 == "new server" })
    #expect(stage.rig.told.count > 2)
  }

  @Test func `Only the server says what it has closed`() async throws {
    let stage = try stage(try await PrivateBus())
    let name = "org.freedesktop.Notifications"
    stage.programs.app?.send(
      WrittenMessage.signal("NotificationClosed", path: "/org/freedesktop/Notifications", interface: name)
        .with("uu") {
          $0.add(number: 1)
          $0.add(number: 2)
        }.bytes)
    stage.programs.post("one")
    #expect(stage.rig.run { !stage.rig.told.isEmpty })
    #expect(stage.rig.told == ["one as 1"])
  }

  @Test func `What comes too fast is counted and not looked at, and what is too large is as good as any`()
    async throws
  {
    let stage = try stage(try await PrivateBus())
    for number in 1...300 { stage.programs.post("\(number)", wantsNoReply: true) }
    #expect(stage.rig.run { stage.rig.told.count + stage.rig.dropped == 300 })
    #expect(stage.rig.told.count == 200)
    stage.rig.now = Moment(
      wall: stage.rig.now.wall, uptime: stage.rig.now.uptime.advanced(byMilliseconds: 1_000))
    stage.programs.post("large", body: String(repeating: "x", count: 5_000_000), wantsNoReply: true)
    stage.programs.post("later", wantsNoReply: true)
    #expect(stage.rig.run { stage.rig.told.last == "later" })
    #expect(stage.rig.told.suffix(2) == ["large", "later"] && stage.rig.dropped == 100)
  }

  @Test func `Calls that no server answers are given up, and counted`() async throws {
    let stage = try stage(try await PrivateBus())
    stage.programs.answers = false
    for number in 1...70 { stage.programs.post("\(number)") }
    #expect(stage.rig.run { stage.rig.dropped == 6 })
    stage.rig.now = Moment(
      wall: stage.rig.now.wall, uptime: stage.rig.now.uptime.advanced(byMilliseconds: 30_000))
    stage.programs.close(9)
    #expect(stage.rig.run { stage.rig.dropped == 70 })
  }

  @Test func `What this process posts itself is not told`() async throws {
    let stage = try stage(try await PrivateBus(), ownProcess: getpid())
    stage.programs.post("one")
    stage.programs.close(1)
    #expect(stage.rig.run { !stage.rig.told.isEmpty })
    #expect(stage.rig.told == ["1 closed"])
  }

  @Test func `What this process posts by way of another is not told either`() async throws {
    let stage = try stage(try await PrivateBus(), ownProcess: 77)
    stage.programs.post("one") { $0.add("sender-pid", "u") { $0.add(number: 77) } }
    stage.programs.post("two") { $0.add("sender-pid", "u") { $0.add(number: 78) } }
    #expect(stage.rig.run { !stage.rig.told.isEmpty })
    #expect(stage.rig.told == ["two as 2"])
  }

  @Test func `A sandbox vouches for its app, and where none can be told apart nothing does`() async throws {
    let app = AppID("org.example.Inside")
    let inside = try stage(try await PrivateBus(), place: ProcessPlace(sandbox: app))
    inside.programs.post("one")
    #expect(inside.rig.run { !inside.rig.posts.isEmpty })
    #expect(inside.rig.posts.first?.request.app == app && inside.rig.posts.first?.isVouchedFor == true)
    #expect(inside.rig.posts.first?.request.origin.desktop?.poster == nil)
    let script = ScriptID(named: "script a")
    let outside = try stage(try await PrivateBus(), place: ProcessPlace(script: script))
    outside.programs.post("one")
    #expect(outside.rig.run { !outside.rig.posts.isEmpty })
    #expect(outside.rig.posts.first?.request.origin.desktop?.poster == script)
    let unknown = try stage(try await PrivateBus(), place: nil)
    unknown.programs.post("one")
    #expect(unknown.rig.run { !unknown.rig.posts.isEmpty })
    #expect(unknown.rig.posts.first?.isVouchedFor == false)
  }

  @Test func `With the bus it ends, and says so once`() async throws {
    let stage = try stage(try await PrivateBus())
    stage.bus.stop()
    #expect(stage.rig.run { !stage.rig.reasons.isEmpty })
    #expect(stage.rig.reasons == ["the session bus has ended the connection"])
  }
}

@Suite("What passes by is told in its order")
struct PassingOrderTests {
  private static let name = "org.freedesktop.Notifications"
  private static let driver = "org.freedesktop.DBus"

  private func closed(_ number: UInt32) -> WrittenMessage {
    .signal("NotificationClosed", path: "/org/freedesktop/Notifications", interface: Self.name).from(":1.2")
      .with("uu") {
        $0.add(number: number)
        $0.add(number: 2)
      }
  }

  /// A monitor that has begun, and the bus's ends of its connections: the one that asks, and the one that listens.
  private func begun() throws -> (bus: ScriptedBus, rig: ShadowRig, asked: Endpoint, heard: Endpoint) {
    let bus = try ScriptedBus()
    let rig = try ShadowRig(bus.addresses, bus.loop)
    let (asked, heard) = (bus.accept(), bus.accept())
    asked.welcomes()
    heard.welcomes(as: ":1.8")
    heard.say(.reply(to: 2, for: ":1.8").from(Self.driver))
    try #require(bus.run { rig.hasBegun })
    return (bus, rig, asked, heard)
  }

  private func pass(_ heard: Endpoint, _ summary: String, by name: String, as number: UInt32) {
    heard.say(
      WrittenMessage.notify(serial: 9, summary).from(name),
      WrittenMessage.reply(to: 9, for: name).from(":1.2").with("u") { $0.add(number: number) })
  }

  /// Delivers the sent messages, and sends the questions that follow from them.
  private func settle(_ bus: ScriptedBus) { for _ in 0..<5 { _ = bus.run { true } } }

  @Test func `A closing never overtakes what it closes, however long it takes to learn who posted it`() throws
  {
    let (bus, rig, asked, heard) = try begun()
    pass(heard, "one", by: ":1.9", as: 1)
    heard.say(closed(1))
    pass(heard, "two", by: ":1.9", as: 2)
    settle(bus)
    #expect(rig.told.isEmpty)
    // Hello, AddMatch, ListNames, and then one question for both.
    asked.say(.reply(to: 4, for: ":1.7").from(Self.driver).with("u") { $0.add(number: 77) })
    #expect(bus.run { rig.told.count == 3 })
    #expect(rig.told == ["one as 1", "1 closed", "two as 2"])
  }

  @Test func `Whoever has gone before the bus could say who it was has nothing but its own word`() throws {
    let (bus, rig, asked, heard) = try begun()
    pass(heard, "one", by: ":1.9", as: 1)
    settle(bus)
    asked.say(
      WrittenMessage.error(to: 4, for: ":1.7", "org.freedesktop.DBus.Error.NameHasNoOwner").from(Self.driver))
    #expect(bus.run { rig.posts.count == 1 })
    #expect(rig.posts.first?.isVouchedFor == false)
  }

  @Test func `A backend of the portal passes on for the app that it names`() throws {
    let (bus, rig, asked, heard) = try begun()
    let backend = "org.freedesktop.impl.portal.desktop.gtk"
    asked.say(
      .signal("NameOwnerChanged", path: "/org/freedesktop/DBus", interface: Self.driver).from(Self.driver)
        .with("sss") { values in for text in [backend, "", ":1.9"] { values.add(text) } })
    heard.say(
      WrittenMessage.notify(serial: 9, app: "portal", "one") { hints in
        hints.add("desktop-entry", "s") { $0.add("org.example.Elsewhere") }
      }.from(":1.9"),
      .reply(to: 9, for: ":1.9").from(":1.2").with("u") { $0.add(number: 1) })
    settle(bus)
    asked.say(.reply(to: 4, for: ":1.7").from(Self.driver).with("u") { $0.add(number: 77) })
    #expect(bus.run { rig.posts.count == 1 })
    #expect(rig.posts.first?.request.app == AppID("org.example.Elsewhere"))
    #expect(rig.posts.first?.isVouchedFor == true)
  }

  @Test func `A bus that lets nobody listen is told of as that`() throws {
    let bus = try ScriptedBus()
    let rig = try ShadowRig(bus.addresses, bus.loop)
    let (asked, heard) = (bus.accept(), bus.accept())
    asked.welcomes()
    heard.welcomes(as: ":1.8")
    heard.say(WrittenMessage.error(to: 2, for: ":1.8", "org.example.Denied").from(Self.driver))
    #expect(bus.run { !rig.reasons.isEmpty })
    #expect(rig.reasons == ["the session bus lets nobody listen"] && !rig.hasBegun)
  }
}
