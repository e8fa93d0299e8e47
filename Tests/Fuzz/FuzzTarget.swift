import Testing

/// A parser of bytes that a peer, a file or a server says, and the rules that hold for every input of it.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
  /// Also the name of its corpus, `Corpus/NAME.txt`.
  let name: String
  /// The files of Sources whose lines its inputs are to reach.
  let parsers: [String]
  /// The longest input in bytes that the fuzzer tries.
  var maximumLength = 4_096
  /// Throws a `Violation` for an input that breaks a rule. Bytes that are refused as they should be are no violation.
  let check: @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] =
    varlinkTargets
    + desktopTargets + desktopEntryTargets + terminalTargets
    + engineTargets
    + frontTargets
    + markupTargets
    + pictureTargets
    + configurationTargets
    + requestTargets
    + callTargets
    + triggerTargets
    + databaseTargets
    + busOpeningTargets + busFramingTargets + busValueTargets + renamingTargets + roleTargets

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  var testDescription: String { name }
}

/// Choices that the bytes of an input make, for targets whose input is more than one text. Once the bytes are used up,
/// every further choice is the first one.
struct FuzzBytes {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number below the limit, which is at most 65,536.
  mutating func below(_ limit: Int) -> Int {
    let value = limit <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
    return value % limit
  }

  mutating func chance() -> Bool { byte() & 1 == 1 }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// At most so many of the bytes that are left.
  mutating func prefix(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  mutating func rest() -> [UInt8] { prefix(bytes.count) }

  /// The bytes that are left, cut into pieces by their own lengths: the first byte of each piece is its length.
  mutating func pieces() -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    while !isEmpty { pieces.append(prefix(Int(byte()))) }
    return pieces
  }
}
