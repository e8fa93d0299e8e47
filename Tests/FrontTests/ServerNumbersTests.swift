import BusWire
import Testing

@testable import Front

@Suite("The numbers of notifications in the servers' own interfaces")
struct ServerNumbersTests {
  private static let dunst = "org.dunstproject.cmd0"
  private static let mako = "fr.emersion.Mako"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let host = RecordingHost()
  private let numbers: ServerNumbers

  init() {
    host.banners = [1_000_001: 7, 1_000_002: 8]
    numbers = ServerNumbers(host)
  }

  private func message(
    _ kind: MessageHeader.Kind, _ interface: String?, _ member: String?, _ values: [BusValue],
    _ order: ByteOrder = .little
  ) throws -> Message {
    var outgoing = OutgoingMessage(kind)
    outgoing.order = order
    outgoing.path = Array("/a".utf8)
    outgoing.interface = interface.map { Array($0.utf8) }
    outgoing.member = member.map { Array($0.utf8) }
    if kind == .reply || kind == .error { outgoing.replySerial = 1 }
    if kind == .error { outgoing.errorName = Array("a.b.C".utf8) }
    try outgoing.carry(values: values)
    var (framer, rest) = (Framer(.bus), outgoing.bytes(serial: 1)[...])
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
      throw WireFault.prefix
    }
    return message
  }

  private static func entries(_ ids: [BusValue]) -> BusValue {
    .array(of: "a{sv}", ids.map { .dictionary(["id": $0, "summary": .string("x"), "progress": .int32(7)]) })
  }

  /// The calls of the servers' tools, about the notification with a number.
  private static func calls(_ number: UInt32) -> [(interface: String, member: String, values: [BusValue])] {
    [
      (dunst, "NotificationPopHistory", [.uint32(number)]),
      (dunst, "NotificationRemoveFromHistory", [.uint32(number)]),
      (mako, "DismissNotification", [.uint32(number), .bool(false)]),
      (mako, "DismissNotifications", [.dictionary(["id": .uint32(number), "all": .bool(false)])]),
      (mako, "InvokeAction", [.uint32(number), .string("default")]),
    ]
  }

  @Test("A call reaches the server with the server's number")
  func calls() throws {
    for order in [ByteOrder.little, .big] {
      // An app's, one of the server's, one of neither, and none.
      for (given, expected) in [(1_000_002, 8), (8, 8), (1_000_009, 1_000_009), (0, 0)] as [(UInt32, UInt32)]
      {
        for (given, expected) in zip(Self.calls(given), Self.calls(expected)) {
          let call = try message(.call, given.interface, given.member, given.values, order)
          #expect(try numbers.forServer(call)?.values() == expected.values, "\(given.member)")
        }
      }
    }
  }

  @Test(
    "An answer reaches the app with the app's numbers",
    arguments: [
      (dunst, "NotificationListHistory", []), (mako, "ListNotifications", []), (mako, "ListHistory", []),
      (properties, "Get", [.string(mako), .string("Notifications")]), (properties, "GetAll", [.string(mako)]),
    ] as [(String, String, [BusValue])])
  func answers(_ interface: String, _ member: String, _ arguments: [BusValue]) throws {
    for order in [ByteOrder.little, .big] {
      let call = try message(.call, interface, member, arguments, order)
      #expect(numbers.forServer(call)?.bytes == call.bytes)
      let (server, app) = (
        Self.entries([.int32(7), .uint32(8), .uint32(9)]),
        Self.entries([.int32(1_000_001), .uint32(1_000_002), .uint32(9)])
      )
      for wrap in [{ $0 }, { .variant($0) }, { .dictionary(["Notifications": $0]) }]
        as [(BusValue) -> BusValue]
      {
        let answer = try message(.reply, nil, nil, [wrap(server)], order)
        #expect(try numbers.forApps(answer, to: call)?.values() == [wrap(app)])
      }
      let failed = try message(.error, nil, nil, [wrapped], order)
      #expect(numbers.forApps(failed, to: call)?.bytes == failed.bytes)
    }
  }

  private var wrapped: BusValue { Self.entries([.uint32(7)]) }

  @Test("A signal names the app's number")
  func signals() throws {
    for order in [ByteOrder.little, .big] {
      let signal = try message(.signal, Self.dunst, "NotificationHistoryRemoved", [.uint32(7)], order)
      #expect(try numbers.forApps(signal)?.values() == [.uint32(1_000_001)])
    }
  }

  @Test("What is no number of a notification stays as it is, and so does what cannot be read")
  func others() throws {
    for (interface, member, values) in [
      (Self.dunst, "NotificationAction", [.uint32(1_000_001)]),
      (Self.dunst, "NotificationPopHistory", [.int32(1_000_001)]),
      (Self.dunst, "NotificationPopHistory", []), (Self.mako, "DismissNotifications", [.uint32(1_000_001)]),
      (Self.mako, "ListNotifications", [.uint32(1_000_001)]),
      ("org.example", "InvokeAction", [.uint32(1_000_001)]),
      (nil, "InvokeAction", [.uint32(1_000_001)]),
    ] as [(String?, String, [BusValue])] {
      let call = try message(.call, interface, member, values)
      #expect(numbers.forServer(call)?.bytes == call.bytes)
      let answer = try message(.reply, nil, nil, [.uint32(7)])
      #expect(numbers.forApps(answer, to: call)?.bytes == answer.bytes)
    }
    let cleared = try message(.signal, Self.dunst, "NotificationHistoryCleared", [.uint32(7)])
    #expect(numbers.forApps(cleared)?.bytes == cleared.bytes)
  }

  @Test("While the server is being given a banner, an unknown number cannot be exchanged, and none needs to")
  func notYet() throws {
    host.cannotTell = true
    let known = try message(.call, Self.mako, "InvokeAction", [.uint32(1_000_001), .string("a")])
    #expect(try numbers.forServer(known)?.values().first == .uint32(7))
    let unknown = try message(.call, Self.mako, "InvokeAction", [.uint32(1_000_003), .string("a")])
    #expect(numbers.forServer(unknown) == nil)
    let list = try message(.call, Self.mako, "ListNotifications", [])
    #expect(numbers.forApps(try message(.reply, nil, nil, [Self.entries([.uint32(9)])]), to: list) == nil)
    #expect(numbers.forApps(try message(.reply, nil, nil, [Self.entries([])]), to: list) != nil)
  }
}
