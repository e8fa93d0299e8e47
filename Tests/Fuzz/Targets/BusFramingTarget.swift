import CNotify
import TestSupport

@testable import BusWire

/// Messages as they stand behind each other in a stream.
let busFramingTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "bus-framing",
    parsers: ["BusWire/Framer.swift", "BusWire/MessageHeader.swift"], check: checkFraming)
]

/// The input is choices (the length of each read, how odd messages and long bodies are met), and then a stream behind its
/// greeting. The stream has the same messages however it is cut: those that `PlainMessage` finds. A message that was read
/// is written, read again, and the same.
@Sendable private func checkFraming(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  let cut = 1 + choices.below(64)
  let manner = Manner(&choices)
  let stream = choices.rest()
  let ways = try [stream.count + 1, cut].map { size in
    var hearing = Hearing(manner)
    for start in stride(from: 0, to: stream.count, by: size) where hearing.fault == nil {
      try hearing.hear(stream[start...].prefix(size))
    }
    return hearing
  }
  let hearing = ways[0]
  try require(hearing.fault == ways[1].fault, "a fault is found in one way of cutting alone")
  try require(hearing.pieces == ways[1].pieces, "other messages are found in one way of cutting")

  var rest = stream[...]
  var messages = hearing.messages[...]
  var isFault = false
  while !isFault, let plain = PlainMessage(&rest) {
    isFault = plain.verdict == .fault || (plain.verdict == .odd && !manner.passesOverOdd)
    guard plain.verdict == .message else { continue }
    // One whose body is still awaited is found without its body, or not at all.
    guard let message = messages.popFirst() else {
      try require(!plain.isWhole, "a message is not found")
      break
    }
    try plain.check(message, manner)
  }
  try require(messages.isEmpty, "a message is found that a plain reading does not find")
  try require(
    isFault == (hearing.fault != nil), "a plain reading and the framer differ on a fault")
}

/// How the framer is to go about it.
private struct Manner {
  let speaker: Framer.Speaker
  let passesOverOdd: Bool
  let mostBodyBytes: Int
  private let wantsAll: Bool

  init(_ choices: inout FuzzBytes) {
    speaker = choices.one(of: [.bus, .client])
    passesOverOdd = choices.chance()
    mostBodyBytes = choices.one(of: [.max, 16, 40])
    wantsAll = choices.chance()
  }

  func wantsBody(_ message: Message) -> Bool { wantsAll || message.header.serial % 2 == 1 }
}

private struct Hearing {
  private let manner: Manner
  private var framer: Framer
  /// Messages, and what lies between them as one piece.
  private(set) var pieces: [[UInt8]] = []
  private(set) var messages: [Message] = []
  private(set) var fault: WireFault?
  private var isBetween = false

  init(_ manner: Manner) {
    self.manner = manner
    framer = Framer(manner.speaker, passesOverOdd: manner.passesOverOdd, mostBodyBytes: manner.mostBodyBytes)
    var answer = OutgoingMessage(.reply)
    answer.replySerial = 1
    var begin = (manner.speaker == .client ? Array("\0BEGIN\r\n".utf8) : answer.bytes(serial: 1))[...]
    while (try? framer.next(&begin, wantsBody: { _ in false })) != nil {}
  }

  mutating func hear(_ read: ArraySlice<UInt8>) throws {
    var read = read
    do throws(WireFault) {
      while let piece = try framer.next(&read, wantsBody: manner.wantsBody) {
        switch piece {
        case .message(let message):
          messages.append(message)
          pieces.append(message.bytes)
          isBetween = false
        case .bytes(let bytes):
          if isBetween { pieces[pieces.count - 1] += bytes } else { pieces.append(Array(bytes)) }
          isBetween = true
        }
      }
    } catch { fault = error }
    try require(read.isEmpty || fault != nil, "bytes are left over")
  }
}

/// A message of a stream, by a plain reading of the D-Bus specification ("Message Format").
private struct PlainMessage {
  enum Verdict {
    case message
    /// Its end is known, and no more.
    case odd
    /// What is behind it has no beginning.
    case fault
  }

  private(set) var verdict = Verdict.message
  let isWhole: Bool
  private let bytes: [UInt8]
  private let isLittle: Bool
  private let headerLength: Int
  private let bodyLength: Int
  /// By the codes of the fields: texts, signatures among them, and numbers.
  private var texts: [UInt8: [UInt8]] = [:]
  private var numbers: [UInt8: UInt32] = [:]

  /// The message at the beginning, which is removed; `nil` where nothing can be said of it yet.
  init?(_ rest: inout ArraySlice<UInt8>) {
    guard rest.count >= 16 else { return nil }
    let start = Array(rest.prefix(16))
    let isLittle = start[0] == UInt8(ascii: "l")
    func number(_ place: Int) -> Int {
      let four = start[place..<(place + 4)]
      return (isLittle ? Array(four.reversed()) : Array(four)).reduce(0) { $0 << 8 | Int($1) }
    }
    self.isLittle = isLittle
    let fieldsEnd = 16 + number(12)
    (headerLength, bodyLength) = ((fieldsEnd + 7) / 8 * 8, number(4))
    bytes = Array(rest.prefix(headerLength + bodyLength))
    isWhole = bytes.count == headerLength + bodyLength
    guard isLittle || start[0] == UInt8(ascii: "B"), start[1] != 0, start[3] == 1, number(8) != 0,
      headerLength + bodyLength <= 128 << 20
    else {
      verdict = .fault
      return
    }
    if number(12) > 65_536 {
      verdict = .odd
    } else {
      guard bytes.count >= headerLength else { return nil }
      if !readFields(fieldsEnd) || !hasRequired { verdict = .odd }
    }
    rest = rest.dropFirst(headerLength + bodyLength)
  }

  private mutating func readFields(_ end: Int) -> Bool {
    var place = 16
    while place < end {
      guard let start = padded(place, 8), start + 4 <= end else { return false }
      let code = bytes[start]
      switch code {
      case 0: return false
      case 1...9:
        let type = "ossssussgu".utf8.dropFirst(code == 1 ? 0 : Int(code)).first
        guard bytes[(start + 1)...].starts(with: [1, type ?? 0, 0]), texts[code] == nil, numbers[code] == nil
        else { return false }
        guard let next = readField(code, start + 4, end) else { return false }
        place = next
      default:
        var reader = WireReader(bytes[..<end], order: isLittle ? .little : .big, from: start + 1)
        guard (try? reader.variant { type, reader throws(WireFault) in try type.skip(&reader) }) != nil else {
          return false
        }
        place = reader.position
      }
    }
    return place == end && padded(end, 8) == headerLength
  }

  /// Where the field's value ends.
  private mutating func readField(_ code: UInt8, _ start: Int, _ end: Int) -> Int? {
    var (place, count) = (start, 0)
    if code == 8 {
      guard start < end else { return nil }
      (place, count) = (start + 1, Int(bytes[start]))
    } else {
      guard start + 4 <= end else { return nil }
      let four = bytes[start..<(start + 4)]
      count = (isLittle ? Array(four.reversed()) : Array(four)).reduce(0) { $0 << 8 | Int($1) }
      place = start + 4
    }
    if code == 5 || code == 9 {
      numbers[code] = UInt32(count)
      return code == 5 && count == 0 ? nil : place
    }
    guard place + count < end, bytes[place + count] == 0 else { return nil }
    let text = Array(bytes[place..<(place + count)])
    let isAllowed =
      switch code {
      case 1: text.first == UInt8(ascii: "/") && !text.contains(0)
      case 8: (try? Signature(text[...])) != nil
      default: (1...255).contains(count) && text.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      }
    texts[code] = text
    return isAllowed ? place + count + 1 : nil
  }

  /// The next place that is a multiple, if all before it is zero.
  private func padded(_ place: Int, _ size: Int) -> Int? {
    let end = (place + size - 1) / size * size
    return end <= bytes.count && bytes[place..<end].allSatisfy({ $0 == 0 }) ? end : nil
  }

  private var hasRequired: Bool {
    let required: [UInt8: [UInt8]] = [1: [1, 3], 2: [5], 3: [4, 5], 4: [1, 2, 3]]
    let isThere = (required[bytes[1]] ?? []).allSatisfy { texts[$0] != nil || numbers[$0] != nil }
    return isThere && (texts[8] ?? []).isEmpty == (bodyLength == 0)
  }

  // MARK: Comparing

  func check(_ message: Message, _ manner: Manner) throws {
    try compare(message)
    let header = message.header
    try require(header.length == headerLength && header.bodyLength == bodyLength, "the lengths are others")
    var start = bytes
    try require(
      g_dbus_message_bytes_needed(&start, gsize(start.count), nil) == headerLength + bodyLength,
      "GLib finds another length")
    guard bodyLength > 0, manner.wantsBody(message) else {
      return try require(message.bytes == Array(bytes.prefix(headerLength)), "more is here than the header")
    }
    guard bodyLength > manner.mostBodyBytes else {
      try require(message.hasBody && message.bytes == bytes, "the body is another")
      return try checkWritten(message)
    }
    let half = min(manner.mostBodyBytes / 2, Message.endBytes)
    let gap = (headerLength + half)..<(headerLength + bodyLength - half)
    try require(
      message.bytes == Array(bytes[..<gap.lowerBound] + bytes[gap.upperBound...]) && message.hasEnds,
      "the ends of the body are others")
    try require(message.hasBody == gap.isEmpty, "a body with a gap is whole")
    // Passed over in steps of seven: up to the gap, and what lies behind it.
    var reader = message.arguments()
    while !reader.isAtEnd {
      let range = try reader.advance(min(7, headerLength + bodyLength - reader.position))
      let wanted =
        range.lowerBound < gap.lowerBound
        ? range.prefix { $0 < gap.lowerBound } : range.drop { $0 < gap.upperBound }
      try require(
        reader.slice(range).elementsEqual(wanted.map { bytes[$0] })
          && reader.isHere(range) != range.overlaps(gap),
        "other bytes are read beside the gap")
    }
  }

  private func compare(_ message: Message) throws {
    let header = message.header
    let fields = [
      header.path, header.interface, header.member, header.errorName, nil, header.destination, header.sender,
    ]
    for (index, range) in fields.enumerated() {
      try require(message.field(range) == texts[UInt8(index + 1)], "the field \(index + 1) is another")
    }
    try require(
      header.replySerial == numbers[5] && header.descriptors == Int(numbers[9] ?? 0)
        && header.signature == texts[8] ?? [], "another number or signature is read")
    try require(
      header.kind?.rawValue == ((1...4).contains(bytes[1]) ? bytes[1] : nil)
        && header.wantsNoReply == (bytes[2] & 1 == 1) && (header.order == .little) == isLittle,
      "the kind or a flag is another")
  }

  /// In its own order, with the fields that a message of ours may have.
  private func checkWritten(_ message: Message) throws {
    guard let kind = message.header.kind else { return }
    var written = OutgoingMessage(kind)
    (written.order, written.wantsNoReply) = (message.header.order, message.header.wantsNoReply)
    written.startsService = bytes[2] & 2 == 0
    (written.path, written.interface, written.member) = (texts[1], texts[2], texts[3])
    (written.errorName, written.replySerial) = (texts[4], numbers[5])
    (written.destination, written.sender) = (texts[6], texts[7])
    written.carry(message.header.signature, message.body)
    var rest = written.bytes(serial: message.header.serial)[...]
    let text = Array(rest)
    guard let again = PlainMessage(&rest), again.verdict == .message, again.isWhole, rest.isEmpty else {
      throw Violation("what was written is no message")
    }
    var numbers = numbers
    numbers[9] = nil
    try require(again.texts == texts && again.numbers == numbers, "other fields are written")
    try require(
      text.suffix(bodyLength) == bytes.suffix(bodyLength) && text[1] == bytes[1]
        && text[2] & 3 == bytes[2] & 3
        && text[8..<12] == bytes[8..<12], "other bytes are written")
  }
}
