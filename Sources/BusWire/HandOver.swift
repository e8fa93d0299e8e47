/// Decides the next step while the notification name has no owner and a server is connected here: the daemon is started
/// once, and if no owner appears, the server gets the name. Pure: times are parameters, in milliseconds of a monotonic
/// clock.
package struct HandOver {
  package enum Step: Hashable, Sendable {
    /// The service manager is to say whether it has a unit of the daemon's.
    case askManager
    /// The bus is to start the daemon.
    case askBus
    /// The server is to ask for the name.
    case handOver
  }

  /// When the daemon is asked for, and whether the manager or the bus is.
  private enum Asking {
    case soon
    case bus(at: Int64)
    case done
  }

  /// How long the front may take to come back: longer than any start of it, so that while the screen is locked nothing
  /// private reaches the server past it.
  package static let patience: Int64 = 10_000
  /// By then a daemon that was replaced has its successor, one that was switched off has called `HandOver`, and at the
  /// session's end we are told to end, too.
  package static let moment: Int64 = 1_000
  /// For the manager's answer.
  package static let managerPatience: Int64 = 2_000

  /// The front says it whenever it comes.
  package var whenDown = WhenDown.server {
    didSet {
      isGivenAway = false
      if whenDown != oldValue { since = nil }
    }
  }
  package var isServerHere = false
  /// Whether the name has an owner; `nil` while unknown.
  package var isNameOwned: Bool?
  /// Whether the front has said that it will not return.
  private var isGivenAway = false
  private var since: Int64?
  private var asking = Asking.soon

  package init() {}

  /// The front gives the name away for good: until it comes again, the daemon is not asked for.
  package mutating func giveAway() { isGivenAway = true }

  /// The first step that is due now; to be called until it returns `nil`. If the server does not get the name, its
  /// delay begins anew.
  package mutating func step(at now: Int64) -> Step? {
    guard let next = next(at: now), next.time <= now else { return nil }
    switch next.step {
    case .askManager: asking = .bus(at: now + Self.managerPatience)
    case .askBus: asking = .done
    case .handOver: since = now
    }
    return next.step
  }

  /// When something is due; `nil` while something stands in the way.
  package mutating func deadline(at now: Int64) -> Int64? { next(at: now)?.time }

  /// Leaves the restart to a service manager that has the daemon's unit: `Restart=always` covers every exit except a
  /// requested stop.
  package mutating func managerAnswered(hasUnit: Bool, at now: Int64) {
    guard case .bus = asking else { return }
    asking = hasUnit ? .done : .bus(at: now)
  }

  private mutating func next(at now: Int64) -> (time: Int64, step: Step)? {
    guard isServerHere, isNameOwned == false else {
      (since, asking) = (nil, .soon)
      return nil
    }
    let start = since ?? now
    since = start
    let handOver = whenDown == .server ? (time: start + Self.patience, step: Step.handOver) : nil
    switch asking {
    case _ where isGivenAway: return handOver
    case .soon: return (start + Self.moment, .askManager)
    case .bus(let time): return (time, .askBus)
    case .done: return handOver
    }
  }
}
