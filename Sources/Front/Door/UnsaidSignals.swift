import NotificationModel

/// What was to be told while there was no connection to the bus: told once there is one again. A bus that began anew knows
/// none of those whom it is for.
struct UnsaidSignals {
  struct Signal {
    let signal: FrontSignal
    let number: UInt32
    let caller: BusCaller
    let unheard: () -> Void
  }

  private static let most = 1_024
  private var signals: [Signal] = []

  mutating func add(
    _ signal: FrontSignal, number: UInt32, to caller: BusCaller, unheard: @escaping () -> Void
  ) {
    if signals.count >= Self.most { signals.removeFirst() }
    signals.append(Signal(signal: signal, number: number, caller: caller, unheard: unheard))
  }

  mutating func take() -> [Signal] {
    defer { signals = [] }
    return signals
  }
}
