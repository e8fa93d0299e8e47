internal import CLinux
internal import Glibc

/// Why the wall alarm was raised.
package enum WallAlarm: Sendable {
  /// Its time has come.
  case due
  /// The clock was set: what was computed from it must be computed anew. The alarm stays set.
  case clockSet
}

extension EventLoop {
  /// Sets the one alarm that follows the person's clock, in place of the last; `nil` takes it away.
  package func setWallAlarm(
    at millisecondsSince1970: Int64?, _ handler: @escaping (WallAlarm) -> Void
  ) {
    wallHandler = millisecondsSince1970 == nil ? nil : handler
    // A timer that is not set would still become readable when the clock is.
    let flags = Int32(TFD_TIMER_ABSTIME) | (millisecondsSince1970 == nil ? 0 : Int32(TFD_TIMER_CANCEL_ON_SET))
    setTimer(wallDescriptor.raw, to: millisecondsSince1970, flags: flags)
  }

  func runWallAlarm() {
    // Also where nobody listens: what stays readable keeps the loop awake.
    let error = drainTimer(wallDescriptor.raw)
    wallHandler?(error == ECANCELED ? .clockSet : .due)
  }

  /// An absolute time on the descriptor's own clock.
  func setTimer(_ descriptor: Int32, to milliseconds: Int64?, flags: Int32) {
    var time = itimerspec(milliseconds: milliseconds)
    do {
      try systemCall("timerfd_settime") { timerfd_settime(descriptor, flags, &time, nil) }
    } catch  where error.code == ECANCELED {
      // The clock was set since the last read: the timer is armed all the same, and the next wait reports it.
    } catch {
      // `itimerspec(milliseconds:)` makes a valid time of every number, a peer's too, and the descriptor is our own:
      // nothing that a peer or a file says leads here (timerfd_settime(2)).
      fatalError("\(error)")
    }
  }

  /// Makes a timer unready again. The error with which it did so, 0 for none.
  @discardableResult
  func drainTimer(_ descriptor: Int32) -> Int32 {
    var expirations: UInt64 = 0
    do {
      try systemCall("read") { read(descriptor, &expirations, MemoryLayout<UInt64>.size) }
      return 0
    } catch {
      return error.code
    }
  }
}
