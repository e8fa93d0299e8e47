package import NotificationModel

// How what is shown in passing is over: its app hears of it, and the server takes it away.

extension DeliveryEngine {
  /// The screen is locked, or the server is another.
  func removeExposedPassing() { passing.removeExposed().forEach { over($0, .expired) } }
  func removePassing(of app: AppID) {
    passing.numbers(of: app).forEach { over(passing.remove($0), .expired) }
  }
  func removePassing(butOf server: String?) {
    passing.removeAll(butOf: server).forEach { over($0, .undefined) }
  }

  /// All of them, and from the screen: soon nobody knows of them any more, nor hides them when it is locked.
  func removePassing(_ closing: FrontSignal.Closing) {
    passing.removeAll().forEach { over($0, closing) }
  }

  /// Banners in passing that the server shows, to be remembered outside of the process for as long as it does, and no
  /// longer. They are stored nowhere else, and have to be closed after the process was killed.
  package var passingBanners: [BannerHandle] { passing.onScreen }

  /// Before `start`: what an earlier process left of them.
  package func inherit(passing handles: [BannerHandle]) { passing.inherit(handles) }

  /// What of them is over is to be taken from the screen.
  func closePassing() {
    for handle in passing.takeClosing() { outbox.add(.sink(.close(handle))) }
    let unused = passing.takeUnusedImages(but: server.outstanding?.asked.image)
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
