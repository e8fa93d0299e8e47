import NotificationModel

// How what is shown in passing is over: its app hears of it, and the server takes it away.

extension PassingBanners {
  /// The screen is locked, or the server is another.
  func endExposed() { removeExposed().forEach { over($0, .expired) } }
  func end(of app: AppID) { numbers(of: app).forEach { over(remove($0), .expired) } }
  func end(butOf server: String?) { removeAll(butOf: server).forEach { over($0, .undefined) } }

  /// All of them, and from the screen: soon nobody knows of them any more, nor hides them when it is locked.
  func endAll(_ closing: FrontSignal.Closing) { removeAll().forEach { over($0, closing) } }

  /// What of them is over is to be taken from the screen.
  /// `image`: a copy that the server has yet to open.
  func closeOver(but image: String?) {
    for handle in popClosing() { outbox.add(.sink(.close(handle))) }
    let unused = popUnusedImages(but: image)
    if !unused.isEmpty { outbox.add(.removeImages(unused)) }
  }

  func over(_ passing: PassingBanner?, _ closing: FrontSignal.Closing) {
    if let passing { tell(passing, .closed(closing)) }
  }

  func tell(_ passing: PassingBanner, _ signal: FrontSignal) {
    let origin = passing.origin
    let isForOne = if case .replied = signal { true } else { false }
    outbox.add(
      .front(
        signal, number: origin.number, caller: isForOne ? origin.caller : origin.audience))
  }

  /// Another app has its number from now on. Not everybody who has posted it hears of that: the number means something,
  /// and whoever posts both is told nothing of an end.
  func tellOverTaken(_ origin: DesktopOrigin, by caller: BusCaller) {
    guard origin.number != 0, origin.caller != caller else { return }
    outbox.add(.front(.closed(.closed), number: origin.number, caller: origin.caller))
  }

  func tellClosed(_ origin: DesktopOrigin, _ closing: FrontSignal.Closing) {
    outbox.add(.front(.closed(closing), number: origin.number, caller: origin.audience))
  }
}
