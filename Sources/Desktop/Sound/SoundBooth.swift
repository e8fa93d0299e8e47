import Delivery
import NotificationModel
import SessionBus

/// What is played, and what is told of it, on the thread of the sounds.
actor SoundBooth {
  nonisolated let thread: GLibThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// No alert of a notification is as long ("less than 30 seconds", UNNotificationSound).
  private static let longestMilliseconds: UInt32 = 30_000
  /// Without a sound device there is none at the next notification either, and the libraries say so at length.
  private static let pauseMilliseconds: UInt32 = 60_000
  /// In every sound theme; for names that the theme does not have.
  private static let plain = "message-new-instant"

  private let open: @Sendable () throws(SoundFault) -> any SoundLibrary
  private let reporting: @Sendable (DesktopFact) -> Void
  private var library: (any SoundLibrary)?
  private var isPausing = false
  private var played: UInt64 = 0

  init(
    thread: GLibThread, open: @escaping @Sendable () throws(SoundFault) -> any SoundLibrary,
    reporting: @escaping @Sendable (DesktopFact) -> Void
  ) {
    self.thread = thread
    self.open = open
    self.reporting = reporting
  }

  func play(_ sound: String, app: String) {
    guard !isPausing else { return }
    do throws(SoundFault) {
      let library = try opened()
      do throws(SoundFault) { try library.play(sound, app: app) } catch {
        guard sound != Self.plain else { throw error }
        try library.play(Self.plain, app: app)
      }
      reporting(.soundsArePlayed)
      restLater()
    } catch {
      reporting(.soundFailed(reason: error.reason))
      pause()
    }
  }

  private func opened() throws(SoundFault) -> any SoundLibrary {
    if let library { return library }
    let opened = try open()
    library = opened
    return opened
  }

  func rest() { library?.rest() }

  private func restLater() {
    played &+= 1
    let number = played
    later(Self.longestMilliseconds) { if $0.played == number { $0.rest() } }
  }

  private func pause() {
    rest()
    isPausing = true
    later(Self.pauseMilliseconds) { $0.isPausing = false }
  }

  private func later(_ delay: UInt32, _ work: @escaping @Sendable (isolated SoundBooth) -> Void) {
    thread.run(afterMilliseconds: delay) { [weak self] in
      if let self { assumeIsolated { work($0) } }
    }
  }
}
