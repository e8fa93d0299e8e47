package import NotificationModel
package import Records

struct ImageStatements {
  static let reading = TableReading(
    "images", "path, app, digest, bytes, vouched_for", counts: ["uses", "current_uses"], key: ["path"]
  ) { (cursor) throws(SQLiteFault) in
    cursor.skip(1)
    _ = try cursor.required(AppID.init)
    cursor.skip(1)
    _ = (try cursor.counted(), try cursor.flag())
  }
  /// Below zero where a copy was forgotten while notifications named it, and made once more.
  static let uses = TableReading("images", "uses, current_uses", key: ["path"]) {
    (cursor) throws(SQLiteFault) in
    let range = -highestNumber...highestNumber
    _ = (try cursor.integer(in: range), try cursor.integer(in: range))
  }

  let find = Statement("SELECT path FROM images WHERE app = ? AND digest = ?")
  let keep = Statement("INSERT INTO images VALUES (?, ?, ?, ?, ?, 0, 0)")
  let bytes = Statement(
    """
    SELECT sum(bytes) FROM images WHERE app = coalesce(?1, app) AND vouched_for = coalesce(?2, vouched_for)
      AND CASE WHEN ?3 THEN current_uses > 0 ELSE uses > 0 END
    """)
  let dropPast = Statement(
    """
    UPDATE notifications SET image = iif(image GLOB '/*', NULL, image),
      sender_avatar = iif(sender_avatar GLOB '/*', NULL, sender_avatar)
      WHERE NOT current AND (image GLOB '/*' OR sender_avatar GLOB '/*') AND EXISTS (
        SELECT 1 FROM images WHERE path IN (notifications.image, notifications.sender_avatar)
          AND app = coalesce(?1, app) AND vouched_for = coalesce(?2, vouched_for))
    """)
  let use = Statement(
    """
    UPDATE images SET uses = uses + 1,
      current_uses = current_uses + (SELECT current FROM notifications WHERE id = ?1)
      WHERE path IN (?2, ?3)
    """)
  let unused = Statement("SELECT path FROM images WHERE uses = 0 AND path IS NOT ? LIMIT ?")
  let hasUnused = Statement("SELECT EXISTS (SELECT 1 FROM images WHERE uses = 0)")
  let forget = Statement("DELETE FROM images WHERE path = ?")
  let paths = Statement("SELECT path FROM images")
}

extension SQLiteStore {
  /// The path of the app's copy of an image with this digest.
  package func image(of app: AppID, digest: String) throws(StorageFault) -> String? {
    try row(sql.images.find) {
      $0.bind(app.text)
      $0.bind(digest)
    }
  }

  /// Stores a copy. From now on the store counts the records that name it.
  package func keepImage(_ image: ImageCopy, of app: AppID, isVouchedFor: Bool) throws(StorageFault) {
    try run(sql.images.keep) {
      $0.bind(image.path)
      $0.bind(app.text)
      $0.bind(image.digest)
      $0.bind(image.bytes)
      $0.bind(isVouchedFor)
    }
  }

  /// Bytes of the copies that a record names; `withoutPast`: a record that is not read or gone.
  package func imageBytes(of share: ImageShare, withoutPast: Bool) throws(StorageFault) -> Int {
    try count(sql.images.bytes) {
      bind(share, &$0)
      $0.bind(withoutPast)
    }
  }

  /// Removes the copies of a share from the records that are read or gone.
  package func dropPastImages(of share: ImageShare) throws(StorageFault) {
    try run(sql.images.dropPast) { bind(share, &$0) }
  }

  private func bind(_ share: ImageShare, _ cursor: inout Cursor) {
    switch share {
    case .app(let app):
      cursor.bind(app.text)
      cursor.bind(Bool?.none)
    case .notVouchedFor:
      cursor.bind(String?.none)
      cursor.bind(false)
    case .all:
      cursor.bind(String?.none)
      cursor.bind(Bool?.none)
    }
  }

  /// Removes up to `limit` copies that no record names, except `kept`, and returns their paths.
  package func popUnusedImages(but kept: String?, limit: Int) throws(StorageFault) -> [String] {
    let isThereAny = try read(\.hasUnusedImages) { (database) throws(SQLiteFault) in
      try database.row(sql.images.hasUnused) ?? false
    }
    guard isThereAny else { return [] }
    let unused: [String] = try rows(sql.images.unused) {
      $0.bind(kept)
      $0.bind(limit)
    }
    if !unused.isEmpty { try forgetImages(Set(unused)) }
    return unused
  }

  /// Counts the images of a new notification. Triggers count later changes.
  func useImages(
    of request: NotificationRequest, by id: NotificationID, in database: Database
  ) throws(SQLiteFault) {
    guard request.image?.hasPrefix("/") == true || request.sender?.avatar?.hasPrefix("/") == true else {
      return
    }
    try database.run(sql.images.use) {
      $0.bind(id.number)
      $0.bind(request.image)
      $0.bind(request.sender?.avatar)
    }
  }

  package func imagePaths() throws(StorageFault) -> [String] { try rows(sql.images.paths) }

  /// Removes copies, even if records name them.
  package func forgetImages(_ paths: Set<String>) throws(StorageFault) {
    for path in paths { try run(sql.images.forget) { $0.bind(path) } }
  }
}
