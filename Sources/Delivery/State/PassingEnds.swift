import NotificationModel

// How what is shown in passing is over: its app hears of it, and the server takes it away.

extension DeliveryEngine {
  /// The screen is locked, or the server is another.
  func removeExposedPassing() { live.passing.removeExposed().forEach { over($0, .expired) } }
  func removePassing(of app: AppID) {
    live.passing.numbers(of: app).forEach { over(live.passing.remove($0), .expired) }
  }
  func removePassing(butOf server: String?) {
    live.passing.removeAll(butOf: server).forEach { over($0, .undefined) }
  }

  /// What of them is over is to be taken from the screen.
  func closePassing() { for handle in live.passing.takeClosing() { outbox.add(.sink(.close(handle))) } }

  func over(_ passing: PassingBanner?, _ closing: FrontSignal.Closing) {
    if let passing { tell(passing, .closed(closing)) }
  }

  func tell(_ passing: PassingBanner, _ signal: FrontSignal) {
    let conventions = passing.conventions
    let isForOne = if case .replied = signal { true } else { false }
    outbox.add(
      .front(
        signal, number: conventions.number, caller: isForOne ? conventions.caller : conventions.audience))
  }

  func tellClosed(_ conventions: Conventions, _ closing: FrontSignal.Closing) {
    outbox.add(.front(.closed(closing), number: conventions.number, caller: conventions.audience))
  }
}
