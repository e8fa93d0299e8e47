package import NotificationModel

// The person's switches, and who says to be in front.

extension DeliveryEngine {
  package func setSilent(_ silent: Bool) throws(Refusal) {
    try call {
      try store.set(Switches.Name.silent, to: silent ? "on" : nil)
      live.switches.setSilent(silent)
    }
  }

  /// Do Not Disturb, until that time or until switched off.
  package func setDoNotDisturb(_ on: Bool, until: Timestamp?, now: Moment) throws(Refusal) {
    try call(at: now) {
      try followClock(now)
      if on, let until, until <= now.wall {
        throw Refusal.invalid(path: "until", reason: "this time is past")
      }
      if !on, until != nil {
        throw Refusal.invalid(path: "until", reason: "only together with switching on")
      }
      try switchDoNotDisturb(on, until: until, now)
    }
  }

  /// The person's own lock; what the desktop says stays as it is. Holds from now on, also where it cannot be stored:
  /// then it is stored with the next transaction that can be.
  package func setLocked(_ locked: Bool) throws(Refusal) {
    lock.say(locked)
    try call { try storeLock() }
  }

  /// The person wants to be asked for ratings, or no longer: for all apps.
  package func setRatingPrompts(_ on: Bool, now: Moment) throws(Refusal) {
    try call(at: now) {
      if let file = live.policy.ratingPromptsLockedBy {
        throw Refusal.locked(nil, setting: "Ratings/Prompts", by: file)
      }
      try store.set(Switches.Name.ratingPrompts, to: on ? "on" : "off")
      live.switches.setRatingPrompts(on)
      for app in try store.apps() { live.backlog.followLater(app.id) }
    }
  }

  /// At most this many apps in front through one connection; a person looks at one.
  private static let claimsPerConnection = 16

  /// The app says that it is in front of the person, or no longer.
  package func setForeground(_ app: AppID, front: Bool, thread: OpaqueName?, by client: Client)
    throws(Refusal)
  {
    try call {
      try admit(app, client)
      guard
        !front || claims.holds(app, by: client.connection)
          || claims.count(connection: client.connection) < Self.claimsPerConnection
      else {
        throw Refusal.quotaExceeded(
          quota: "foreground", limit: Self.claimsPerConnection, retryAfterMilliseconds: nil)
      }
      claims.set(app, by: client.connection, front: front, thread: thread)
    }
  }
}
