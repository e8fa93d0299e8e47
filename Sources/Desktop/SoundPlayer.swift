import Delivery
import EventLoop
import LoopExecutor
import NotificationModel
import Synchronization

/// A library that plays the sounds of the desktop's sound theme.
///
/// Invariant: used on one thread, where it may block for as long as the sound server does.
protocol SoundLibrary {
  /// Begins to play; `app` is the name that the sound server shows.
  func play(_ sound: String, app: String) throws(SoundFault)
  /// Disconnects from the sound server, which ends sounds that still play.
  func rest()
}

/// Why a sound was not played, in the library's words.
struct SoundFault: Error {
  let reason: String
}

/// Plays sounds on a thread of its own, which a sound server may block.
///
/// Invariant: at most `most` sounds wait; further ones are dropped, since a late sound means nothing to the person.
final class SoundPlayer: Sendable {
  private static let most = 2

  private let thread: LoopThread
  private let booth: SoundBooth
  private let waiting = Atomic(0)

  /// `open` and `reporting` are called on the sound thread; `open` again only after it has failed.
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

  /// Ends playing sounds. Waits at most 100 ms, so that a sound server that hangs holds up nothing.
  func stop() {
    thread.loop.post { [booth] in booth.assumeIsolated { $0.rest() } }
    thread.stop(withinMilliseconds: 100)
  }
}

/// Plays sounds and reports the result, on the sound thread.
actor SoundBooth {
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The longest sound of a notification ("less than 30 seconds", UNNotificationSound).
  private static let longestMilliseconds: Int64 = 30_000
  /// The pause after a failure: a missing sound device is also missing at the next notification, and the libraries log
  /// each attempt at length.
  private static let pauseMilliseconds: Int64 = 60_000
  /// Present in every sound theme; played for a name that the theme lacks.
  private static let plain = "message-new-instant"

  private let open: @Sendable () throws(SoundFault) -> any SoundLibrary
  private let reporting: @Sendable (DesktopFact) -> Void
  private var library: (any SoundLibrary)?
  /// `resting` runs until the last sound has ended, `pause` after a failure.
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
