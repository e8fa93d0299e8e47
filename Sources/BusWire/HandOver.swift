/// Decides the next step while the daemon is missing and a server is connected here: the daemon is asked for until it
/// comes, and if the notification name has no owner by the end of the patience, the server gets it. Pure: times are
/// parameters, in milliseconds of a monotonic clock.
package struct HandOver {
  package enum Step: Hashable, Sendable {
    /// The service manager is to say whether it has a unit of the daemon's.
    case askManager
    /// The bus is to start the daemon.
    case askBus
    /// The server is to ask for the name.
    case handOver
  }

  /// The owner of the notification name.
  package enum Owner: Sendable {
    case nobody
    /// The server here, which has it in the daemon's place.
    case standIn
    /// The front, or a server elsewhere.
    case another
  }

  /// When the daemon is asked for, and whether the manager or the bus is.
  private enum Asking {
    case soon
    case bus(at: Int64)
    /// The manager starts it.
    case left
  }

  /// How long the front may take to come back: longer than any start of it, so that while the screen is locked nothing
  /// private reaches the server past it.
  package static let patience: Int64 = 10_000
  /// The time after which a replaced daemon has its successor, a daemon that was switched off has called `HandOver`,
  /// and at the session's end we are told to end, too.
  package static let moment: Int64 = 1_000
  /// The longest wait for the manager's answer.
  package static let managerPatience: Int64 = 2_000
  /// The bus is asked again after this time, and later after a quarter of the time without a daemon: one that cannot
  /// start is not started every two seconds for ever.
  private static let (pause, mostPause): (Int64, Int64) = (2_000, 60_000)

  /// The front says it whenever it comes.
  package var whenDown = WhenDown.server { didSet { isGivenAway = false } }
  package var isServerHere = false
  /// `nil` while unknown.
  package var owner: Owner?
  /// Whether the daemon has its own name: it runs, and is not asked for.
  package var isDaemonHere = false
  /// Whether the front has said that it will not return.
  private var isGivenAway = false
  /// Since when the name is to be handed over, and since when the daemon is missed.
  private var waiting: Int64?
  private var missing: Int64?
  private var asking = Asking.soon

  package init() {}

  /// Whether the front has said that the name is to wait for it, and has not given the name away since.
  package var isHeldBack: Bool { whenDown == .wait && !isGivenAway }

  /// The front gives the name away for good: until it comes again, the daemon is not asked for.
  package mutating func giveAway() { isGivenAway = true }

  /// The first step that is due now; to be called until it returns `nil`. If the server does not get the name, its
  /// delay begins anew.
  package mutating func step(at now: Int64) -> Step? {
    guard let next = next(at: now), next.time <= now else { return nil }
    switch next.step {
    case .askManager: asking = .bus(at: now + Self.managerPatience)
    case .askBus:
      let quarter = (now - (missing ?? now)) / 4
      asking = .bus(at: now + min(max(quarter, Self.pause), Self.mostPause))
    case .handOver: waiting = now
    }
    return next.step
  }

  /// When something is due; `nil` while something stands in the way.
  package mutating func deadline(at now: Int64) -> Int64? { next(at: now)?.time }

  /// Leaves the restart to a service manager that has the daemon's unit: `Restart=always` covers every exit except a
  /// requested stop.
  package mutating func managerAnswered(hasUnit: Bool, at now: Int64) {
    guard case .bus(let time) = asking else { return }
    asking = hasUnit ? .left : .bus(at: min(time, now))
  }

  private mutating func next(at now: Int64) -> (time: Int64, step: Step)? {
    let (asks, hands) = (ask(at: now), handOver(at: now))
    guard let asks, let hands else { return asks ?? hands }
    return asks.time <= hands.time ? asks : hands
  }

  private var isMissed: Bool { isServerHere && (owner == .nobody || owner == .standIn) }

  private mutating func ask(at now: Int64) -> (time: Int64, step: Step)? {
    guard isMissed, !isDaemonHere, !isGivenAway else {
      (missing, asking) = (nil, .soon)
      return nil
    }
    let start = missing ?? now
    missing = start
    return switch asking {
    case .soon: (start + Self.moment, .askManager)
    case .bus(let time): (time, .askBus)
    case .left: nil
    }
  }

  private mutating func handOver(at now: Int64) -> (time: Int64, step: Step)? {
    guard isMissed, owner == .nobody, whenDown == .server else {
      waiting = nil
      return nil
    }
    let start = waiting ?? now
    waiting = start
    return (start + Self.patience, .handOver)
  }
}
