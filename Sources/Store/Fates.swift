package import Delivery
package import NotificationModel

struct FateStatements {
  /// What happened is what the decisions say; the record tells only how it stands.
  let between = Statement(
    """
    SELECT app, posted, repeats, replaced, outcome = 'suppressed',
        EXISTS (SELECT 1 FROM decisions WHERE notification = id AND effect = 'held'),
        EXISTS (SELECT 1 FROM decisions WHERE notification = id AND effect = 'read' AND reason = 'pressed'),
        state = 'dismissed'
          AND NOT EXISTS (SELECT 1 FROM decisions WHERE notification = id
            AND (effect = 'read' OR reason = 'dismissedRead'))
      FROM notifications INDEXED BY by_time WHERE (came, id) >= (?, ?) AND (came, id) < (?, ?)
        AND withheld IS NULL
      ORDER BY came DESC, id DESC
    """)
}

extension SQLiteStore {
  package func fates(from first: ListPlace?, before end: ListPlace?) throws(StorageFault)
    -> [NotificationFate]
  {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.fates.between)
      cursor.bind(first ?? .oldest)
      cursor.bind(end ?? .newest)
      var fates: [NotificationFate] = []
      while try cursor.next() {
        fates.append(
          NotificationFate(
            app: try cursor.required(AppID.init), posted: Timestamp(milliseconds: try cursor.counted()),
            repeats: cursor.count(), replacements: cursor.count(), isSuppressed: try cursor.flag(),
            wasHeld: try cursor.flag(), wasPressed: try cursor.flag(), wasDismissedUnread: try cursor.flag()))
      }
      return fates
    }
  }
}
