import Delivery
import NotificationModel

/// The sources that may know whether the screen is locked, or shared; both hide private text.
enum LockSource: String, CaseIterable {
  /// The session's LockedHint: set by GNOME, KDE and elementary, by no locker of wlroots.
  case logind
  case freedesktop = "org.freedesktop.ScreenSaver"
  case gnome = "org.gnome.ScreenSaver"
  /// cinnamon-screensaver, which sets no LockedHint.
  case cinnamon = "org.cinnamon.ScreenSaver"
  /// Screen sharing by way of PipeWire. Its end does not mean that the person has unlocked the screen.
  case sharing = "screen sharing"
}

/// The report of one source.
enum LockAnswer {
  /// The source's bus has just been connected: the source is being asked.
  case awaited
  /// The source does not exist, or does not know.
  case absent
  case unlocked
  case locked
}

/// Combines the reports of all sources. Pure: times are milliseconds of any monotonic clock.
///
/// - The screen is locked when any source says so.
/// - At the start the lock is undecided until each source has answered, for two seconds at most; and again when a bus
///   is connected on which a source may be.
/// - A source that disappears while it says locked is believed for half a minute more: a restarted screen saver gets
///   its name back within seconds, and the screen stays locked meanwhile. After that the source counts as absent: a
///   locker that has crashed on X11 leaves an unlocked screen, and private text would be hidden for ever.
/// - From the moment the machine goes to sleep the screen counts as locked. After waking it does so for five seconds
///   more, and until all present sources have answered again: lockers start before the sleep, or right after it. This
///   ends at once when a locker says that the person has unlocked the screen. A locker that reports to no source is
///   only covered for those seconds; `bellhop lock` exists for such lockers.
struct LockCombination {
  static let startMilliseconds: Int64 = 2_000
  static let lostMilliseconds: Int64 = 30_000
  static let wakingMilliseconds: Int64 = 5_000

  private enum Standing: Equatable {
    case awaited(until: Int64)
    case absent
    case unlocked
    case locked
    case lost(until: Int64)
  }

  private enum Sleep: Equatable {
    case none
    case asleep
    case waking(until: Int64, unanswered: Set<LockSource>)
  }

  private var standings: [LockSource: Standing] = [:]
  private var sleep = Sleep.none

  init(now: Int64) {
    for source in LockSource.allCases { heard(.awaited, from: source, now: now) }
  }

  mutating func heard(_ answer: LockAnswer, from source: LockSource, now: Int64) {
    let earlier = standings[source] ?? .absent
    let patience = now + Self.startMilliseconds
    switch (answer, earlier) {
    case (.awaited, .locked): break
    case (.awaited, .lost(let until)): standings[source] = .lost(until: max(until, patience))
    case (.awaited, _): standings[source] = .awaited(until: patience)
    case (.absent, .locked): standings[source] = .lost(until: now + Self.lostMilliseconds)
    case (.absent, .lost): break
    case (.absent, _): standings[source] = .absent
    case (.unlocked, _): standings[source] = .unlocked
    case (.locked, _): standings[source] = .locked
    }
    guard case .waking(let until, var unanswered) = sleep else { return }
    unanswered.remove(source)
    let isUnlocking = answer == .unlocked && earlier == .locked && source != .sharing
    sleep = isUnlocking ? .none : .waking(until: until, unanswered: unanswered)
  }

  mutating func fallsAsleep() { sleep = .asleep }

  /// Returns whether the machine was asleep: then the caller is to ask all present sources again.
  mutating func wakes(now: Int64) -> Bool {
    guard sleep == .asleep else { return false }
    sleep = .waking(until: now + Self.wakingMilliseconds, unanswered: Set(present).subtracting([.sharing]))
    return true
  }

  /// The sources that exist and know.
  var present: [LockSource] {
    LockSource.allCases.filter { standings[$0] == .unlocked || standings[$0] == .locked }
  }

  func lock(now: Int64) -> ScreenLock {
    let names =
      LockSource.allCases.filter { isLocked($0, now) }.map(\.rawValue)
      + (isAsleep(now) ? [ScreenLock.sleep] : [])
    if !names.isEmpty { return .locked(by: names) }
    let isWaiting = standings.values.contains {
      if case .awaited(let until) = $0 { now < until } else { false }
    }
    return isWaiting ? .undecided : .unlocked
  }

  /// The next time at which the answer may change without a report.
  func nextChange(after now: Int64) -> Int64? {
    var times: [Int64] = []
    for standing in standings.values {
      switch standing {
      case .awaited(let until), .lost(let until): times.append(until)
      case .absent, .unlocked, .locked: break
      }
    }
    if case .waking(let until, _) = sleep { times.append(until) }
    return times.filter { $0 > now }.min()
  }

  private func isLocked(_ source: LockSource, _ now: Int64) -> Bool {
    switch standings[source] {
    case .locked: true
    case .lost(let until): now < until
    case nil, .awaited, .absent, .unlocked: false
    }
  }

  private func isAsleep(_ now: Int64) -> Bool {
    switch sleep {
    case .none: false
    case .asleep: true
    case .waking(let until, let unanswered): now < until || !unanswered.isEmpty
    }
  }
}

extension LockCombination {
  /// The sources from which the lock and the sharing of the screen are learnt, for the person.
  var fact: DesktopFact {
    let lockers = present.filter { $0 != .sharing }
    return .lock(
      sources: lockers.map(\.rawValue),
      // logind by itself only repeats the reports of a desktop's locker, and most lockers report nothing to it.
      isLockKnown: !lockers.isEmpty && lockers != [.logind], isSharingKnown: present.contains(.sharing))
  }
}
