import Guidelines
package import NotificationModel

/// A request for quiet (`Inhibit`) by an app of the desktop's own interface, for example for a film or a talk.
struct Inhibitor: Hashable {
  let cookie: UInt32
  let app: AppID
  let caller: BusCaller
  let process: CallingProcess
  /// Whether the app's identity is confirmed, and not only claimed.
  let isVouchedFor: Bool
  /// The app's reason, cleaned; at most `reasonBytes` bytes.
  let reason: String

  static let reasonBytes = 200
}

extension Apps {
  /// The app's name as people read it, with a question mark if it is only claimed.
  func name(of inhibitor: Inhibitor) -> String {
    name(of: inhibitor.app) + (inhibitor.isVouchedFor ? "" : "?")
  }
}

/// The apps that have asked for quiet, and the processes that the person has answered. A process counts rather than an
/// app, because a program can call itself anything. Not stored: a request ends with the daemon, and with the app's
/// connection.
///
/// Invariant: at most `most` requests, and at most `mostOfOne` of one process; at most `mostAnswered` answers, the newest
/// last.
final class Inhibitors {
  private static let most = 512
  static let mostOfOne = 8
  private static let mostAnswered = 256
  /// Milliseconds after an answer in which new processes of the same parent or unit are not heard either.
  private static let pause: Int64 = 60_000
  /// The kernel tells the begin of a process in hundredths of a second, and the person's answer takes a while to arrive.
  private static let tolerance: Int64 = 1_000

  @Transacted private(set) var all: [Inhibitor]
  @Transacted private var last: UInt32
  @Transacted private var answered: [(process: CallingProcess, at: Uptime)]

  init(in transaction: Transaction) {
    _all = Transacted([], in: transaction)
    _last = Transacted(0, in: transaction)
    _answered = Transacted([], in: transaction)
  }

  /// Returns the cookie; `nil` if there are too many requests. A process that is not heard gets one as well, and its
  /// request has no effect: to an error it might answer with another name.
  func add(
    _ app: AppID, isVouchedFor: Bool, _ reason: String, by caller: BusCaller, in process: CallingProcess,
    now: Uptime
  ) -> UInt32? {
    let isHeard = hears(process, now)
    guard
      !isHeard
        || all.count < Self.most && all.count(where: { $0.process.isSame(as: process) }) < Self.mostOfOne
    else { return nil }
    repeat { last = last == .max ? 1 : last + 1 } while all.contains { $0.cookie == last }
    if isHeard {
      all.append(
        Inhibitor(
          cookie: last, app: app, caller: caller, process: process, isVouchedFor: isVouchedFor, reason: reason
        ))
    }
    return last
  }

  /// Not a process that the person has answered; nor, for a while, a new one of the same parent or unit.
  private func hears(_ process: CallingProcess, _ now: Uptime) -> Bool {
    !answered.contains { answer in
      process.isSame(as: answer.process)
        || process.isSibling(of: answer.process)
          && process.began.advanced(byMilliseconds: Self.tolerance) >= answer.at
          && now < answer.at.advanced(byMilliseconds: Self.pause)
    }
  }

  /// The person has answered these requests: all requests of their processes end, and no later one is heard.
  func answer(_ now: Uptime, where isAnswered: (Inhibitor) -> Bool) {
    let processes = Set(all.filter(isAnswered).map(\.process))
    answered.removeAll { answer in processes.contains { $0.isSame(as: answer.process) } }
    answered += processes.map { ($0, now) }
    answered.removeFirst(max(0, answered.count - Self.mostAnswered))
    remove { inhibitor in processes.contains { $0.isSame(as: inhibitor.process) } }
  }

  func remove(where isOver: (Inhibitor) -> Bool) { all.removeAll(where: isOver) }
}

extension DeliveryEngine {
  /// An app asks for quiet until it calls `UnInhibit` or its connection ends; returns the cookie for `UnInhibit`. Holds
  /// the same alerts as Do Not Disturb, and is charged to the app like a post. Without effect for a process that the
  /// person has answered. Throws `notAuthorized` if the app may not notify, `quotaExceeded` if there are too many
  /// requests.
  package func inhibit(
    _ app: AppID, isVouchedFor: Bool, reason: String, by caller: BusCaller, in process: CallingProcess,
    now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now, inMemory: true) {
      let request = NotificationRequest(app: app).coming(by: Origin(DesktopOrigin()))
      let authorization = apps.settings(of: try apps.app(app, now), for: request).authorization
      guard authorization != .denied else { throw Refusal.notAuthorized(app, authorization) }
      try rates.charge(.posts, request.payer, isVouchedFor: isVouchedFor, now)
      let cleaned = PlainText.label(reason).cut(toBytes: Inhibitor.reasonBytes)
      guard
        let cookie = quiet.inhibitors.add(
          app, isVouchedFor: isVouchedFor, cleaned, by: caller, in: process, now: now.uptime)
      else {
        throw Refusal.quotaExceeded(
          quota: "inhibitions", limit: Inhibitors.mostOfOne, retryAfterMilliseconds: nil)
      }
      return cookie
    }
  }

  /// Ends the caller's own request with this cookie; does nothing if there is none.
  package func uninhibit(_ cookie: UInt32, by caller: BusCaller, now: Moment) throws(Refusal) {
    try call(at: now, inMemory: true) {
      quiet.inhibitors.remove { $0.cookie == cookie && $0.caller == caller }
    }
  }

  /// Whether apps are told to be quiet: because of Do Not Disturb, quiet hours, an app's request, or the notification
  /// server's own Do Not Disturb.
  package func isInhibited(now: Moment) -> Bool { quiet.isOn(now) || serverMute.current?.isOn == true }
}
