import Testing

@testable import BusWire

/// The translation of one message: a sentence's left side goes in, its right side comes out.
struct TranslationTests {
  private static let a = Sample.a
  private static let b = Sample.b
  private static let driver = Sample.driver

  private func outward(_ sample: Sample, _ role: Role) throws -> [UInt8] {
    var direction = try Direction.begun(.client, role)
    direction.names.servers = [Array(":1.5".utf8)]
    direction.names.daemons = [Array(":1.9".utf8)]
    return try direction.pass(sample.bytes)
  }

  private func inward(_ sample: Sample, _ role: Role) throws -> [UInt8] {
    var direction = try Direction.begun(.bus, role)
    return try direction.pass(sample.bytes)
  }

  @Test(
    "A call to the bus about the notification name is about the server's, whoever of the two makes it",
    arguments: [
      "RequestName", "ReleaseName", "GetNameOwner", "NameHasOwner", "ListQueuedOwners", "StartServiceByName",
      "GetConnectionCredentials", "GetConnectionUnixProcessID", "GetConnectionUnixUser",
    ], [Role.server, .daemon])
  func callsToDriver(member: String, role: Role) throws {
    for order in [ByteOrder.little, .big] {
      for interface in [nil, Self.driver] {
        let given = Sample.call(member, to: Self.driver, interface: interface, [Self.a], order: order)
        let wanted = Sample.call(member, to: Self.driver, interface: interface, [Self.b], order: order)
        #expect(try outward(given, role) == wanted.bytes)
      }
    }
  }

  @Test("A call to the bus about anything else is left alone")
  func otherCalls() throws {
    for sample in [
      Sample.call("GetNameOwner", to: Self.driver, ["org.freedesktop.Notification"]),
      Sample.call("GetNameOwner", to: Self.driver, [Self.a + ".x"]),
      Sample.call("Get", to: Self.driver, interface: "org.freedesktop.DBus.Properties", [Self.a, "x"]),
      Sample.call("Hello", to: Self.driver),
      Sample.call("GetNameOwner", to: "org.example.Other", [Self.a]),
    ] { #expect(try outward(sample, .server) == sample.bytes) }
  }

  @Test("What goes to the server by its usual name or its unique one goes by the other name and interface")
  func toServer() throws {
    #expect(
      try outward(.call("Notify", to: Self.a, interface: Self.a, ["x"]), .daemon)
        == Sample.call("Notify", to: Self.b, interface: Self.b, ["x"]).bytes)
    #expect(
      try outward(.call("Notify", to: ":1.5", interface: Self.a, ["x"]), .daemon)
        == Sample.call("Notify", to: ":1.5", interface: Self.b, ["x"]).bytes)
    #expect(
      try outward(.call("Ping", to: Self.a, interface: "org.freedesktop.DBus.Peer"), .daemon)
        == Sample.call("Ping", to: Self.b, interface: "org.freedesktop.DBus.Peer").bytes)
    let other = Sample.call("Notify", to: "org.gnome.Shell", interface: Self.a, ["x"])
    #expect(try outward(other, .daemon) == other.bytes)
  }

  @Test("What reaches the server is what it would get on a bus of its own")
  func atServer() throws {
    for order in [ByteOrder.little, .big] {
      #expect(
        try inward(.call("Notify", to: Self.b, interface: Self.b, ["x"], order: order), .server)
          == Sample.call("Notify", to: Self.a, interface: Self.a, ["x"], order: order).bytes)
    }
    let direct = Sample.call("Notify", to: Self.a, interface: Self.a, ["x"])
    #expect(try inward(direct, .server) == direct.bytes)
  }

  @Test("The server's signals are for the daemon alone, unless it is called directly")
  func signals() throws {
    let broadcast = Sample.signal("NotificationClosed", interface: Self.a, ["x"])
    let renamed = Sample.signal("NotificationClosed", interface: Self.b, ["x"])
    #expect(try outward(broadcast, .server) == renamed.bytes)
    #expect(try inward(renamed, .daemon) == broadcast.bytes)
    let toDaemon = Sample.signal("ActionInvoked", interface: Self.a, to: ":1.9", ["x"])
    #expect(
      try outward(toDaemon, .server)
        == Sample.signal("ActionInvoked", interface: Self.b, to: ":1.9", ["x"]).bytes)
    let toApp = Sample.signal("ActionInvoked", interface: Self.a, to: ":1.33", ["x"])
    #expect(try outward(toApp, .server) == toApp.bytes)
    let other = Sample.signal("PropertiesChanged", interface: "org.freedesktop.DBus.Properties", [Self.a])
    #expect(try outward(other, .server) == other.bytes)
    #expect(try outward(broadcast, .daemon) == broadcast.bytes)

    var direction = try Direction.begun(.bus, .server)
    let acquired = Sample.signal(
      "NameAcquired", interface: Self.driver, from: Self.driver, to: ":1.5", [Self.a])
    #expect(try direction.pass(acquired.bytes) == [])
    #expect(direction.translator.isServingDirectly)
    var back = try Direction.begun(.client, .server)
    back.translator = direction.translator
    back.names.daemons = [Array(":1.9".utf8)]
    #expect(try back.pass(broadcast.bytes) == broadcast.bytes)
    #expect(try back.pass(toDaemon.bytes) != toDaemon.bytes)
    let lost = Sample.signal("NameLost", interface: Self.driver, from: Self.driver, to: ":1.5", [Self.a])
    #expect(try direction.pass(lost.bytes) == [])
    #expect(!direction.translator.isServingDirectly)
  }

  @Test("The bus's own words name the one where they mean the other", arguments: [Role.server, .daemon])
  func fromDriver(role: Role) throws {
    for order in [ByteOrder.little, .big] {
      func changed(_ name: String) -> Sample {
        .signal(
          "NameOwnerChanged", interface: Self.driver, from: Self.driver, [name, "", ":1.5"], order: order)
      }
      #expect(try inward(changed(Self.b), role) == changed(Self.a).bytes)
      #expect(try inward(changed(Self.a), role) == changed(Self.b).bytes)
      #expect(try inward(changed("org.example"), role) == changed("org.example").bytes)
      func list(_ names: [String]) -> Sample { .reply(to: 3, from: Self.driver, names: names, order: order) }
      #expect(
        try inward(list([":1.5", Self.b, Self.a, "x"]), role) == list([":1.5", Self.a, Self.b, "x"]).bytes)
    }
    let same = Sample.reply(to: 3, from: ":1.5", names: [Self.b])
    #expect(try inward(same, role) == same.bytes)
  }

  @Test("The server learns by its usual name that it has it or has it no longer")
  func acquired() throws {
    func signal(_ member: String, _ name: String) -> Sample {
      .signal(member, interface: Self.driver, from: Self.driver, to: ":1.5", [name])
    }
    var direction = try Direction.begun(.bus, .server)
    #expect(
      try direction.pass(signal("NameAcquired", Self.b).bytes) == signal("NameAcquired", Self.a).bytes)
    #expect(direction.translator.isServer)
    #expect(direction.translator.uniqueName == Array(":1.5".utf8))
    #expect(try direction.pass(signal("NameLost", Self.b).bytes) == signal("NameLost", Self.a).bytes)
    #expect(!direction.translator.isServer)
  }

  @Test("A stranger's messages pass as they are, both ways")
  func strangers() throws {
    for sample in [
      Sample.call("Notify", to: Self.a, interface: Self.a, ["x"]),
      Sample.call("GetNameOwner", to: Self.driver, [Self.a]),
      Sample.call("AddMatch", to: Self.driver, ["sender='\(Self.a)'"]),
      Sample.signal("ActionInvoked", interface: Self.a, ["x"]),
    ] { #expect(try outward(sample, .stranger) == sample.bytes) }
    for sample in [
      Sample.signal("NameOwnerChanged", interface: Self.driver, from: Self.driver, [Self.b, "", ":1.5"]),
      Sample.reply(to: 3, from: Self.driver, names: [Self.a, Self.b]),
      Sample.call("Notify", to: Self.b, interface: Self.b, ["x"]),
    ] { #expect(try inward(sample, .stranger) == sample.bytes) }
  }

  @Test("Whoever asks for the notification name is a server, and what it asked to hear before is heard")
  func becomes() throws {
    var direction = try Direction.begun(.client, .stranger)
    let rule = "type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(Self.a)'"
    let gone = "type='signal',arg0='\(Self.a)'"
    for (member, rule) in [("AddMatch", rule), ("AddMatch", gone), ("RemoveMatch", gone)] {
      _ = try direction.pass(Sample.call(member, to: Self.driver, [rule]).bytes)
    }
    var translator = direction.translator
    let calls = translator.become(.server)
    #expect(calls.count == 2)
    #expect(String(decoding: calls[0], as: UTF8.self).contains(rule))
    #expect(String(decoding: calls[1], as: UTF8.self).contains("arg0='\(Self.b)'"))
    #expect(
      try direction.pass(Sample.call("RequestName", to: Self.driver, [Self.a]).bytes)
        == Sample.call("RequestName", to: Self.driver, [Self.b]).bytes)
    #expect(direction.asked == 1)
    #expect(direction.translator.role == .server)

    // The bus's answers to our own calls do not reach the program.
    var back = try Direction.begun(.bus, .server)
    back.translator = translator
    for call in calls {
      let serial = call[8..<12].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(try back.pass(Sample.reply(to: serial, from: Self.driver).bytes) == [])
      #expect(try back.pass(Sample.reply(to: serial, from: Self.driver).bytes) != [])
    }
  }

  @Test("Rules that a stranger has are remembered up to a bound")
  func boundOfRules() throws {
    var direction = try Direction.begun(.client, .stranger)
    for number in 0..<200 {
      _ = try direction.pass(
        Sample.call("AddMatch", to: Self.driver, ["sender='\(Self.a)',arg1='\(number)'"]).bytes)
    }
    #expect(direction.translator.become(.server).count == 2 * Translator.mostRules)
  }

  @Test("A list of names that is too long to be looked at passes as it is")
  func longList() throws {
    let list = Sample.reply(to: 3, from: Self.driver, names: Array(repeating: Self.b, count: 40_000))
    #expect(list.body.count > Translator.listBytes)
    #expect(try inward(list, .server) == list.bytes)
  }

  @Test("Arguments that are not what the signature says end the connection")
  func arguments() throws {
    var sample = Sample.call("RequestName", to: Self.driver, [Self.a])
    sample.body[0] = 200
    #expect(throws: WireFault.arguments) { try outward(sample, .server) }
    var list = Sample.reply(to: 3, from: Self.driver, names: [Self.b])
    list.body[4] = 0xFF
    #expect(throws: WireFault.arguments) { try inward(list, .daemon) }
  }

  @Test(
    "A rule asks for the server where it names it, and only there",
    arguments: [
      ("sender='A'", "sender='B'", "sender='B'"), ("sender=A", "sender=B", "sender=B"),
      ("destination='A',type='signal'", "destination='B',type='signal'", "destination='B',type='signal'"),
      ("type='signal', sender='A' ", "type='signal', sender='A' ", "type='signal', sender='A' "),
      (
        "type='signal',sender='A',path='/x',interface='A'",
        "type='signal',sender='B',path='/x',interface='A'",
        "type='signal',sender='B',path='/x',interface='B'"
      ),
      ("interface='A',member='Notify'", "interface='A',member='Notify'", "interface='B',member='Notify'"),
      (
        "sender='D',interface='D',member='NameOwnerChanged',arg0='A'",
        "sender='D',interface='D',member='NameOwnerChanged',arg0='B'",
        "sender='D',interface='D',member='NameOwnerChanged',arg0='B'"
      ),
      ("arg0namespace='A'", "arg0namespace='B'", "arg0namespace='B'"),
      (
        "sender='A',interface='org.freedesktop.DBus.Properties',arg0='A'",
        "sender='B',interface='org.freedesktop.DBus.Properties',arg0='A'",
        "sender='B',interface='org.freedesktop.DBus.Properties',arg0='A'"
      ),
      ("arg1='A',path='A'", "arg1='A',path='A'", "arg1='A',path='A'"),
      ("arg0='x,sender=A'", "arg0='x,sender=A'", "arg0='x,sender=A'"),
      ("sender='A.x'", "sender='A.x'", "sender='A.x'"), ("", "", ""), ("=,='',,'", "=,='',,'", "=,='',,'"),
      ("sender ='A',\tmember='x'", "sender ='B',\tmember='x'", "sender ='B',\tmember='x'"),
      ("sender= 'A'", "sender= 'A'", "sender= 'A'"),
      (#"arg1=\',sender='A'"#, #"arg1=\',sender='B'"#, #"arg1=\',sender='B'"#),
      (#"arg1='\',sender='A'"#, #"arg1='\',sender='B'"#, #"arg1='\',sender='B'"#),
      (#"arg1=\',sender=\'A"#, #"arg1=\',sender=\'A"#, #"arg1=\',sender=\'A"#),
      (
        "sender='org.'freedesktop.'Notifications'", "sender='io.b'ellhop.Notif'icationServer'",
        "sender='io.b'ellhop.Notif'icationServer'"
      ),
    ])
  func rules(rule: String, server: String, daemon: String) {
    func spelled(_ text: String) -> [UInt8] {
      var bytes: [UInt8] = []
      for character in text {
        switch character {
        case "A": bytes += Self.a.utf8
        case "B": bytes += Self.b.utf8
        case "D" where !text.contains("DBus"): bytes += Self.driver.utf8
        default: bytes += String(character).utf8
        }
      }
      return bytes
    }
    let given = MatchRule(spelled(rule))
    #expect(given.translated(for: .server).text == spelled(server))
    #expect(given.translated(for: .daemon).text == spelled(daemon))
    #expect(given.translated(for: .stranger).text == spelled(rule))
  }

  @Test("The name is asked for once, until the bus has answered that")
  func oneAsk() throws {
    var translator = Translator()
    _ = translator.become(.server)
    #expect(translator.askForNotifications(replacing: false) != nil)
    #expect(translator.askForNotifications(replacing: false) == nil)
    var framer = Framer(.bus)
    var bytes = (Direction.greeting[.bus] ?? [])[...]
    _ = try framer.next(&bytes, wantsBody: { _ in true })
    _ = try framer.next(&bytes, wantsBody: { _ in true })
    bytes = Sample.reply(to: Translator.firstSerial, from: Self.driver).bytes[...]
    guard case .message(var answer)? = try framer.next(&bytes, wantsBody: { _ in true }) else {
      Issue.record("no message")
      return
    }
    #expect(try !translator.inward(&answer))
    #expect(translator.askForNotifications(replacing: false) != nil)
  }
}
