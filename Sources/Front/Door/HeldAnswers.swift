import NotificationModel

/// What callers are to hear once the transaction is stored, in the order in which it came about: a call is answered
/// before anything is told of its notification.
final class HeldAnswers {
  enum Held {
    case number(UInt32, CallReference)
    case done(CallReference)
    case signal(FrontSignal, number: UInt32, to: BusCaller)
  }

  private var held: [Held] = []
  private var isAnswering = false

  /// Whether nothing has to wait for the end of the transaction.
  var isEmpty: Bool { held.isEmpty && !isAnswering }

  /// What is told while this call is done is behind its answer.
  func answer(_ call: () -> Held?) {
    let index = held.count
    isAnswering = true
    let answer = call()
    isAnswering = false
    if let answer { held.insert(answer, at: index) }
  }

  func tell(_ signal: FrontSignal, number: UInt32, to caller: BusCaller) {
    held.append(.signal(signal, number: number, to: caller))
  }

  /// All of them; they are held no more.
  func take() -> [Held] {
    defer { held = [] }
    return held
  }
}
