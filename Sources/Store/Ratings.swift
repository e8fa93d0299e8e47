package import Delivery
package import NotificationModel

struct RatingStatements {
  static let reading = TableReading("rating_prompts", "app, ordinal, time, engaged", key: ["app", "ordinal"])
  {
    (cursor) throws(SQLiteFault) in
    _ = try cursor.required(AppID.init)
    _ = (try cursor.counted(), try cursor.moment(), try cursor.flag())
  }

  let history = Statement("SELECT time, engaged FROM rating_prompts WHERE app = ? ORDER BY ordinal DESC")
  let insert = Statement(
    """
    INSERT INTO rating_prompts (app, ordinal, time, engaged)
      SELECT ?1, coalesce(max(ordinal), 0) + 1, ?2, 0 FROM rating_prompts WHERE app = ?1
    """)
  let move = Statement(
    """
    UPDATE rating_prompts SET time = ?3, engaged = 0 WHERE app = ?1 AND ordinal =
      (SELECT max(ordinal) FROM rating_prompts WHERE app = ?1 AND time <= ?2)
      RETURNING ordinal
    """)
  /// Those whose text is only changed in place were shown.
  let unshown = Statement(
    """
    SELECT EXISTS (SELECT 1 FROM banners JOIN notifications ON notifications.id = banners.notification
      WHERE banners.app = ? AND banners.kind = 'notification' AND unread AND notifications.kind = 'rating'
      AND (held IS NOT NULL OR (phase IN ('waiting', 'handedOver') AND errand = 'alert')))
    """)
  /// Older ones can no longer forbid a prompt.
  let forget = Statement(
    """
    DELETE FROM rating_prompts WHERE app = ?1 AND ordinal <=
      (SELECT max(ordinal) - ?2 FROM rating_prompts WHERE app = ?1)
    """)
  let engage = Statement("UPDATE rating_prompts SET engaged = 1 WHERE app = ? AND NOT engaged")
}

extension SQLiteStore {
  package func ratingHistory(of app: AppID) throws(StorageFault) -> RatingHistory {
    try read { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.ratings.history)
      cursor.bind(app.text)
      var history = RatingHistory()
      while try cursor.next() {
        let (time, engaged) = (try cursor.moment(), try cursor.flag())
        if history.prompts.isEmpty { history.hasEngaged = engaged }
        history.prompts.append(time)
      }
      var unshown = try database.cursor(sql.ratings.unshown)
      unshown.bind(app.text)
      history.hasUnshown = try unshown.next() ? try unshown.flag() : false
      return history
    }
  }

  package func keepRatingPrompt(of app: AppID, at time: Timestamp) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var insert = try database.cursor(sql.ratings.insert)
      insert.bind(app.text)
      insert.bind(time)
      try insert.run()
      var forget = try database.cursor(sql.ratings.forget)
      forget.bind(app.text)
      forget.bind(RatingHistory.most)
      try forget.run()
    }
  }

  package func moveRatingPrompt(of app: AppID, notAfter earlier: Timestamp, to time: Timestamp)
    throws(StorageFault) -> Bool
  {
    try write { (database) throws(SQLiteFault) in
      var move = try database.cursor(sql.ratings.move)
      move.bind(app.text)
      move.bind(earlier)
      move.bind(time)
      return try move.next()
    }
  }

  package func keepEngagement(with app: AppID) throws(StorageFault) {
    try write { (database) throws(SQLiteFault) in
      var cursor = try database.cursor(sql.ratings.engage)
      cursor.bind(app.text)
      try cursor.run()
    }
  }
}
