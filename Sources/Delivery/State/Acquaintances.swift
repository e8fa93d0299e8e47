import Guidelines
package import NotificationModel
import Store

/// The call or message that a request is, if it is one.
enum ContactMoment {
  /// It comes at this moment.
  case now(Uptime)
  /// It came earlier, and is stored.
  case stored(NotificationID)
}

/// The senders that the person lets through quiet, and the calls and messages of the last minutes, of which a second one
/// can come through. The senders are stored; the calls and messages are lost with the process.
///
/// Invariant: at most `most` senders, and at most `mostRecent` calls and messages, the newest last.
final class Acquaintances {
  /// More than a person names by hand.
  static let most = 256
  private static let mostRecent = 256
  /// The key of the senders in the store: a line for each, with its app and its name.
  private static let key = "letThrough"

  /// A call or a message.
  private struct Contact {
    let app: AppID
    let sender: String
    let id: NotificationID
    let time: Uptime
  }

  @Transacted private(set) var senders: [LetThrough]
  @Transacted private var recent: [Contact]
  private let preferences: Preferences
  private let store: SQLiteStore

  init(_ preferences: Preferences, in transaction: Transaction) {
    _senders = Transacted([], in: transaction)
    _recent = Transacted([], in: transaction)
    self.preferences = preferences
    store = transaction.store
  }

  func read() throws { senders = try LetThrough.list(store.value(Self.key) ?? "") }

  /// Returns whether that changes anything. Throws if there are too many.
  func set(_ sender: LetThrough, _ isLetThrough: Bool) throws -> Bool {
    guard isLetThrough != senders.contains(where: sender.isSame) else { return false }
    guard !isLetThrough || senders.count < Self.most else {
      throw Refusal.quotaExceeded(quota: "letThrough", limit: Self.most, retryAfterMilliseconds: nil)
    }
    if isLetThrough { senders.append(sender) } else { senders.removeAll(where: sender.isSame) }
    try save()
    return true
  }

  /// Forgets the senders that are let through for this app alone.
  func forget(_ app: AppID) throws {
    guard senders.contains(where: { $0.app == app }) else { return }
    senders.removeAll { $0.app == app }
    try save()
  }

  private func save() throws { try store.set(Self.key, to: senders.isEmpty ? nil : LetThrough.text(senders)) }

  /// Why the sender of a request comes through quiet. An administrator who has locked what comes through of the app has
  /// decided about its senders, too. `moment`: of the call or message that the request is.
  func acquaintance(
    with request: NotificationRequest, _ settings: EffectiveSettings, at moment: ContactMoment?
  )
    -> Acquaintance?
  {
    guard !senders.isEmpty || settings.repeated, settings.dnd == .urgent,
      let sender = request.senderName.map(Self.folded),
      preferences.policy.locks(.dnd, of: request.app) == nil
    else { return nil }
    if senders.contains(where: { $0.folded == sender && ($0.app ?? request.app) == request.app }) {
      return .named
    }
    guard settings.repeated, let moment else { return nil }
    let contacts = recent.filter { $0.app == request.app && $0.sender == sender }
    let (earlier, time): (Contact?, Uptime?) =
      switch moment {
      case .now(let now): (contacts.last, now)
      case .stored(let id):
        contacts.lastIndex { $0.id == id }.map { own in
          (own > 0 ? contacts[own - 1] : nil, contacts[own].time)
        } ?? (nil, nil)
      }
    guard let earlier, let time,
      time < earlier.time.advanced(byMilliseconds: LettingThrough.againWithin * 1_000)
    else { return nil }
    return .again
  }

  /// Notes a call or a message, where the person wants the second one to come through. A repeat is no second, nor is a
  /// change of a call that rings; a message that changes is one, since some apps have one notification for each person.
  func note(
    _ judgement: Judgement, _ record: NotificationRecord, over existing: NotificationRecord?,
    _ settings: EffectiveSettings, _ now: Moment
  ) {
    guard settings.repeated, let sender = record.request.senderName,
      LettingThrough.isContact(record.request, over: existing, now: now.wall),
      judgement.listing == .unread, judgement.alert == .now || judgement.alert == .later,
      !judgement.isRepeat
    else { return }
    if recent.count >= Self.mostRecent { recent.removeFirst() }
    recent.append(
      Contact(app: record.request.app, sender: Self.folded(sender), id: record.id, time: now.uptime))
  }

  private static func folded(_ name: String) -> String { LetThrough.folded(PlainText.label(name)) }
}

extension DeliveryEngine {
  /// The senders that the person lets through quiet, in the order in which they were named. Refused while the screen is
  /// locked or shared, since a sender's name is private.
  package func sendersLetThrough() throws(Refusal) -> [LetThrough] {
    try query {
      guard !attention.isLocked else { throw Refusal.screenLocked }
      return context.acquaintances.senders
    }
  }

  /// Lets a sender through quiet, or no longer. Returns whether that changes anything. Refused for an app of which an
  /// administrator has locked what comes through.
  package func letThrough(_ name: String, of app: AppID?, _ isLetThrough: Bool, now: Moment) throws(Refusal)
    -> Bool
  {
    try call(at: now, inMemory: true) {
      let sender = LetThrough(name: PlainText.label(name), app: app)
      guard !sender.name.isEmpty else {
        throw Refusal.invalid(path: "name", reason: "there is no visible text in it")
      }
      if let app, isLetThrough { try apps.requireUnlocked(app, .dnd) }
      guard try context.acquaintances.set(sender, isLetThrough) else { return false }
      try reconciling.reviewHeld(now)
      return true
    }
  }
}
