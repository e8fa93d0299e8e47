import Guidelines
public import NotificationModel

/// The person's switches, as stored.
struct Switches {
  var locked = false
  var silent = false
  var doNotDisturb = false
  /// Only while it is on.
  var doNotDisturbUntil: Timestamp?

  init() {}

  init(from store: any RecordStore, bootID: String) throws {
    // The lock is kept over a restart of the daemon, but not over one of the machine.
    locked = try store.value(Name.locked) == bootID
    silent = try store.value(Name.silent) == "on"
    if let value = try store.value(Name.doNotDisturb) {
      doNotDisturb = true
      doNotDisturbUntil = Int64(value).map { Timestamp(milliseconds: $0) }
    }
  }

  enum Name {
    static let locked = "locked"
    static let silent = "silent"
    /// "on", or the end in milliseconds.
    static let doNotDisturb = "doNotDisturb"
  }

  func doNotDisturb(now: Timestamp) -> DoNotDisturb {
    guard doNotDisturb else { return .off }
    if let doNotDisturbUntil, doNotDisturbUntil <= now { return .off }
    return .on(until: doNotDisturbUntil)
  }
}

extension DeliveryEngine {
  /// The screen is locked, or no longer. What is on screen changes its text without a second alert.
  public func setLocked(_ locked: Bool) throws(Refusal) {
    try call {
      // The sink looks at the flag: nothing may slip through before the commit.
      if locked { lock.set(true) }
      try store.set(Switches.Name.locked, to: locked ? bootID : nil)
      switches.locked = locked
      lock.set(locked)
      try refreshForLock()
      changed.formUnion(try store.unreadRecords(app: nil, limit: Limits.listMaximum).map(\.id))
    }
  }

  public func setSilent(_ silent: Bool) throws(Refusal) {
    try call {
      try store.set(Switches.Name.silent, to: silent ? "on" : nil)
      switches.silent = silent
    }
  }

  /// Do Not Disturb, until that time or until switched off.
  public func setDoNotDisturb(_ on: Bool, until: Timestamp?, now: Moment) throws(Refusal) {
    try call {
      if on, let until, until <= now.wall {
        throw Refusal.invalid(path: "until", reason: "this time is past")
      }
      if !on, until != nil {
        throw Refusal.invalid(path: "until", reason: "only together with switching on")
      }
      try switchDoNotDisturb(on, until: until, now)
      outputs.append(.changed([]))
    }
  }

  func switchDoNotDisturb(_ on: Bool, until: Timestamp?, _ now: Moment) throws {
    let value = on ? until.map { String($0.milliseconds) } ?? "on" : nil
    try store.set(Switches.Name.doNotDisturb, to: value)
    switches.doNotDisturb = on
    switches.doNotDisturbUntil = on ? until : nil
    if !on { try releaseHeld(now) }
  }

  /// What Do Not Disturb held is judged again. More than three of one app become one banner.
  private func releaseHeld(_ now: Moment) throws {
    var released: [AppID: [NotificationRecord]] = [:]
    for record in try store.records(banner: .heldBack, app: nil, limit: 100_000) {
      released[record.request.app, default: []].append(record)
    }
    for (app, records) in released.sorted(by: { $0.key < $1.key }) {
      let isMany = records.count > 3
      for var record in records {
        record.state = .delivered
        record.until = nil
        record.banner = isMany ? .none : .waiting
        if !isMany { record.turn = nextTurn() }
        try store.update(record)
        let effect = isMany ? "summarised" : "released"
        let why = isMany ? "Released with others; one banner says how many." : "Do Not Disturb is over."
        try decide(record.id, DoNotDisturbHold.name, effect, why, now)
        emit(.released, of: record, now)
      }
      if isMany { pace.silenced(app, count: records.count) }
    }
  }
}
