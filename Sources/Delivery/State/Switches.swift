import Guidelines
import NotificationModel

/// The person's switches, as stored.
struct Switches {
  /// Of the machine: the lock is kept over a restart of the daemon, but not over one of the machine.
  let bootID: String
  /// What the person says of the lock itself is `LockState`'s.
  private(set) var locked = false
  private(set) var silent = false
  private(set) var doNotDisturb = false
  /// Only while it is on.
  private(set) var doNotDisturbUntil: Timestamp?
  /// Whether apps may ask to be rated; `nil` where the person has not said.
  private(set) var ratingPrompts: Bool?
  /// `nil` where the person has not said.
  private(set) var frontMode: FrontMode?

  init(bootID: String) { self.bootID = bootID }

  mutating func read(from store: any RecordStore) throws {
    locked = try store.value(Name.locked) == bootID
    silent = try store.value(Name.silent) == "on"
    ratingPrompts = try store.value(Name.ratingPrompts).map { $0 == "on" }
    frontMode = try store.value(Name.frontMode).flatMap(FrontMode.init)
    let value = try store.value(Name.doNotDisturb)
    setDoNotDisturb(value != nil, until: value.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) })
  }

  mutating func setLocked(_ locked: Bool) { self.locked = locked }
  mutating func setSilent(_ silent: Bool) { self.silent = silent }
  mutating func setDoNotDisturb(_ on: Bool, until: Timestamp?) {
    doNotDisturb = on
    doNotDisturbUntil = on ? until : nil
  }
  mutating func setRatingPrompts(_ on: Bool?) { ratingPrompts = on }

  mutating func setFrontMode(_ mode: FrontMode?) { frontMode = mode }

  enum Name {
    static let locked = "locked"
    static let silent = "silent"
    static let frontMode = "frontMode"
    /// The first number that was never given (`FrontNumbers`).
    static let frontNumber = "frontNumber"
    /// "on" or "off".
    static let ratingPrompts = "ratingPrompts"
    /// "on", or the end in milliseconds.
    static let doNotDisturb = "doNotDisturb"
  }

  func doNotDisturb(now: Timestamp) -> DoNotDisturb {
    guard doNotDisturb else { return .off }
    if let doNotDisturbUntil, doNotDisturbUntil <= now { return .off }
    return .on(until: doNotDisturbUntil)
  }
}
