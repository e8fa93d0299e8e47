import NotificationModel

// The screen is locked when the person says so, or the desktop does.

extension Showing {
  /// Stores the person's word.
  func storeLock() throws {
    try preferences.setLocked(attention.isSaidLocked)
    try followLock()
  }

  func handle(_ heard: ScreenLock) throws {
    attention.hear(heard)
    try followLock()
  }

  /// What an earlier process left on screen keeps its form while the lock is in doubt; else it may have ended while it
  /// followed it.
  func inheritLock() {
    attention.say(preferences.isLocked)
    attention.inherit()
    if !attention.isLockInDoubt { screenChanges.add(.followLock(locked: attention.isLocked)) }
    screenChanges.add(.refresh)
  }

  /// What is on screen changes its text without a second alert.
  private func followLock() throws {
    try attention.tellSink {
      screenChanges.add(.followLock(locked: attention.isLocked))
      if attention.isLocked { passing.endExposed() }
      // What only waited for the screen to be unlocked.
      if !attention.isLocked { inbox.addOnce(.review) }
      outbox.noteChanges(of: try store.unreadIDs())
      // Also where nothing is unread: whoever keeps others begins again.
      outbox.add(.changed([]))
    }
  }

  /// After the transaction was taken back. The person's word that could not be stored is tried again; what the desktop
  /// said is told again.
  func keepLock() {
    if attention.isSaidLocked != preferences.isLocked { inbox.addOnce(.lock) }
    attention.tellSinkAgain()
  }

  /// After a transaction that failed: what the lock brings about all the same. Those who follow the list hear of it, and
  /// banners that cannot be redacted are closed. The server's word that they are closed is handled like any other, and
  /// the notifications stay in the list.
  func outputsOfUnstoredLock() -> [Output] {
    let news: [Output] =
      attention.isNewsToFollowers() ? [.changed(Set((try? store.unreadIDs()) ?? []))] : []
    guard attention.isLocked, !attention.isLockInDoubt else { return news }
    let rows = (try? store.bannersShown()) ?? []
    let exposed = attention.notYetNamed(rows.compactMap(\.exposedHandle) + passing.exposed)
    return news + exposed.map { .sink(.close($0)) }
  }
}

extension BannerRow {
  /// What shows private text in the clear, and no call to the server is under way to change that.
  fileprivate var exposedHandle: BannerHandle? {
    if case .handedOver = phase { return nil }
    return phase?.shown.flatMap { $0.isExposed ? $0.handle : nil }
  }
}
