import TestSupport

@testable import BusWire
@testable import BusWireTests

/// What bellhop-bus makes of messages as they pass: with names renamed, and otherwise the same.
let renamingTargets: [FuzzTarget] = [
  FuzzTarget(name: "match-rules", parsers: ["BusWire/MatchRule.swift"], maximumLength: 512, check: checkRule),
  FuzzTarget(
    name: "renamed-bytes", parsers: ["BusWire/Translator.swift", "BusWire/Framer.swift"],
    check: checkRenamedBytes),
]

private let (a, b) = (Array(Sample.a.utf8), Array(Sample.b.utf8))

// MARK: Match rules

/// The input is a choice of the role, and a rule, in which `A`, `B` and `D` stand for the notification name, the server's
/// and the bus's. A rule that the bus would read is one afterwards, with the same keys and values, but for the one name
/// in place of the other where it is meant. No rule changes its length.
@Sendable private func checkRule(_ bytes: [UInt8]) throws {
  guard let choice = bytes.first else { return }
  let role = [Role.stranger, .server, .daemon][Int(choice) % 3]
  let rule = bytes.dropFirst().flatMap { byte -> [UInt8] in
    switch byte {
    case UInt8(ascii: "A"): a
    case UInt8(ascii: "B"): b
    case UInt8(ascii: "D"): Array(Sample.driver.utf8)
    default: [byte]
    }
  }
  guard !rule.contains(0) else { return }
  let renamed = MatchRule(rule).translated(for: role).text
  try require(renamed.count == rule.count, "a rule changes its length")
  try require(role != .stranger || renamed == rule, "a stranger's rule is changed")
  try require(MatchRule(rule).isChanged(for: role) == (renamed != rule), "a change is denied")
  try require(MatchRule(renamed).translated(for: role).text == renamed, "a rule is changed twice")
  guard let pairs = PlainRule(rule)?.pairs else { return }
  let isOfDriver = pairs.allSatisfy { key, value in
    !["sender", "interface"].contains(key) || value == Array(Sample.driver.utf8)
  }
  let wanted = pairs.map { key, value in
    let isMeant =
      switch (key, role) {
      case (_, .stranger): false
      case ("sender", _), ("destination", _), ("interface", .daemon): true
      case ("arg0", _), ("arg0namespace", _): isOfDriver
      default: false
      }
    return PlainRule.Pair(key, isMeant && value == a ? b : value)
  }
  guard let read = PlainRule(renamed)?.pairs else { throw Violation("the bus cannot read the changed rule") }
  try require(
    read.map(\.key) == wanted.map(\.key) && read.map(\.value) == wanted.map(\.value),
    "the changed rule is about another name")
}

/// A rule as the D-Bus specification has it ("Match Rules"): first which bytes are marks, then which are whose.
private struct PlainRule {
  typealias Pair = (key: String, value: [UInt8])

  let pairs: [Pair]

  /// Nil for a rule that the bus refuses.
  init?(_ text: [UInt8]) {
    // A mark is nil, but for the commas between the pairs.
    var bytes: [UInt8?] = []
    var (isQuoted, index) = (false, 0)
    while index < text.count {
      let isLast = index + 1 == text.count
      switch Character(Unicode.Scalar(text[index])) {
      case "'":
        isQuoted.toggle()
        bytes.append(nil)
      case "\\" where !isQuoted && !isLast && text[index + 1] == UInt8(ascii: "'"):
        bytes.append(text[index + 1])
        index += 1
      // Apart from one in a value, which is written as a byte that no text has.
      case "," where isQuoted: bytes.append(0xFF)
      default: bytes.append(text[index])
      }
      index += 1
    }
    guard !isQuoted, !text.contains(0xFF) else { return nil }
    var pairs: [Pair] = []
    for part in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        // Blanks may stand behind the last comma.
        guard part.endIndex == bytes.endIndex, part.allSatisfy({ $0.map(Self.isBlank) ?? false }) else {
          return nil
        }
        continue
      }
      let key = part[..<equals].drop { $0.map(Self.isBlank) ?? false }
      let name = key.compactMap(\.self).reversed().drop(while: Self.isBlank).reversed()
      guard !name.isEmpty, !name.contains(where: Self.isBlank), !key.contains(nil) else { return nil }
      let value = part[(equals + 1)...].compactMap(\.self).map { $0 == 0xFF ? UInt8(ascii: ",") : $0 }
      pairs.append((String(decoding: name, as: UTF8.self), value))
    }
    self.pairs = pairs
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

// MARK: Bytes

/// The input is choices of the end that speaks, its role and the length of each read, and then messages. They come out
/// the same however they are cut. Each has the same length and the same sender, and differs in the two names alone; a
/// stranger's does not differ. Only bellhop-bus's own calls and what the bus says of the name held twice do not come out.
@Sendable private func checkRenamedBytes(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  let speaker = choices.one(of: [Framer.Speaker.client, .bus])
  let role = choices.one(of: [Role.stranger, .server, .daemon])
  let cut = 1 + choices.below(64)
  let stream = choices.rest()
  let ways = try [stream.count + 1, cut].map { size in
    var passage = Passage(speaker, role)
    for start in stride(from: 0, to: stream.count, by: size) where passage.fault == nil {
      try passage.pass(stream[start...].prefix(size))
    }
    return passage
  }
  try require(ways[0].fault == ways[1].fault, "a fault is found in one way of cutting alone")
  try require(ways[0].out == ways[1].out, "other bytes come out in one way of cutting")
}

/// One direction of a connection, with a look at each message.
private struct Passage {
  private let speaker: Framer.Speaker
  private var framer: Framer
  private var translator = Translator()
  private(set) var out: [UInt8] = []
  private(set) var fault: WireFault?

  init(_ speaker: Framer.Speaker, _ role: Role) {
    self.speaker = speaker
    framer = Framer(speaker)
    var begin = Array("\0BEGIN\r\n".utf8)[...]
    while speaker == .client, (try? framer.next(&begin, wantsBody: { _ in false })) != nil {}
    _ = translator.become(role)
  }

  mutating func pass(_ read: ArraySlice<UInt8>) throws {
    var read = read
    do {
      while let piece = try framer.next(
        &read, wantsBody: { [translator, speaker] in translator.wantsBody($0, from: speaker) })
      {
        switch piece {
        case .bytes(let bytes): out += bytes
        case .message(let message): try pass(message)
        }
      }
    } catch let fault as WireFault { self.fault = fault }
  }

  private mutating func pass(_ message: Message) throws {
    let role = translator.role
    var renamed = message
    var passes = true
    switch speaker {
    case .bus: passes = try translator.inward(&renamed)
    case .client:
      var way = try translator.outward(&renamed, .sample)
      if case .asksForName = way {
        try require(role == .stranger, "a program becomes a server twice")
        try require(translator.become(.server).allSatisfy { !$0.isEmpty }, "a call of ours is empty")
        way = try translator.outward(&renamed, .sample)
      }
      if case .own = way {
        passes = false
        if case .call(let call) = try BusCall.read(message) {
          try require(message.header.kind == .call, "\(call) is no call")
        }
      }
    }
    guard passes else { return try checkKept(message) }
    let isStranger = role == .stranger && translator.role == .stranger
    try require(!isStranger || renamed.bytes == message.bytes, "a stranger's message is changed")
    try require(renamed.bytes.count == message.bytes.count, "a message changes its length")
    try require(
      renamed.field(renamed.header.sender) == message.field(message.header.sender), "a sender is changed")
    try require(leveled(renamed.bytes) == leveled(message.bytes), "more is changed than the names")
    out += renamed.bytes
  }

  private func checkKept(_ message: Message) throws {
    switch speaker {
    case .client:
      try require(message.field(message.header.destination, is: BusName.own), "a message does not go on")
    case .bus:
      let first = try message.firstString()
      try require(
        message.field(message.header.sender, is: BusName.driver) && message.field(first, is: a),
        "a message does not reach the program")
    }
  }
}

extension UniqueNames {
  static let sample = {
    var names = UniqueNames()
    (names.servers, names.daemons) = ([Array(":1.5".utf8)], [Array(":1.9".utf8)])
    return names
  }()
}

/// The one name for both, without apostrophes, between which parts of a name may stand in a rule.
private func leveled(_ bytes: [UInt8]) -> [UInt8] {
  var (rest, level) = (bytes.filter { $0 != UInt8(ascii: "'") }[...], [UInt8]())
  while let byte = rest.first {
    let isName = rest.starts(with: b)
    level += isName ? a : [byte]
    rest = rest.dropFirst(isName ? b.count : 1)
  }
  return level
}
