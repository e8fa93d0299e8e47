package import NotificationModel
package import Records

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
  /// Stores decisions. Of each notification, `Limits.decisionsPerNotification` stay: the first few, and the newest.
  /// `areFirst`: the notification has none yet.
  package func append(
    _ decisions: [Ruling], to id: NotificationID, at time: Timestamp, areFirst: Bool = false
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
        let arguments = decision.reason.arguments
        cursor.bind(arguments.isEmpty ? nil : arguments.json)
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

  /// The decisions after this place, oldest first, with their places. Places count up from 1, with gaps.
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
    let arguments = try json([Reason.Argument].init) ?? []
    return Ruling(guideline: guideline, effect: effect, reason: Reason(key: key, arguments: arguments))
  }
}
