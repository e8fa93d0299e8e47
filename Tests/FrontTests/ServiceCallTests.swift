import BusWire
import TestSupport
import Testing

@testable import Front

@Suite("What a call at the service asks for")
struct ServiceCallTests {
  private static let a = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private func message(
    _ path: String, _ interface: String?, _ member: String, _ arguments: [MessageWriter.Argument] = []
  ) throws -> Message {
    var call = OutgoingMessage(.call)
    call.path = Array(path.utf8)
    call.interface = interface.map { Array($0.utf8) }
    call.member = Array(member.utf8)
    call.carry(arguments)
    return try #require(read(call.bytes(serial: 1)))
  }

  private func read(_ bytes: [UInt8], body: Bool = true) -> Message? {
    var framer = Framer(.bus)
    var rest = bytes[...]
    guard let piece = try? framer.next(&rest, wantsBody: { _ in body }), case .message(let message) = piece
    else {
      return nil
    }
    return message
  }

  private func call(
    _ path: String, _ interface: String?, _ member: String, _ arguments: MessageWriter.Argument...
  ) throws -> ServiceCall { ServiceCall(try message(path, interface, member, arguments)) }

  private func text(_ text: String) -> MessageWriter.Argument { .string(Array(text.utf8)) }

  @Test("The interface's own, with its name and without", arguments: [a, nil])
  func own(_ interface: String?) throws {
    #expect(try call(Self.path, interface, "GetCapabilities") == .capabilities)
    #expect(try call(Self.path, interface, "GetServerInformation") == .information)
    #expect(try call(Self.path, interface, "CloseNotification", .uint32(7)) == .close(7))
    #expect(try call(Self.path, interface, "CloseNotification", text("7")) == .refused(.arguments))
    #expect(try call(Self.path, interface, "CloseNotification") == .refused(.arguments))
    #expect(try call(Self.path, interface, "Notify", text("x")) == .refused(.arguments))
    #expect(
      try call(Self.path, interface, "Inhibit", text("org.example.Film"), text("A film"), .noHints)
        == .inhibit(desktopEntry: "org.example.Film", reason: "A film"))
    #expect(try call(Self.path, interface, "Inhibit", text("x")) == .refused(.arguments))
    #expect(try call(Self.path, interface, "UnInhibit", .uint32(7)) == .uninhibit(7))
    #expect(try call(Self.path, interface, "UnInhibit") == .refused(.arguments))
  }

  @Test("What every program answers")
  func everybody() throws {
    #expect(try call("/", "org.freedesktop.DBus.Peer", "Ping") == .ping)
    #expect(try call("/a", "org.freedesktop.DBus.Peer", "GetMachineId") == .machineID)
    #expect(try call(Self.path, "org.freedesktop.DBus.Introspectable", "Introspect") == .description)
    #expect(try call(Self.path, "org.freedesktop.DBus.Properties", "GetAll", text(Self.a)) == .properties)
    #expect(
      try call(Self.path, "org.freedesktop.DBus.Properties", "Get", text(Self.a), text("Inhibited"))
        == .inhibited)
  }

  @Test("All else is the server's")
  func foreign() throws {
    #expect(try call(Self.path, "org.dunstproject.cmd0", "Ping") == .foreign)
    #expect(
      try call(Self.path, "org.freedesktop.DBus.Properties", "GetAll", text("org.dunstproject.cmd0"))
        == .foreign)
    #expect(
      try call(Self.path, "org.freedesktop.DBus.Properties", "Get", text(Self.a), text("Mood")) == .foreign)
    #expect(
      try call(
        Self.path, "org.freedesktop.DBus.Properties", "Get", text("org.dunstproject.cmd0"), text("Inhibited"))
        == .foreign)
    #expect(try call("/", "org.freedesktop.DBus.Introspectable", "Introspect") == .foreign)
    #expect(try call("/fr/emersion/Mako", "fr.emersion.Mako", "ListNotifications") == .foreign)
    #expect(try call("/other", Self.a, "Notify", text("x")) == .foreign)
    #expect(try call(Self.path, nil, "Frobnicate") == .foreign)
  }

  @Test("Nothing reaches the server past us")
  func past() throws {
    #expect(try call(Self.path, "io.bellhop.NotificationServer", "Notify") == .refused(.unknownInterface))
  }

  @Test("What was too long to be read is not done in part")
  func tooLong() throws {
    let bytes = try message(Self.path, Self.a, "CloseNotification", [.uint32(1)]).bytes
    #expect(ServiceCall(try #require(read(bytes, body: false))) == .refused(.tooLong))
  }

  @Test("A notification is read however large its picture is, and of other calls 4 MiB")
  func sizes() throws {
    func wants(_ member: String, _ length: UInt32) throws -> Bool {
      var bytes = try message(Self.path, Self.a, member, [.uint32(1)]).bytes
      bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) })
      return ServiceCall.wantsBody(try #require(read(bytes, body: false)))
    }
    #expect(try wants("Notify", 130_000_000))
    #expect(try wants("Inhibit", 4_194_304) && !wants("Inhibit", 4_194_305))
  }

  @Test("Whatever bytes come, they ask for something or are refused", arguments: [0, 1] as [UInt64])
  func anyBytes(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sound = [
      try message(Self.path, Self.a, "CloseNotification", [.uint32(1)]).bytes,
      try message(Self.path, "org.freedesktop.DBus.Properties", "GetAll", [text(Self.a)]).bytes,
      try message(Self.path, nil, "Notify", [text("x"), .uint32(1), .strings([[1], []])]).bytes,
    ]
    var read = 0
    for _ in 0..<5_000 {
      var bytes = sound.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      guard let message = self.read(bytes) else { continue }
      read += 1
      if case .notify = ServiceCall(message) { Issue.record("no such arguments were written") }
    }
    #expect(read > 100)
  }
}
