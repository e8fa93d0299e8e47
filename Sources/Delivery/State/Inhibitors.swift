import Guidelines
package import NotificationModel

/// An app of the desktop's own interface that has asked for quiet (`Inhibit`), as for a film or a talk.
struct Inhibitor: Hashable {
  let cookie: UInt32
  let app: AppID
  let caller: BusCaller
  /// Whether more than its own word says which app it is.
  let isVouchedFor: Bool
  /// Its own words, cleaned; at most `reasonBytes`.
  let reason: String

  static let reasonBytes = 200
}

extension Apps {
  /// As people read it: a name that is merely claimed is marked.
  func name(of inhibitor: Inhibitor) -> String {
    name(of: inhibitor.app) + (inhibitor.isVouchedFor ? "" : "?")
  }
}

/// The apps that have asked for quiet. Stored nowhere: with the daemon their requests end, as with their own connection.
///
/// Invariant: never more than `most`, and of one app never more than `mostOfOne`.
final class Inhibitors {
  private static let most = 64
  static let mostOfOne = 8

  @Transacted private(set) var all: [Inhibitor]
  @Transacted private var last: UInt32

  init(in transaction: Transaction) {
    _all = Transacted([], in: transaction)
    _last = Transacted(0, in: transaction)
  }

  /// `nil` where there are too many.
  func add(_ app: AppID, isVouchedFor: Bool, _ reason: String, by caller: BusCaller) -> UInt32? {
    guard all.count < Self.most, all.count(where: { $0.app == app }) < Self.mostOfOne else {
      return nil
    }
    repeat { last = last == .max ? 1 : last + 1 } while all.contains { $0.cookie == last }
    all.append(
      Inhibitor(cookie: last, app: app, caller: caller, isVouchedFor: isVouchedFor, reason: reason))
    return last
  }

  /// Returns whether none is left.
  func remove(where isOver: (Inhibitor) -> Bool) -> Bool {
    guard all.contains(where: isOver) else { return false }
    all.removeAll(where: isOver)
    return all.isEmpty
  }
}

extension DeliveryEngine {
  /// An app asks for quiet until it takes that back or its connection ends; returns the cookie for `UnInhibit`. Holds what
  /// Do Not Disturb holds, and costs the app as much as a post. Throws `notAuthorized` for one that may not notify,
  /// `quotaExceeded` where too many are there.
  package func inhibit(
    _ app: AppID, isVouchedFor: Bool, reason: String, by caller: BusCaller, now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now) {
      var request = NotificationRequest(app: app)
      request.origin = Origin(DesktopOrigin())
      let authorization = apps.settings(of: try apps.app(app, now), for: request).authorization
      guard authorization != .denied else { throw Refusal.notAuthorized(app, authorization) }
      try rates.charge(.posts, request.payer, isVouchedFor: isVouchedFor, now)
      let cleaned = PlainText.label(reason).cut(toBytes: Inhibitor.reasonBytes)
      guard let cookie = inhibitors.add(app, isVouchedFor: isVouchedFor, cleaned, by: caller) else {
        throw Refusal.quotaExceeded(
          quota: "inhibitions", limit: Inhibitors.mostOfOne, retryAfterMilliseconds: nil)
      }
      outbox.add(.changed([]))
      return cookie
    }
  }

  /// The caller takes it back; nothing where it is not that caller's.
  package func uninhibit(_ cookie: UInt32, by caller: BusCaller, now: Moment) throws(Refusal) {
    try call(at: now) {
      try following.endInhibitions(now) { $0.cookie == cookie && $0.caller == caller }
    }
  }

  /// Whether apps are told to be quiet: by Do Not Disturb, quiet hours, an app, or the notification server's own hold.
  package func isInhibited(now: Moment) -> Bool { timing.wantsQuiet(now) || serverMute.current?.isOn == true }
}
