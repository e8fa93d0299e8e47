package import NotificationModel
import Records

// The followers of an app's events. Those without a name share one acknowledgement, which the app's stream has. Once one
// has a name, each is stored with an acknowledgement of its own, and an event is kept for the slowest. The command line
// follows its own app without a name to wait for one answer, which makes it no follower for whom events are kept.
//
// Invariant: no event is removed that a follower which counts has not acknowledged, unless more are kept than there is
// room for.

extension DeliveryEngine {
  /// Begins to follow: returns the highest sequence that this follower has acknowledged, given in `ready`.
  package func follow(_ app: AppID, as name: FollowerName?, by client: Client, now: Moment) throws(Refusal)
    -> EventSequence
  {
    let known = try query {
      try apps.admit(app, client)
      return try store.followers(app: app)
    }
    if let own = known.first(where: { $0.name == name }) {
      // A known follower is served from a full disk, too.
      if own.isSeenAnew(at: now.wall) { _ = try? call { try follower(name, of: app, by: client, now) } }
      return own.acknowledged
    }
    guard name != nil || !known.isEmpty && app != .shell else {
      return try query { try store.acknowledged(app: app) }
    }
    return try call { try follower(name, of: app, by: client, now).acknowledged }
  }

  /// The follower has dealt with all events up to this one. Throws if no follower of this name has begun to follow, or
  /// it is forgotten.
  package func acknowledge(
    _ sequence: EventSequence, of app: AppID, as name: FollowerName? = nil, by client: Client, now: Moment
  ) throws(Refusal) {
    try call {
      try apps.admit(app, client)
      var through = sequence
      let known = try store.followers(app: app)
      if let name, !known.contains(where: { $0.name == name }) { throw Refusal.notFound(.follower(name)) }
      if !known.isEmpty {
        var own = try follower(name, of: app, by: client, now)
        own.acknowledged = max(own.acknowledged, min(sequence, try store.lastSequence(app: app)))
        try store.save(own, of: app)
        through = try store.followers(app: app).map(\.acknowledged).min() ?? through
      }
      if try store.acknowledge(app: app, through: through) { try health.erased(from: store, now.uptime) }
    }
  }

  /// The follower as it is stored from now on. Those that have not been seen for long are forgotten.
  private func follower(_ name: FollowerName?, of app: AppID, by client: Client, _ now: Moment) throws
    -> EventFollower
  {
    try reconciling.applyClockStep(now)
    var others = try store.followers(app: app)
    let own = others.first { $0.name == name }
    others.removeAll { $0.name == name }
    for gone in others where !gone.counts(at: now.wall) && !context.listeners.follows(app, as: gone.name) {
      try store.remove(gone, of: app)
      others.removeAll { $0 == gone }
    }
    if var own {
      guard own.isSeenAnew(at: now.wall) else { return own }
      own.seen = now.wall
      try store.save(own, of: app)
      return own
    }
    let begun = try store.acknowledged(app: app)
    if name != nil {
      try admitFollower(of: app, others, by: client, now)
      // The programs without a name have followed until now, as far as that is known.
      let haveFollowed = begun > EventSequence(0) || context.listeners.wasFollowedWithoutName(app)
      if others.isEmpty, app != .shell, haveFollowed {
        try store.save(EventFollower(nil, acknowledged: begun, seen: now.wall), of: app)
      }
    }
    let new = EventFollower(name, acknowledged: begun, seen: now.wall)
    try store.save(new, of: app)
    return new
  }

  /// Throws if the app has no room for one more name. Costs as much as a post, since it is stored.
  private func admitFollower(of app: AppID, _ others: [EventFollower], by client: Client, _ now: Moment)
    throws
  {
    guard others.count(where: { $0.name != nil }) < Limits.followersPerApp else {
      throw Refusal.quotaExceeded(
        quota: "followers", limit: Limits.followersPerApp, retryAfterMilliseconds: nil)
    }
    let isVouchedFor = apps.isVouchedFor(app, client)
    try rates.charge(.posts, Payer(app), isVouchedFor: isVouchedFor, now)
    try apps.remember(try apps.app(app, now), isVouchedFor: isVouchedFor, now)
  }

  /// Notes that those that are connected have been seen, however long they have said nothing.
  func noteFollowers(_ now: Moment) throws {
    for (app, name) in context.listeners.followers {
      guard var own = try store.followers(app: app).first(where: { $0.name == name }),
        own.isSeenAnew(at: now.wall)
      else { continue }
      own.seen = now.wall
      try store.save(own, of: app)
    }
  }

  /// Stored events after this sequence, oldest first.
  package func events(of app: AppID, after: EventSequence, limit: Int) throws(Refusal) -> [Event] {
    try query { try store.events(app: app, after: after, limit: limit) }
  }

  /// The event as it may be sent now. On a locked screen the person's tools get it without the identifier, text and
  /// target; the app gets it whole.
  package func visible(_ event: Event, of app: AppID, isPerson: Bool) -> Event {
    guard isPerson, attention.isLocked, app != .shell else { return event }
    var event = event
    event.identifier = nil
    event.text = nil
    event.target = nil
    return event
  }

  /// The connection follows the app's events from now on, so that a start of the app is over. `isOwn`: it is a program of
  /// the app, which shows what comes while it is in front.
  package func followed(
    _ app: AppID, as name: FollowerName? = nil, by connection: UInt64, process: Int32 = 0, isOwn: Bool = true
  ) {
    starts.end(app)
    context.connectedApps.came(app, by: connection)
    context.listeners.came(app, as: name, process, isOwn: isOwn, by: connection)
  }
}
