import Guidelines
import NotificationModel
import Store

/// The configuration, and the person's switches over it but those for quiet. Reads the switches from the store at a
/// start, and stores each change.
final class Preferences {
  private struct Values {
    var policy: Policy
    var isLocked = false
    var isSilent = false
    /// `nil` if the person has not chosen.
    var ratingPrompts: Bool?
    /// `nil` if the person has not chosen.
    var previews: Previews?
    var front: FrontChoice?
    /// Whether this process has already asked for what `takesFrontBack` is about.
    var hasAskedForFront = false
  }

  /// The keys of the values in the store.
  private enum Name {
    static let locked = "locked"
    static let silent = "silent"
    /// `FrontChoice.text`.
    static let frontMode = "frontMode"
    /// "on" or "off".
    static let ratingPrompts = "ratingPrompts"
    /// When the text of notifications may be seen.
    static let previews = "previews"
    /// The text of the last configuration without faults.
    static let configuration = "configuration"
  }

  @Transacted private var values: Values
  private let store: SQLiteStore
  /// Identifies the boot of the machine: the lock outlasts a restart of the daemon, and ends with the boot.
  private let bootID: String

  init(_ policy: Policy, bootID: String, in transaction: Transaction) {
    _values = Transacted(Values(policy: policy), in: transaction)
    store = transaction.store
    self.bootID = bootID
  }

  func read() throws {
    values.isLocked = try store.value(Name.locked) == bootID
    values.isSilent = try store.value(Name.silent) == "on"
    values.ratingPrompts = try store.value(Name.ratingPrompts).map { $0 == "on" }
    values.previews = try store.value(Name.previews).flatMap { Previews(rawValue: $0) }
    values.front = try store.value(Name.frontMode).flatMap { FrontChoice($0, store.corrections) }
  }

  // MARK: The configuration

  var policy: Policy { _read { yield values.policy } }

  /// Adopts a new configuration. Its text is stored, for a start that finds a faulty one.
  func adopt(_ policy: Policy, rememberedAs text: String) throws {
    values.policy = policy
    store.setDurability(policy.durability)
    try store.set(Name.configuration, to: text)
  }

  static var rememberedConfiguration: String { Name.configuration }

  /// Called after a rollback.
  func applyDurability() { store.setDurability(policy.durability) }

  // MARK: The lock

  /// Whether the person has locked the screen by `bellhop lock`, as stored.
  var isLocked: Bool { values.isLocked }

  func setLocked(_ locked: Bool) throws {
    try store.set(Name.locked, to: locked ? bootID : nil)
    values.isLocked = locked
  }

  // MARK: Sounds

  var isSilent: Bool { values.isSilent }

  func setSilent(_ silent: Bool) throws {
    try store.set(Name.silent, to: silent ? "on" : nil)
    values.isSilent = silent
  }

  // MARK: Ratings

  /// The value locked in `/etc`, else the person's own, else that of the configuration.
  var areRatingPromptsOn: Bool {
    policy.ratingPromptsLockedBy == nil
      ? values.ratingPrompts ?? policy.ratingPrompts : policy.ratingPrompts
  }

  var ratingPromptsSource: Reason {
    guard policy.ratingPromptsLockedBy == nil, values.ratingPrompts != nil else {
      return policy.source(of: "Prompts", in: "Ratings").reason
    }
    return Reason(.ratingsSwitch)
  }

  func setRatingPrompts(_ on: Bool) throws {
    if let file = policy.ratingPromptsLockedBy {
      throw Refusal.locked(nil, setting: "Ratings/Prompts", by: file)
    }
    try store.set(Name.ratingPrompts, to: on ? "on" : "off")
    values.ratingPrompts = on
  }

  // MARK: Previews

  /// The person's own choice for apps without one; `nil` if there is none, or a lock overrules it.
  var chosenPreviews: Previews? {
    policy.overallLock(on: .previews) == nil ? values.previews : nil
  }

  /// The value locked in `/etc`, else the person's own, else that of the configuration.
  var previews: Previews { chosenPreviews ?? policy.previews }

  /// `nil` returns to the configuration.
  func choosePreviews(_ previews: Previews?) throws {
    if let file = policy.overallLock(on: .previews) {
      throw Refusal.locked(nil, setting: "Previews/Show", by: file)
    }
    try store.set(Name.previews, to: previews?.rawValue)
    values.previews = previews
  }

  // MARK: The front

  /// The mode of the desktop's own notification interface: the value locked by the administrator, else the person's
  /// own, else that of the configuration.
  var frontMode: FrontMode {
    guard policy.frontLockedBy == nil else { return policy.front.mode }
    return values.front?.mode ?? policy.front.mode
  }

  /// The end of a front for a time, even if it is past; `nil` while the administrator fixes the mode.
  var frontUntil: Timestamp? {
    if policy.frontLockedBy == nil, case .on(let until) = values.front { until?.time } else { nil }
  }

  /// When a front for a time has ended by itself; `nil` while the administrator fixes the mode.
  var frontOver: Timestamp? {
    if policy.frontLockedBy == nil, case .over(let since, _) = values.front { since } else { nil }
  }

  func setFrontMode(_ mode: FrontMode, until: End? = nil) throws {
    if let file = policy.frontLockedBy { throw Refusal.locked(nil, setting: "Front/Mode", by: file) }
    try choose((values.front ?? .off).setting(mode, until: until))
    values.hasAskedForFront = false
  }

  /// The person's clock was wrong until it was set by so many milliseconds.
  func correctFrontEnd(byMilliseconds step: Int64) throws {
    guard policy.frontLockedBy == nil, case .on(let until?) = values.front else { return }
    try setFrontMode(.on, until: until.corrected(byMilliseconds: step))
  }

  func endFront(at time: Timestamp) throws { try choose(.over(since: time, isTakenBack: false)) }

  private func choose(_ choice: FrontChoice) throws {
    try store.set(Name.frontMode, to: choice.text(store.corrections))
    values.front = choice
  }

  /// Whether a front for a time has ended, and `bellhop front off` is still to run. True once in a process.
  func takesFrontBack() -> Bool {
    guard policy.frontLockedBy == nil, case .over(_, isTakenBack: false) = values.front,
      !values.hasAskedForFront
    else { return false }
    values.hasAskedForFront = true
    return true
  }
}
