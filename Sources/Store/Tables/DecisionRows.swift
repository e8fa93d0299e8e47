package import Delivery
package import NotificationModel

struct DecisionStatements {
  static let reading = TableReading(
    "decisions", "time, guideline, effect, reason, arguments, notification, ordinal",
    key: ["notification", "ordinal"], isNumbered: true
  ) { (cursor) throws(SQLiteFault) in
    _ = (try cursor.moment(), try cursor.decision())
    _ = (try cursor.counted(), try cursor.counted())
  }

  let newest = Statement("SELECT max(ordinal) FROM decisions WHERE notification = ?")
  /// The caller binds the number of the decision: a statement in which SQLite computes and returns the number costs
  /// more than the row itself.
  let append = Statement(
    """
    INSERT INTO decisions (notification, ordinal, time, guideline, effect, reason, arguments)
      VALUES (?, ?, ?, ?, ?, ?, ?)
    """)
  let thin = Statement("DELETE FROM decisions WHERE notification = ? AND ordinal > ? AND ordinal <= ?")
  let of = Statement(
    """
    SELECT ordinal, time, guideline, effect, reason, arguments FROM decisions
      WHERE notification = ? AND ordinal > ? ORDER BY ordinal LIMIT ?
    """)
}

extension SQLiteStore {
  package func append(
    _ decisions: [Ruling], to id: NotificationID, at time: Timestamp, areFirst: Bool
  ) throws(StorageFault) {
    guard !decisions.isEmpty else { return }
    let known = areFirst ? 0 : lastDecided(id)
    let newest = try write(leaving: { $0.decided = nil }) { (database) throws(SQLiteFault) -> Int in
      var newest = if let known { known } else { try newestDecision(of: id, in: database) }
      var cursor = try database.cursor(sql.decisions.append)
      for decision in decisions {
        newest += 1
        cursor.again()
        cursor.bind(id.number)
        cursor.bind(newest)
        cursor.bind(time)
        cursor.bind(decision.guideline)
        cursor.bind(decision.effect)
        cursor.bind(decision.reason.key)
        cursor.bind(ArgumentCoding.bytes(decision.reason.arguments))
        try cursor.run()
      }
      guard newest > Limits.decisionsPerNotification else { return newest }
      try database.run(sql.decisions.thin) {
        $0.bind(id.number)
        $0.bind(Int64(Limits.firstDecisions))
        $0.bind(Int64(newest - Limits.decisionsPerNotification + Limits.firstDecisions))
      }
      return newest
    }
    noteDecided(id, newest)
  }

  private func newestDecision(of id: NotificationID, in database: Database) throws(SQLiteFault) -> Int {
    var cursor = try database.cursor(sql.decisions.newest)
    cursor.bind(id.number)
    return try cursor.next() ? Int(try cursor.countedIfAny() ?? 0) : 0
  }

  package func decisions(of id: NotificationID, after place: Int, limit: Int) throws(StorageFault)
    -> [(place: Int, time: Timestamp, decision: Ruling)]
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.decisions.of)
      cursor.bind(id.number)
      cursor.bind(place)
      cursor.bind(limit)
      var decisions: [(place: Int, time: Timestamp, decision: Ruling)] = []
      while try cursor.next() {
        decisions.append((cursor.count(), try cursor.moment(), try cursor.decision()))
      }
      return decisions
    }
  }
}

extension Cursor {
  fileprivate mutating func decision() throws(SQLiteFault) -> Ruling {
    let (guideline, effect, key) = (text() ?? "", text() ?? "", text() ?? "")
    let arguments = try bytes().map { bytes throws(SQLiteFault) in try ArgumentCoding.arguments(bytes) } ?? []
    return Ruling(guideline: guideline, effect: effect, reason: Reason(key: key, arguments: arguments))
  }
}

/// The arguments of a reason, in one column, in the texts of `ActionCoding`.
///
/// An argument is one byte that says of which kind it is, and its value: a text; eight bytes of a number, low byte
/// first; or, for a part of a sentence, its key as a text, the number of its arguments in one byte, and these.
enum ArgumentCoding {
  private enum Kind: UInt8 { case count = 1, time, name, reason }

  /// No argument is longer than a path.
  private static let longest = Limits.pathBytes
  /// Levels of nested arguments; deeper ones are left out.
  private static let deepest = 3

  /// `nil` for an empty list, as in most rows.
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

  /// The arguments up to the first whose kind this version does not know.
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
