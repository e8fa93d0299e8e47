import NotificationModel

/// What was to be told while there was no connection to the bus: told once there is one again. A bus that began anew knows
/// none of those whom it is for.
struct UnsaidSignals {
  struct Signal {
    let signal: FrontSignal
    let number: UInt32
    let caller: BusCaller
    /// It is a press, and whoever posted it is gone.
    let unheard: () -> Void
  }

  /// A person can dismiss all that there is at once.
  static let most = 16_384
  private var signals: [Signal] = []

  mutating func add(_ signal: Signal) {
    if signals.count < Self.most { signals.append(signal) }
  }

  mutating func take() -> [Signal] {
    defer { signals = [] }
    return signals
  }
}
