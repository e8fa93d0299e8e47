import TestSupport

@testable import BusWire
@testable import BusWireTests

/// Whole messages both ways, whose meaning is known.
let roleTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "renaming", parsers: ["BusWire/Translator.swift", "BusWire/BusCall.swift"], maximumLength: 512,
    check: checkRenaming)
]

/// The input is choices: a role, the length of each read, and then a step in every few bytes: a message of the program's
/// or of the bus's, or a call of bellhop-bus's own. Each message comes out as `RoleModel` says.
@Sendable private func checkRenaming(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  let role = choices.one(of: [Role.stranger, .server, .daemon])
  var link = PlainLink(cut: 7 + choices.below(58), role)
  var model = RoleModel(role: role)
  for _ in 0..<16 where !choices.isEmpty && !link.isFaulty {
    switch choices.below(8) {
    case 0...3: try check(Said(.client, &choices, []), &model, &link)
    case 4...6: try check(Said(.bus, &choices, model.awaited.sorted()), &model, &link)
    default:
      let call =
        choices.chance()
        ? link.translator.askForNotifications(replacing: choices.chance())
        : link.translator.releaseNotifications()
      try model.ask(call.map(Heard.init))
    }
    try require(
      link.translator.role == model.role && link.translator.isServer == model.isServer
        && link.translator.isServingDirectly == model.isServingDirectly
        && link.translator.uniqueName == model.uniqueName.map { Array($0.utf8) }, "the state is another")
  }
}

private func check(_ said: Said, _ model: inout RoleModel, _ link: inout PlainLink) throws {
  let (wanted, calls) = said.speaker == .client ? model.outward(said) : (model.inward(said), [])
  let (out, made, own) = try link.pass(said)
  switch wanted {
  case .passed(let wanted): try require(out == wanted.bytes, "the message comes out otherwise: \(said)")
  case .kept: try require(out.isEmpty && !link.isFaulty, "the message comes out: \(said)")
  case .refused: return try require(link.isFaulty, "the message is no fault: \(said)")
  }
  try require(!link.isFaulty, "the message is a fault: \(said)")
  try require(made.map(\.words) == calls, "other calls bring the rules into line")
  for call in made { model.awaited.insert(call.serial) }
  guard let own else { return }
  try require(own.isCall == said.isOwnMethod, "a call to bellhop-bus itself is read as another: \(said)")
  guard let answer = try own.answer.map(Heard.init) else {
    return try require(said.wantsNoReply, "there is no answer")
  }
  try require(
    !said.wantsNoReply && answer.answers == said.serial && answer.sender == "io.bellhop.Bus"
      && answer.destination == model.uniqueName, "the answer is to another call")
}

/// A connection through bellhop-bus without sockets.
private struct PlainLink {
  var translator = Translator()
  private(set) var isFaulty = false
  private var fromClient = Framer(.client)
  private var fromBus = Framer(.bus)
  private let cut: Int

  init(cut: Int, _ role: Role) {
    self.cut = cut
    _ = translator.become(role)
    var begin = Array("\0BEGIN\r\n".utf8)[...]
    while (try? fromClient.next(&begin, wantsBody: { _ in false })) != nil {}
  }

  struct Own {
    let isCall: Bool
    let answer: [UInt8]?
  }

  /// The bytes that come out, the calls that go before them, and what bellhop-bus itself makes of the message.
  mutating func pass(_ said: Said) throws -> (out: [UInt8], calls: [Heard], own: Own?) {
    var (out, calls, own) = ([UInt8](), [Heard](), Own?.none)
    // Long bodies are cut into fewer parts.
    let bytes = said.bytes
    let size = bytes.count > 4_096 ? cut * 256 : cut
    for start in stride(from: 0, to: bytes.count, by: size) {
      var read = bytes[start...].prefix(size)
      do {
        while let piece = try next(&read, from: said.speaker) {
          switch piece {
          case .bytes(let bytes): out += bytes
          case .message(var message):
            guard said.speaker == .client else {
              if try translator.inward(&message) { out += message.bytes }
              continue
            }
            var way = try translator.outward(&message, .sample)
            if case .asksForName = way {
              calls = try translator.become(.server).map(Heard.init)
              way = try translator.outward(&message, .sample)
            }
            guard case .own = way else {
              out += message.bytes
              continue
            }
            own = try answer(to: message)
          }
        }
      } catch is WireFault {
        isFaulty = true
        break
      }
    }
    return (out, calls, own)
  }

  private mutating func next(_ read: inout ArraySlice<UInt8>, from speaker: Framer.Speaker) throws(WireFault)
    -> Framer.Piece?
  {
    let translator = translator
    func wantsBody(_ message: Message) -> Bool { translator.wantsBody(message, from: speaker) }
    return speaker == .client
      ? try fromClient.next(&read, wantsBody: wantsBody) : try fromBus.next(&read, wantsBody: wantsBody)
  }

  private mutating func answer(to message: Message) throws(WireFault) -> Own {
    switch try BusCall.read(message) {
    case .call:
      Own(isCall: true, answer: translator.answer(message, .reply([.uint32(1), .string(Array("x".utf8))])))
    case .answer(let answer): Own(isCall: false, answer: translator.answer(message, answer))
    }
  }
}

/// A message that bellhop-bus itself has written.
struct Heard {
  let serial: UInt32
  /// The member and the first argument.
  let words: [String]
  let answers: UInt32?
  let sender: String?
  let destination: String?

  init(_ bytes: [UInt8]) throws {
    var (framer, rest) = (Framer(.bus), bytes[...])
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }), rest.isEmpty else {
      throw Violation("a message of bellhop-bus's own cannot be read")
    }
    let header = message.header
    (serial, answers) = (header.serial, header.replySerial)
    words = [message.text(header.member), message.text(try message.firstString())].compactMap(\.self)
    (sender, destination) = (message.text(header.sender), message.text(header.destination))
    _ = try message.values()
  }
}
