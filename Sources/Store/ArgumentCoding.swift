import NotificationModel

/// What a reason speaks of, in one column, in the texts of `ActionCoding`.
///
/// An argument is one byte that says of which kind it is, and its value: a text; eight bytes of a number, low byte
/// first; or, for a part of a sentence, its key as a text, the number of its arguments in one byte, and these.
enum ArgumentCoding {
  private enum Kind: UInt8 { case count = 1, time, name, reason }

  /// What names something is no longer than a path.
  private static let longest = Limits.pathBytes
  /// Parts of parts: what is deeper is left out.
  private static let deepest = 3

  /// `nil` where there are none, as for most.
  static func bytes(_ arguments: [Reason.Argument]) -> [UInt8]? {
    guard !arguments.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for argument in arguments { append(argument, to: &bytes, depth: 0) }
    return bytes
  }

  private static func append(_ argument: Reason.Argument, to bytes: inout [UInt8], depth: Int) {
    switch argument {
    case .count(let count): append(.count, Int64(count), to: &bytes)
    case .time(let time): append(.time, time.milliseconds, to: &bytes)
    case .name(let name):
      bytes.append(Kind.name.rawValue)
      bytes.append(text: name.cut(toBytes: longest))
    case .reason(let part):
      bytes.append(Kind.reason.rawValue)
      bytes.append(text: part.key)
      let kept = depth + 1 < deepest ? part.arguments.prefix(Int(UInt8.max)) : []
      bytes.append(UInt8(clamping: kept.count))
      for argument in kept { append(argument, to: &bytes, depth: depth + 1) }
    }
  }

  private static func append(_ kind: Kind, _ number: Int64, to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Those up to one of a kind that another version of the program has written.
  static func arguments(_ bytes: [UInt8]) throws(SQLiteFault) -> [Reason.Argument] {
    var rest = bytes[...]
    var arguments: [Reason.Argument] = []
    while !rest.isEmpty, let argument = try argument(&rest, depth: 0) { arguments.append(argument) }
    return arguments
  }

  private static func argument(_ rest: inout ArraySlice<UInt8>, depth: Int) throws(SQLiteFault)
    -> Reason.Argument?
  {
    switch Kind(rawValue: try rest.byte()) {
    case .count: return .count(Int(try number(&rest)))
    case .time: return .time(Timestamp(milliseconds: try number(&rest)))
    case .name: return .name(try rest.text() ?? "")
    case .reason:
      guard depth < deepest else { return nil }
      let key = try rest.text() ?? ""
      var arguments: [Reason.Argument] = []
      for _ in 0..<(try rest.byte()) {
        guard let argument = try argument(&rest, depth: depth + 1) else {
          rest = []
          break
        }
        arguments.append(argument)
      }
      return .reason(Reason(key: key, arguments: arguments))
    case nil: return nil
    }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) throws(SQLiteFault) -> Int64 {
    var number: Int64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { number |= Int64(try rest.byte()) << shift }
    return number
  }
}
