import NotificationModel

/// What callers are to hear once the transaction is stored, in the order in which it came about: a call is answered
/// before anything is told of its notification.
struct HeldAnswers {
  enum Held {
    case number(UInt32, CallReference)
    case done(CallReference)
    case signal(FrontSignal, number: UInt32, to: BusCaller)
  }

  private var held: [Held] = []

  var isEmpty: Bool { held.isEmpty }

  mutating func add(_ one: Held) { held.append(one) }

  /// All of them; they are held no more.
  mutating func take() -> [Held] {
    defer { held = [] }
    return held
  }
}
