import Delivery
import EventLoop
import LoopExecutor
import NotificationModel
import Synchronization

/// What plays the sounds of the desktop's sound theme.
///
/// Invariant: used on one thread, where it may wait for a sound server as long as that takes.
protocol SoundLibrary {
  /// Begins to play, for an app of this name.
  func play(_ sound: String, app: String) throws(SoundFault)
  /// Lets the sound server go; what still plays ends.
  func rest()
}

/// Why nothing was to be heard, in the library's words.
struct SoundFault: Error {
  let reason: String
}

/// Plays sounds on a thread of its own, which a sound server may keep waiting.
///
/// Invariant: at most `most` sounds wait; more are left out, since a sound that comes late says nothing.
final class SoundPlayer: Sendable {
  private static let most = 2

  private let thread: LoopThread
  private let booth: SoundBooth
  private let waiting = Atomic(0)

  /// `open` and `reporting` are called on the thread, the first at most once as long as it succeeds.
  init(
    open: @escaping @Sendable () throws(SoundFault) -> any SoundLibrary,
    reporting: @escaping @Sendable (DesktopFact) -> Void
  ) throws(SystemError) {
    thread = try LoopThread(name: "sound")
    booth = SoundBooth(loop: thread.loop, open: open, reporting: reporting)
  }

  func play(_ sound: String, app: String) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.most else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    thread.loop.post { [self] in
      booth.assumeIsolated { $0.play(sound, app: app) }
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Does not wait for a sound server that hangs; what is to be heard ends.
  func stop() {
    thread.loop.post { [booth] in booth.assumeIsolated { $0.rest() } }
    thread.stop(withinMilliseconds: 100)
  }
}

/// What is played, and what is told of it, on the thread of the sounds.
actor SoundBooth {
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// No alert of a notification is as long ("less than 30 seconds", UNNotificationSound).
  private static let longestMilliseconds: Int64 = 30_000
  /// Without a sound device there is none at the next notification either, and the libraries say so at length.
  private static let pauseMilliseconds: Int64 = 60_000
  /// In every sound theme; for names that the theme does not have.
  private static let plain = "message-new-instant"

  private let open: @Sendable () throws(SoundFault) -> any SoundLibrary
  private let reporting: @Sendable (DesktopFact) -> Void
  private var library: (any SoundLibrary)?
  /// Until the last sound has ended, and after a failure.
  private var (resting, pause): (Delay?, Delay?)

  init(
    loop: EventLoop, open: @escaping @Sendable () throws(SoundFault) -> any SoundLibrary,
    reporting: @escaping @Sendable (DesktopFact) -> Void
  ) {
    self.loop = loop
    self.open = open
    self.reporting = reporting
  }

  func play(_ sound: String, app: String) {
    guard pause == nil else { return }
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
      pauseNow()
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
    resting = Delay(Self.longestMilliseconds, loop) { [weak self] in self?.assumeIsolated { $0.rest() } }
  }

  private func pauseNow() {
    rest()
    pause = Delay(Self.pauseMilliseconds, loop) { [weak self] in self?.assumeIsolated { $0.pause = nil } }
  }
}
