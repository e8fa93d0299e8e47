import TestSupport

@testable import BusWire
@testable import BusWireTests

/// A message between a program and the bus, by its meaning.
struct Said {
  let speaker: Framer.Speaker
  fileprivate let kind: MessageHeader.Kind
  private let order: ByteOrder
  let serial: UInt32
  let wantsNoReply: Bool
  fileprivate let answered: UInt32
  fileprivate let member: String
  fileprivate var interface: String?
  fileprivate var destination: String?
  fileprivate let sender: String?
  /// Texts: each an argument, or all of them a list that is the only one.
  fileprivate var arguments: [String]
  fileprivate let isList: Bool

  fileprivate static let own = "io.bellhop.Bus"
  private static let names = [
    Sample.a, Sample.b, Sample.driver, own, ":1.5", ":1.9", ":1.7", "org.example.App",
  ]
  private static let interfaces = [
    Sample.a, Sample.b, Sample.driver, "io.bellhop.Bus1", "org.freedesktop.DBus.Peer",
    "org.freedesktop.DBus.Introspectable",
  ]
  private static let ownMembers = ["Translate", "Serve", "GetServer", "HandOver", "TakeOver"]
  private static let members =
    [
      "RequestName", "GetNameOwner", "AddMatch", "RemoveMatch", "NameAcquired", "NameLost",
      "NameOwnerChanged",
      "Notify", "SetWhenDown", "Ping", "Introspect",
    ] + ownMembers
  private static let texts = [
    Sample.a, Sample.b, "x", ":1.5", "server", "wait", "sender='\(Sample.a)'", "interface='\(Sample.a)'",
    "sender='\(Sample.driver)',arg0='\(Sample.a)'", String(repeating: "x", count: 2_000),
  ]
  private static let longText = String(repeating: "x", count: 70_000)

  /// `awaited`: the serials of calls that the bus may answer.
  init(_ speaker: Framer.Speaker, _ choices: inout FuzzBytes, _ awaited: [UInt32]) {
    self.speaker = speaker
    kind = choices.one(of: [.call, .signal, .reply, .error])
    order = choices.chance() ? .big : .little
    serial = 1 + UInt32(choices.byte())
    wantsNoReply = choices.chance()
    answered = choices.one(of: [3] + awaited)
    member = choices.one(of: Self.members)
    destination = choices.one(of: [nil] + Self.names)
    sender = choices.one(of: [nil] + Self.names)
    interface = choices.one(of: Self.interfaces)
    if kind == .call, choices.chance() { interface = nil }
    isList = choices.chance()
    arguments = (0..<choices.below(4)).map { _ in choices.one(of: Self.texts) }
    // Seldom, for it takes a hundred times as long.
    if choices.below(64) == 63 { arguments.append(Self.longText) }
  }

  var bytes: [UInt8] {
    // A signal may have every field but two.
    var sample = Sample.signal(
      member, interface: interface ?? "", from: sender, to: destination, isList ? [] : arguments, order: order
    )
    (sample.type, sample.flags, sample.serial) = (kind.rawValue, wantsNoReply ? 1 : 0, serial)
    if interface == nil { sample.fields.removeAll { $0.code == 2 } }
    if kind == .reply || kind == .error { sample.fields.append((5, .number(answered))) }
    if kind == .error { sample.fields.append((4, .string("a.b"))) }
    guard isList, !arguments.isEmpty else { return sample.bytes }
    sample.fields.append((8, .signature("as")))
    sample.body = Sample.reply(to: 1, from: "a", names: arguments, order: order).body
    return sample.bytes
  }

  fileprivate var bodyBytes: Int {
    arguments.reduce(0) { ($0 + 3) / 4 * 4 + 5 + $1.utf8.count } + (isList ? 4 : 0)
  }

  /// Whether bellhop-bus has the method, if the call is for bellhop-bus.
  var isOwnMethod: Bool {
    switch (interface ?? "io.bellhop.Bus1", member) {
    case ("io.bellhop.Bus1", "SetWhenDown"): !isList && (arguments == ["server"] || arguments == ["wait"])
    case ("io.bellhop.Bus1", _): arguments.isEmpty && Self.ownMembers.contains(member)
    case ("org.freedesktop.DBus.Peer", "Ping"), ("org.freedesktop.DBus.Introspectable", "Introspect"):
      arguments.isEmpty
    default: false
    }
  }
}

/// What BusWire.md says of each message.
struct RoleModel {
  enum Outcome {
    case passed(Said)
    case kept
    case refused
  }

  private(set) var role: Role
  private(set) var isServer = false
  private(set) var isServingDirectly = false
  private(set) var uniqueName: String?
  /// Serials of bellhop-bus's own calls.
  var awaited: Set<UInt32> = []
  private var asking: UInt32?
  private var rules: [String] = []

  init(role: Role) { self.role = role }

  /// A call of bellhop-bus's own; `nil` if it made none.
  mutating func ask(_ call: Heard?) throws {
    guard let call else { return try require(asking != nil, "the name is not asked for") }
    let isAsking = call.words == ["RequestName", Sample.a]
    try require(
      isAsking ? asking == nil : call.words == ["ReleaseName", Sample.a],
      "another call is made than for the name")
    try require(
      call.destination == Sample.driver && !awaited.contains(call.serial), "a call is not the bus's")
    if isAsking { asking = call.serial }
    awaited.insert(call.serial)
  }

  /// A message of the program's, and the calls that go before it, by their members and first arguments.
  mutating func outward(_ said: Said) -> (Outcome, calls: [[String]]) {
    var renamed = said
    switch said.kind {
    case .call where said.destination == Said.own: return (said.bodyBytes > 1_024 ? .refused : .kept, [])
    case .call where said.destination == Sample.driver: return toDriver(said)
    case .call where role != .stranger:
      if [Sample.a, ":1.5"].contains(said.destination) { renamed.interface.rename(Sample.a, Sample.b) }
      renamed.destination.rename(Sample.a, Sample.b)
    case .signal where role == .server:
      let isForDaemon = said.destination.map { $0 == ":1.9" } ?? !isServingDirectly
      if isForDaemon { renamed.interface.rename(Sample.a, Sample.b) }
    default: break
    }
    return (.passed(renamed), [])
  }

  private mutating func toDriver(_ said: Said) -> (Outcome, calls: [[String]]) {
    guard !said.isList, let first = said.arguments.first, said.bodyBytes <= 65_536,
      said.interface == nil || said.interface == Sample.driver
    else { return (.passed(said), []) }
    var (renamed, calls) = (said, [[String]]())
    if role == .stranger, said.member == "RequestName", first == Sample.a {
      calls = rules.filter { $0.translated(for: .server) != $0 }
        .flatMap { [["RemoveMatch", $0], ["AddMatch", $0.translated(for: .server)]] }
      (role, rules) = (.server, [])
    }
    switch said.member {
    case "AddMatch" where role == .stranger: rules.append(first)
    case "RemoveMatch" where role == .stranger: rules.firstIndex(of: first).map { _ = rules.remove(at: $0) }
    case "AddMatch", "RemoveMatch": renamed.arguments[0] = first.translated(for: role)
    default: if role != .stranger, first == Sample.a { renamed.arguments[0] = Sample.b }
    }
    return (.passed(renamed), calls)
  }

  /// A message of the bus's.
  mutating func inward(_ said: Said) -> Outcome {
    if uniqueName == nil, let name = said.destination, name.hasPrefix(":") { uniqueName = name }
    guard role != .stranger else { return .passed(said) }
    var renamed = said
    guard said.sender == Sample.driver else {
      renamed.destination.rename(Sample.b, Sample.a)
      renamed.interface.rename(Sample.b, Sample.a)
      return .passed(renamed)
    }
    switch said.kind {
    case .call: return .passed(said)
    case .reply, .error:
      if awaited.remove(said.answered) != nil {
        if asking == said.answered { asking = nil }
        return said.bodyBytes > (said.kind == .reply ? 1_048_576 : 65_536) ? .refused : .kept
      }
      if said.isList, said.bodyBytes <= (said.kind == .reply ? 1_048_576 : 65_536) {
        renamed.arguments = said.arguments.map(\.exchanged)
      }
    case .signal:
      guard !said.isList, let first = said.arguments.first, said.bodyBytes <= 65_536 else { break }
      if role == .server, said.member == "NameAcquired" || said.member == "NameLost" {
        if first == Sample.a {
          isServingDirectly = said.member == "NameAcquired"
          return .kept
        }
        if first == Sample.b { isServer = said.member == "NameAcquired" }
      }
      renamed.arguments[0] = first.exchanged
    }
    return .passed(renamed)
  }
}

extension String? {
  fileprivate mutating func rename(_ old: String, _ new: String) { if self == old { self = new } }
}

extension String {
  fileprivate var exchanged: String { self == Sample.a ? Sample.b : self == Sample.b ? Sample.a : self }

  /// Rules have a target of their own.
  fileprivate func translated(for role: Role) -> String {
    String(decoding: MatchRule(Array(utf8)).translated(for: role).text, as: UTF8.self)
  }
}
