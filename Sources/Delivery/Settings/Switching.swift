package import NotificationModel

// The person's switches, and who says to be in front.

extension DeliveryEngine {
  package func setSilent(_ silent: Bool) throws(Refusal) {
    try call { try preferences.setSilent(silent) }
  }

  /// Do Not Disturb, until that time or until switched off.
  package func setDoNotDisturb(_ on: Bool, until: Timestamp?, now: Moment) throws(Refusal) {
    try call(at: now) {
      try following.followClock(now)
      if on, let until, until <= now.wall {
        throw Refusal.invalid(path: "until", reason: "this time is past")
      }
      if !on, until != nil {
        throw Refusal.invalid(path: "until", reason: "only together with switching on")
      }
      try following.switchDoNotDisturb(on ? .on(until: until) : .off, now)
    }
  }

  /// The person's own lock; what the desktop says stays as it is. Holds from now on, also where it cannot be stored:
  /// then it is stored with the next transaction that can be.
  package func setLocked(_ locked: Bool) throws(Refusal) {
    attention.say(locked)
    try call { try showing.storeLock() }
  }

  /// The person wants to be asked for ratings, or no longer: for all apps.
  package func setRatingPrompts(_ on: Bool, now: Moment) throws(Refusal) {
    try call(at: now) {
      try preferences.setRatingPrompts(on)
      for app in try store.apps() { backlog.followLater(app.id) }
    }
  }

  /// The app says that it is in front of the person, or no longer.
  package func setForeground(_ app: AppID, front: Bool, thread: OpaqueName?, by client: Client)
    throws(Refusal)
  {
    try call {
      try apps.admit(app, client)
      try attention.claim(app, by: client.connection, front: front, thread: thread)
    }
  }
}
