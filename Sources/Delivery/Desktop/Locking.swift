// The screen is locked when the person says so, or the desktop does.

extension DeliveryEngine {
  var isLocked: Bool { live.switches.locked || screenLock.hides }

  /// Whether it only counts as locked, because that is not known yet.
  var isLockInDoubt: Bool { !live.switches.locked && screenLock == .undecided }

  /// Nobody is in front of a locked screen; also when the person locked it in a turn that failed.
  var isPersonAway: Bool { live.switches.locked || screenLock.isPersonAway || inputs.contains(.lock) }

  /// Somebody says so, or the person did in a turn that failed.
  var isKnownToBeLocked: Bool { isLocked && !isLockInDoubt || inputs.contains(.lock) }

  var presentLock: FollowedLock { FollowedLock(hides: isLocked, isCertain: !isLockInDoubt) }

  /// Who says that it is, as it is told to the person; empty while it is not, `nil` while that is in doubt.
  var lockHolders: [String]? {
    isLockInDoubt ? nil : (live.switches.locked ? ["bellhop lock"] : []) + screenLock.holders
  }

  /// To be called before `start` where the desktop is asked: until it has answered, the screen counts as locked.
  package func awaitScreenLock() { screenLock = .undecided }

  /// The person's own lock; what the desktop says stays as it is.
  package func setLocked(_ locked: Bool) throws(Refusal) {
    try call {
      live.switches.locked = locked
      if !locked { inputs.removeAll { $0 == .lock } }
      try storeLock(locked)
    }
  }

  /// What was locked in a turn that failed is locked still, until the person says otherwise.
  func storeLock(_ locked: Bool) throws {
    // The sink looks at the flag: nothing may slip through before the commit.
    if locked { lock.set(true) }
    try store.set(Switches.Name.locked, to: locked ? bootID : nil)
    live.switches.locked = locked
    try followLock()
  }

  func take(_ screenLock: ScreenLock) throws {
    self.screenLock = screenLock
    try followLock()
  }

  /// What is on screen changes its text without a second alert.
  private func followLock() throws {
    if isLocked { lock.set(true) }
    if presentLock != live.followedLock {
      live.followedLock = presentLock
      live.screenChanges.add(.followLock(locked: isLocked))
      // What only waited for the screen to be unlocked.
      if !isLocked { recheckHeld() }
      changed.formUnion(try store.unreadIDs(app: nil))
    }
    lock.set(isLocked)
  }

  /// Looks at what is held; taken up at the end of the turn.
  private func recheckHeld() { if !inputs.contains(.review) { inputs.append(.review) } }

  /// After the turn was taken back. A lock that could not be stored hides all the same, and is tried again; what
  /// the desktop said stays so, and is told again.
  func keepLock(saidByPerson: Bool) {
    if saidByPerson && !live.switches.locked && !inputs.contains(.lock) { inputs.append(.lock) }
    lock.set(saidByPerson || isLocked)
  }
}
