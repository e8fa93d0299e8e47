package import NotificationModel
package import Records

struct StepStatements {
  private static let columns =
    "number, command, app, earlier_chosen, earlier_timed, later_chosen, later_timed"

  private static let takenColumns =
    """
    notification, state, due, due_lapses, awaits_zone, fired, expires, lapse, missed, told, summary_mark, summary_number, notice_mark,
    notice_number, meanwhile
    """

  static let reading = TableReading("steps", "\(columns), time", key: ["number"], isNumbered: true) {
    (cursor) throws(SQLiteFault) in
    _ = try Step.read(&cursor)
    _ = try cursor.moment()
  }
  static let taken = TableReading(
    "taken", "\(takenColumns), step", key: ["step", "notification"]
  ) { (cursor) throws(SQLiteFault) in
    _ = try Taken.read(&cursor)
    _ = try cursor.counted()
  }

  let last = Statement("SELECT \(columns) FROM steps WHERE time > ? ORDER BY number DESC LIMIT 1")
  let exists = Statement("SELECT EXISTS (SELECT 1 FROM steps WHERE number = ?)")
  let ofApp = Statement("SELECT \(columns) FROM steps WHERE app = ? ORDER BY number DESC")
  let insert = Statement(
    """
    INSERT INTO steps (time, command, app, earlier_chosen, earlier_timed, later_chosen, later_timed)
      VALUES (?, ?, ?, ?, ?, ?, ?)
    """)
  let remove = Statement("DELETE FROM steps WHERE number = ?")
  let removeOfApp = Statement("DELETE FROM steps WHERE app = ?")
  let removeOld = Statement(
    "DELETE FROM steps WHERE time <= ?1 OR number <= (SELECT max(number) FROM steps) - ?2")
  let takenBy = Statement(
    """
    SELECT \(takenColumns) FROM taken WHERE step = ? ORDER BY notification DESC LIMIT ?
    """)
  let keep = Statement(
    """
    INSERT OR IGNORE INTO taken (step, \(takenColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)
  let giveBack = Statement("DELETE FROM taken WHERE step = ? AND notification = ?")
  let giveUp = Statement("DELETE FROM taken WHERE notification = ?")
  let read = Statement(
    """
    UPDATE taken SET state = 'read', due = NULL, awaits_zone = 0, fired = NULL, expires = NULL,
        lapse = NULL, due_lapses = NULL, missed = NULL,
        told = NULL, summary_mark = NULL, summary_number = NULL, notice_mark = NULL, notice_number = NULL,
        meanwhile = NULL
      WHERE notification = ?1 AND (state IN ('held', 'delivered', 'failed') OR ?2 AND state = 'scheduled')
    """)
  let readUnseen = Statement(
    """
    UPDATE taken SET meanwhile = 'read'
      WHERE notification = ?1 AND state = 'awaitingConsent' AND (?2 OR due IS NULL)
    """)
  let move = Statement(
    """
    UPDATE taken SET step = ?1 WHERE notification IN (SELECT value FROM json_each(?2))
      AND step = (SELECT max(step) FROM taken AS later JOIN steps ON number = step
        WHERE later.notification = taken.notification AND command = 'dismissal')
    """)
}

extension SQLiteStore {
  /// The last command that is not yet taken back, of those after `time`.
  package func lastStep(after time: Timestamp) throws(StorageFault) -> Step? {
    try row(sql.steps.last) { $0.bind(time) }
  }

  /// Whether the command can still be taken back.
  package func hasStep(_ number: Int64) throws(StorageFault) -> Bool {
    try row(sql.steps.exists) { $0.bind(number) } ?? false
  }

  /// The commands about this app, the last first.
  package func steps(about app: AppID) throws(StorageFault) -> [Step] {
    try rows(sql.steps.ofApp) { $0.bind(app.text) }
  }

  package func forgetSteps(about app: AppID) throws(StorageFault) {
    try run(sql.steps.removeOfApp) { $0.bind(app.text) }
  }

  /// Stores a command, and forgets those that came up to `old`, and all but the last `most`. Returns its number.
  package func begin(
    _ command: Step.Command, _ choice: ChoiceChange? = nil, at time: Timestamp,
    forgettingThrough old: Timestamp,
    most: Int
  ) throws(StorageFault) -> Int64 {
    try write { (database) throws(SQLiteFault) in
      try database.run(sql.steps.insert) {
        $0.bind(time)
        $0.bind(command.rawValue)
        $0.bind(choice?.app.text)
        $0.bind(choice.flatMap { SettingCoding.text($0.earlier.chosen) })
        $0.bind(choice?.earlier.timed)
        $0.bind(choice.flatMap { SettingCoding.text($0.later.chosen) })
        $0.bind(choice?.later.timed)
      }
      let number = database.lastInsertedID
      try database.run(sql.steps.removeOld) {
        $0.bind(old)
        $0.bind(most)
      }
      return number
    }
  }

  package func forgetStep(_ number: Int64) throws(StorageFault) {
    try run(sql.steps.remove) { $0.bind(number) }
  }

  /// Some of the notifications that a command took or changed, the newest first. A row is gone with its notification.
  package func taken(by step: Int64, limit: Int) throws(StorageFault) -> [Taken] {
    try rows(sql.steps.takenBy) {
      $0.bind(step)
      $0.bind(limit)
    }
  }

  /// Keeps a notification for undo. If the command took it before, that is kept.
  package func keep(_ taken: Taken, by step: Int64) throws(StorageFault) {
    try run(sql.steps.keep) {
      $0.bind(step)
      $0.bind(taken.id.number)
      $0.bind(taken.state.rawValue)
      $0.bind(taken.due)
      $0.bind(taken.expiry)
      $0.bind(taken.missed?.cause.rawValue)
      $0.bind(taken.missed?.isTold == true ? 1 : nil)
      $0.bind(taken.joint.summary)
      $0.bind(taken.joint.notice)
      $0.bind(taken.meanwhile?.rawValue)
    }
  }

  package func forgetTaken(_ id: NotificationID, by step: Int64) throws(StorageFault) {
    try run(sql.steps.giveBack) {
      $0.bind(step)
      $0.bind(id.number)
    }
  }

  /// No command brings the notification back any more.
  package func forgetTaken(_ id: NotificationID) throws(StorageFault) {
    try run(sql.steps.giveUp) { $0.bind(id.number) }
  }

  /// The notification comes back as read. `includesComing`: also where it was to come.
  package func readTaken(_ id: NotificationID, includesComing: Bool) throws(StorageFault) {
    for statement in [sql.steps.read, sql.steps.readUnseen] {
      try run(statement) {
        $0.bind(id.number)
        $0.bind(includesComing)
      }
    }
  }

  /// Lets this command be the one that took these notifications off the list, in place of an earlier one.
  package func moveDismissed(_ ids: [NotificationID], to step: Int64) throws(StorageFault) {
    try run(sql.steps.move) {
      $0.bind(step)
      $0.bind(jsonArray(ids))
    }
  }
}

extension Step: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    let (number, command) = (try cursor.counted(), try cursor.required(Command.init(rawValue:)))
    let app = try cursor.parsed(AppID.init)
    let (earlier, later) = (try cursor.choices(), try cursor.choices())
    return Step(number: number, command, app.map { ChoiceChange(of: $0, from: earlier, to: later) })
  }
}

extension Taken: Row {
  static func read(_ cursor: inout Cursor) throws(SQLiteFault) -> Self {
    let (id, state) = (NotificationID(try cursor.counted()), try cursor.required(State.init(rawValue:)))
    let (due, expiry) = (try cursor.due(), cursor.expiry())
    let (cause, isTold) = (try cursor.parsed(Missed.Cause.init(rawValue:)), try cursor.flag())
    var joint = Joint()
    (joint.summary, joint.notice) = (try cursor.part(), try cursor.part())
    return Taken(
      id: id, state: state, due: due, expiry: expiry, missed: cause.map { Missed($0, isTold: isTold) },
      joint: joint, meanwhile: try cursor.parsed(Life.Meanwhile.init(rawValue:)))
  }
}

extension Cursor {
  /// All of the person's choices about an app.
  fileprivate mutating func choices() throws(SQLiteFault) -> Choices {
    Choices(
      try parsed(SettingCoding.settings) ?? AppSettings(),
      timed: try timedChoices())
  }
}
