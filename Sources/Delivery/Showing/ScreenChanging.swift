import NotificationModel

// What happens to everything on screen at once: the lock, another server, other settings.

extension Showing {
  /// Once in each transaction, with a share of its own: what must not be seen waits for nothing else.
  func followLockOnScreen(_ now: Moment) throws {
    if screenChanges.isLocking { _ = try change(share.whole, now) }
  }

  /// Makes what there is room for of the other changes that concern all that is on screen.
  func changeScreen(_ now: Moment) throws {
    while !share.isUsedUp, !screenChanges.isEmpty, !screenChanges.isLocking {
      share.use(try change(share.left, now))
    }
  }

  /// Applies the first of them to so many rows at most; returns to how many it was.
  private func change(_ limit: Int, _ now: Moment) throws -> Int {
    guard let change = screenChanges.first else { return 0 }
    let rows = try store.banners(awaiting: change, limit: limit)
    if rows.count < limit { screenChanges.finish(change) }
    for row in rows { try apply(change, to: row, now) }
    return rows.count
  }

  private func apply(_ change: ScreenChange, to row: BannerRow, _ now: Moment) throws {
    let surroundings = banners.surroundings()
    switch change {
    case .followLock: try banners.transition(row) { $0.follow(surroundings) }
    case .restore: try banners.transition(row) { $0.restore(surroundings) }
    case .refresh: try banners.transition(row) { $0.refresh(redacts: true, surroundings) }
    case .forget(let server, let endsRestoring):
      let isLost = try banners.transition(row) { row in
        if endsRestoring { row.endRestoring() }
        return row.follow(server: server)
      }
      if isLost { try content(of: row)?.lost(self, now) }
    }
  }
}
