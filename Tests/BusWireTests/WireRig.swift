@testable import BusWire

/// A message as a program would write it.
struct Sample {
  enum Value {
    case string(String)
    case path(String)
    case signature(String)
    case number(UInt32)
  }

  var order = ByteOrder.little
  var type: UInt8 = 1
  var flags: UInt8 = 0
  var serial: UInt32 = 7
  var fields: [(code: UInt8, value: Value)] = []
  var body: [UInt8] = []

  static let driver = "org.freedesktop.DBus"
  static let a = "org.freedesktop.Notifications"
  static let b = "io.bellhop.NotificationServer"

  static func call(
    _ member: String, to destination: String, interface: String? = nil, _ arguments: [String] = [],
    order: ByteOrder = .little
  ) -> Sample {
    var sample = Sample(order: order)
    sample.fields = [(1, .path("/org/example")), (3, .string(member)), (6, .string(destination))]
    if let interface { sample.fields.append((2, .string(interface))) }
    sample.append(arguments)
    return sample
  }

  static func signal(
    _ member: String, interface: String, from sender: String? = nil, to destination: String? = nil,
    _ arguments: [String] = [], order: ByteOrder = .little
  ) -> Sample {
    var sample = Sample(order: order, type: 4)
    sample.fields = [(1, .path("/org/example")), (2, .string(interface)), (3, .string(member))]
    if let sender { sample.fields.append((7, .string(sender))) }
    if let destination { sample.fields.append((6, .string(destination))) }
    sample.append(arguments)
    return sample
  }

  static func reply(
    to serial: UInt32, from sender: String, names: [String] = [], order: ByteOrder = .little
  ) -> Sample {
    var sample = Sample(order: order, type: 2)
    sample.fields = [(5, .number(serial)), (7, .string(sender)), (6, .string(":1.7"))]
    guard !names.isEmpty else { return sample }
    sample.fields.append((8, .signature("as")))
    var list: [UInt8] = []
    for name in names { sample.append(.string(name), to: &list) }
    sample.body = sample.number(UInt32(list.count)) + list
    return sample
  }

  private mutating func append(_ arguments: [String]) {
    guard !arguments.isEmpty else { return }
    fields.append((8, .signature(String(repeating: "s", count: arguments.count))))
    for argument in arguments { append(.string(argument), to: &body) }
  }

  func number(_ value: UInt32) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return order == .little ? bytes : bytes.reversed()
  }

  private func pad(_ bytes: inout [UInt8], to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  private func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .string(let text), .path(let text):
      pad(&bytes, to: 4)
      bytes += number(UInt32(text.utf8.count)) + Array(text.utf8) + [0]
    case .signature(let text): bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    case .number(let value):
      pad(&bytes, to: 4)
      bytes += number(value)
    }
  }

  var bytes: [UInt8] {
    var array: [UInt8] = []
    for (code, value) in fields {
      pad(&array, to: 8)
      let type =
        switch value {
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .number: "u"
        }
      array += [code, 1] + Array(type.utf8) + [0]
      append(value, to: &array)
    }
    var all = [order.rawValue, type, flags, 1] + number(UInt32(body.count)) + number(serial)
    all += number(UInt32(array.count)) + array
    pad(&all, to: 8)
    return all + body
  }
}

/// One direction of a connection without sockets: the messages in, and the messages out at the other end.
struct Direction {
  private var framer: Framer
  private let speaker: Framer.Speaker
  var translator: Translator
  var names = UniqueNames()
  /// The number of messages for bellhop-bus itself, or that asked it to act.
  private(set) var asked = 0
  private(set) var largestPiece = 0

  static let greeting: [Framer.Speaker: [UInt8]] = [
    .client: Array("\0AUTH EXTERNAL 31303030\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8),
    .bus: Array("OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8),
  ]

  init(_ speaker: Framer.Speaker, _ role: Role) {
    self.speaker = speaker
    framer = Framer(speaker)
    translator = Translator()
    _ = translator.become(role)
  }

  /// Behind the greeting.
  static func begun(_ speaker: Framer.Speaker, _ role: Role) throws(WireFault) -> Direction {
    var direction = Direction(speaker, role)
    _ = try direction.pass(greeting[speaker] ?? [])
    return direction
  }

  mutating func pass(_ bytes: [UInt8]) throws(WireFault) -> [UInt8] {
    var rest = bytes[...]
    var out: [UInt8] = []
    while let piece = try framer.next(
      &rest, wantsBody: { [translator, speaker] in translator.wantsBody($0, from: speaker) })
    {
      switch piece {
      case .bytes(let bytes):
        largestPiece = max(largestPiece, bytes.count)
        out += bytes
      case .message(var message):
        largestPiece = max(largestPiece, message.bytes.count)
        if try passes(&message) { out += message.bytes }
      }
    }
    return out
  }

  private mutating func passes(_ message: inout Message) throws(WireFault) -> Bool {
    guard speaker == .client else { return try translator.inward(&message) }
    switch try translator.outward(&message, names) {
    case .forward: return true
    case .own: _ = try BusCall.read(message)
    case .asksForName:
      _ = translator.become(.server)
      asked += 1
      _ = try translator.outward(&message, names)
      return true
    }
    asked += 1
    return false
  }
}
