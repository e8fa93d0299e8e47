import Delivery
import NotificationModel
import SessionBus
import Synchronization

/// Plays sounds on a thread of its own, which a sound server may keep waiting.
///
/// Invariant: at most `most` sounds wait; more are left out, since a sound that comes late says nothing.
final class SoundPlayer: Sendable {
  private static let most = 2

  private let thread = GLibThread(name: "sound")
  private let booth: SoundBooth
  private let waiting = Atomic(0)

  /// `open` and `reporting` are called on the thread, the first at most once as long as it succeeds.
  init(
    open: @escaping @Sendable () throws(SoundFault) -> any SoundLibrary,
    reporting: @escaping @Sendable (DesktopFact) -> Void
  ) {
    booth = SoundBooth(thread: thread, open: open, reporting: reporting)
  }

  func play(_ sound: String, app: String) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.most else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    thread.run { [self] in
      booth.assumeIsolated { $0.play(sound, app: app) }
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// Does not wait for a sound server that hangs; what is to be heard ends.
  func stop() {
    thread.run { [booth] in booth.assumeIsolated { $0.rest() } }
    thread.stop(withinMilliseconds: 100)
  }
}
