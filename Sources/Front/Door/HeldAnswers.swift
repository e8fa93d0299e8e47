import NotificationModel

/// What callers are to hear once the transaction is stored, in the order in which it came about: a call is answered
/// before anything is told of its notification.
final class HeldAnswers {
  enum Held {
    case number(UInt32, CallReference)
    case done(CallReference)
    case signal(UnsaidSignals.Signal)
  }

  private var held: [Held] = []

  /// Whether nothing has to wait for the end of the transaction.
  var isEmpty: Bool { held.isEmpty }

  func hold(_ answer: Held) { held.append(answer) }

  /// All of them; they are held no more.
  func take() -> [Held] {
    defer { held = [] }
    return held
  }
}
