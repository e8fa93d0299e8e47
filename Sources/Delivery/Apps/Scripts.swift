import NotificationModel
import Records
import Store

/// The scripts that post through the command line's app. Each has rates and room of its own.
///
/// Script names can be invented, so at most `most` scripts of an app have their own share; all others use the shared
/// one. This bounds the scripts' unread notifications.
final class Scripts {
  /// The most scripts with their own share, for each app.
  static let most = 64
  private static let millisecondsBetweenLooks: Int64 = 1_000

  private let store: SQLiteStore
  private let rates: Rates
  /// Scripts with their own share.
  @Transacted private var known: [AppID: Set<ScriptID>]
  private var lastLookForIdle: Uptime?

  init(_ rates: Rates, in transaction: Transaction) {
    store = transaction.store
    self.rates = rates
    _known = Transacted([:], in: transaction)
  }

  func recover() throws {
    for app in [AppID.shell, .system] { known[app] = Set(try store.scripts(of: app)) }
  }

  /// The script that is charged for a request; `nil` for posts of other apps and calls through the front.
  func script(of request: NotificationRequest, by client: Client, _ now: Moment) throws -> ScriptID? {
    guard request.app.isReserved, request.origin.desktop == nil else { return nil }
    let script = client.script ?? .shared
    return try hasShare(script, of: request.app, now) ? script : .shared
  }

  /// Gives the script of an accepted post its own share.
  func remember(_ payer: Payer) {
    guard let script = payer.script, script != .shared else { return }
    if known[payer.app]?.contains(script) != true { known[payer.app, default: []].insert(script) }
  }

  private func hasShare(_ script: ScriptID, of app: AppID, _ now: Moment) throws -> Bool {
    guard let known = known[app], !known.contains(script), known.count >= Self.most else { return true }
    if let last = lastLookForIdle, now.uptime < last.advanced(byMilliseconds: Self.millisecondsBetweenLooks) {
      return false
    }
    lastLookForIdle = now.uptime
    let idle = try known.filter { try isIdle(Payer(app, $0), now) }
    self.known[app]?.subtract(idle)
    return !idle.isEmpty
  }

  /// Whether the script's share may be given away: its rates are full and it has nothing stored.
  private func isIdle(_ payer: Payer, _ now: Moment) throws -> Bool {
    guard rates.isIdle(payer, now) else { return false }
    return try [.unread, .scheduled, .awaitingConsent].allSatisfy { try count(payer, $0) == 0 }
  }

  // MARK: Room

  /// How many notifications count against this room: the script's own, or else its app's.
  func count(_ payer: Payer, _ room: ScriptRoom) throws -> Int {
    if let script = payer.script { return try store.count(room, app: payer.app, script: script) }
    return switch room {
    case .unread, .urgent: try store.unreadCount(app: payer.app)
    case .scheduled: try store.scheduledCount(app: payer.app)
    case .awaitingConsent: try store.count(app: payer.app, state: .awaitingConsent)
    }
  }

  /// The explanation for a refused script; `nil` for an app.
  static func whyRefused(_ payer: Payer, _ quota: String, limit: Int) -> String? {
    guard let script = payer.script else { return nil }
    let whose = script == .shared ? "scripts without a share of their own" : "this script"
    return switch quota {
    case "posts": "Posts of \(whose) come too fast: \(limit) at once are the most."
    case "repeats": "Repeats of \(whose) come too fast: \(limit) at once are the most."
    case "unread": "\(limit) notifications of \(whose) are unread: read or dismiss some first."
    case "scheduled":
      "\(limit) notifications of \(whose) are scheduled: wait until some have come, or withdraw some."
    default: nil
    }
  }
}
