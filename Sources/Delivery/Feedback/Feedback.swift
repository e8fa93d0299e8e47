import Guidelines
package import NotificationModel
import Records

/// Turns reports of the desktop and actions of the person into events, counts and badges.
///
/// A banner handle is forgotten with its first press or closing. Some servers send a second signal, which is then
/// ignored.
final class Feedback: Stage {
  let context: Context
  let entries: Entries
  let reconciling: Reconciling
  let showing: Showing
  let starts: AppStarts

  init(
    _ context: Context, _ entries: Entries, _ reconciling: Reconciling, _ showing: Showing,
    _ starts: AppStarts
  ) {
    self.context = context
    self.entries = entries
    self.reconciling = reconciling
    self.showing = showing
    self.starts = starts
  }

  func handle(_ input: Input, _ now: Moment) throws {
    switch input {
    case .report(let report): try handle(report, now)
    case .desktop(let report): try handle(report, now)
    case .storeLock: try showing.storeLock()
    case .reschedule: try reconciling.reschedule(now, step: 0)
    case .reviewHeld: try reconciling.reviewHeld(now)
    case .foregroundChanged: try entries.readWhatForegroundAppsShowed(now)
    case .answersUnheard: try leaveOutUnheard(now)
    case .stop:
      server.stop()
      transient.endAll(.expired)
    case .policy(let policy, let text): try reconciling.adopt(policy, rememberedAs: text, now)
    }
  }

  private func handle(_ report: SinkReport, _ now: Moment) throws {
    switch report {
    case .presence(let presence): try handle(presence)
    case .described(let description):
      try showing.described(description, now)
      inbox.addOnce(.answersUnheard)
    case .shown(let subject, let handle, let hidden, let omitted):
      try showing.shown(subject, handle, hidden: hidden, omitted: omitted, now)
    case .failed(let subject, let failure):
      try showing.failed(subject, failure, now)
    case .pressed(let handle, let action, let token):
      // A press closes the banner at the server too.
      defer { unclosed.forget(handle) }
      guard let pressed = try pressed(handle, action, token, now) else { return }
      if let button = QuietButton(action) {
        try reconciling.press(button, on: pressed.record, now)
        return
      }
      try press(pressed.record, action, text: nil, token: token, isOfEarlierText: pressed.isEarlier, now)
    case .pressedKey(let handle, let key, let token):
      guard let action = try keys(of: handle)?.action(called: key) else { return }
      try self.handle(.pressed(handle, action: action, activationToken: token), now)
    case .replied(let handle, let text):
      defer { unclosed.forget(handle) }
      if let banner = transient.banner(shownAs: handle) { return transient.replied(banner, text) }
      let row = try banners.banner(shownAs: handle)
      if let pressed = try notification(of: row).map({ asShown($0, handle) })
        ?? pressedAfterClosing(handle, now),
        let action = try replyAction(of: pressed.record)
      {
        try press(pressed.record, action, text: text, token: nil, isOfEarlierText: pressed.isEarlier, now)
      }
    case .closed(let handle, let reason):
      defer { unclosed.closed(handle) }
      guard let row = try banners.banner(shownAs: handle) else { return }
      try showing.content(of: row)?.closed(handle, reason, showing, now)
    case .left(let handle): try showing.closeLeft(handle)
    }
  }

  private func keys(of handle: BannerHandle) throws -> ActionKeys? {
    if let banner = transient.banner(shownAs: handle) { return banner.origin.keys }
    guard let record = try notification(of: banners.banner(shownAs: handle)) else {
      return try closings.keys(of: handle) ?? fromHistory(handle)?.request.keys
    }
    return asShown(record, handle).record.request.keys
  }

  /// The notification as it was on screen. `isEarlier`: that was an earlier text.
  private typealias Pressed = (record: NotificationRecord, isEarlier: Bool)

  private func pressed(_ handle: BannerHandle, _ action: ItemID, _ token: String?, _ now: Moment) throws
    -> Pressed?
  {
    guard let row = try banners.banner(shownAs: handle) else {
      return try pressedAfterClosing(handle, now).flatMap { offers($0, action) ? $0 : nil }
    }
    guard let record = try showing.content(of: row)?.pressed(action, token: token, showing, now) else {
      return nil
    }
    let pressed = asShown(record, handle)
    guard case .notification = row.subject else { return pressed }
    return offers(pressed, action, isHidden: row.phase?.shown?.isHidden == true) ? pressed : nil
  }

  /// Some servers send the key of the press on the banner for every click.
  private func offers(_ pressed: Pressed, _ action: ItemID, isHidden: Bool = false) -> Bool {
    QuietButton(action) != nil || pressed.record.request.bannerOffers(action, isHidden: isHidden)
  }

  private func asShown(_ record: NotificationRecord, _ handle: BannerHandle) -> Pressed {
    guard let text = earlierTexts[handle] else { return (record, false) }
    var shown = record
    text.put(into: &shown.request)
    return (shown, true)
  }

  private func notification(of row: BannerRow?) throws -> NotificationRecord? {
    guard case .notification(let id) = row?.subject else { return nil }
    return try store.record(id)
  }

  // MARK: Presses

  /// Handles a press: tells the app, and marks the notification read; a resident one stays until its app closes it.
  /// `isOfEarlierText`: the text on screen was not the newest, so the notification stays unread.
  func press(
    _ record: NotificationRecord, _ action: ItemID, text: String?, token: String?,
    isOfEarlierText: Bool = false, _ now: Moment
  ) throws {
    guard try mayPress(record, action, now) else { return }
    let reply = text.map { PlainText.block($0).cut(toBytes: Limits.replyBytes) }
    let press = Press(action: action, text: reply, token: token, isOfEarlierText: isOfEarlierText)
    let isHeard = try entries.tell(.pressed(press), of: record, now)
    try entries.decide(record.id, Self.ruling(action, isOfEarlierText: isOfEarlierText), now)
    if isOfEarlierText {
      try leaveEarlierText(of: record)
    } else if !isHeard || !record.request.origin.staysWhenPressed {
      var ended = record
      try entries.end(&ended, text == nil ? .pressed : .replied, now)
    }
    if record.hearsEvents {
      try openOrStart(record, action, isReplied: text != nil, token: token, now)
      try noteEngagement(of: record, now)
    } else if record.link == nil, record.request.origin.desktop?.isVouchedFor == true, !isOfEarlierText,
      action == .defaultAction
    {
      // The app was told earlier that it is closed, and knows it no more. The press can still open the app.
      try openOrStart(record, action, isReplied: false, token: token, now)
    }
  }

  private func leaveEarlierText(of record: NotificationRecord) throws {
    let row = try banners.row(of: record)
    guard let handle = row.phase?.shown?.handle, earlierTexts[handle] != nil else { return }
    earlierTexts.forget(handle)
    try banners.transition(row) { $0.pressedEarlierText() }
  }

  private static func ruling(_ action: ItemID, isOfEarlierText: Bool) -> Ruling {
    isOfEarlierText
      ? Ruling(UnreadCount.name, .earlier, .pressedEarlier, .name(action.text))
      : Ruling(UnreadCount.name, .read, .pressed, .name(action.text))
  }

  /// Notes that the person used a notification of the app. A press of a rating prompt only starts the pause until the
  /// next prompt.
  private func noteEngagement(of record: NotificationRecord, _ now: Moment) throws {
    var app = try apps.app(record.request.app, now)
    if record.request.kind == .rating {
      app.rated = now.wall
    } else {
      try store.keepEngagement(with: app.id)
      guard !app.hasBeenUsed else { return }
      app.hasBeenUsed = true
    }
    try apps.save(app)
  }

  /// The notification of a banner that the server closed because of the press, and reported closed first. `nil` if it
  /// was withdrawn since.
  private func pressedAfterClosing(_ handle: BannerHandle, _ now: Moment) throws -> Pressed? {
    switch closings.pop(handle, now: health.failingSince ?? now.uptime) {
    case .notification(let id, let text, let link, let isEarlier):
      guard var record = try store.record(id) else { return nil }
      if record.request.origin.isReadWhenSeen || record.state == .dismissed {
        recentlyDismissed.forget(id)
      } else if !record.unread {
        return nil
      }
      record = record.reached(by: link)
      text.put(into: &record.request)
      return (record, isEarlier)
    case .summary(let app, let round):
      return try store.summarised(of: app, round: round, limit: 1).first.map { ($0, false) }
    case nil: return try fromHistory(handle).map { ($0, false) }
    }
  }

  /// The notification of a banner that the server gives back from its history (`dunstctl history-pop`).
  private func fromHistory(_ handle: BannerHandle) throws -> NotificationRecord? {
    try context.closedBanners.number(of: handle).flatMap { try store.record(numbered: $0) }
  }

  /// The action that a reply belongs to: of those on this banner that take text, servers offer the first in display
  /// order.
  private func replyAction(of record: NotificationRecord) throws -> ItemID? {
    let isHidden = try banners.row(of: record).phase?.shown?.isHidden ?? attention.isLocked
    return ActionLimit.ordered(record.request.actions ?? []).first {
      $0.input != nil && !AuthenticatedActions.withholds($0, locked: isHidden)
    }?.id
  }

  private func mayPress(_ record: NotificationRecord, _ action: ItemID, _ now: Moment) throws -> Bool {
    guard action != .defaultAction else {
      guard LinkOpening.withholds(record.request, action, locked: attention.hidesFromPerson) else {
        return true
      }
      let why = Reason(.linkNeedsUnlocking, .reason(LockedScreen.clause(attention.lockHolders)))
      try entries.decide(record.id, Ruling(LinkOpening.name, .refused, why), now)
      return false
    }
    guard let pressed = record.request.action(action) else { return false }
    guard !AuthenticatedActions.withholds(pressed, locked: attention.isLocked) else {
      try entries.decide(
        record.id,
        Ruling(
          AuthenticatedActions.name, .refused, .needsUnlocking, .name(action.text),
          .reason(LockedScreen.clause(attention.lockHolders))), now)
      return false
    }
    if try entries.isSuperseded(pressed, of: record) {
      try entries.decide(record.id, Ruling(UndoAction.name, .refused, .undoSuperseded), now)
      try showing.tellDeadEnd(of: record.request.app, Reason(.undoSuperseded), now)
      return false
    }
    return true
  }

  /// Opens the notification's address if the default action has one. Otherwise outputs a start of the app, which the
  /// daemon omits if the app follows its events.
  private func openOrStart(
    _ record: NotificationRecord, _ action: ItemID, isReplied: Bool, token: String?, _ now: Moment
  ) throws {
    let id = record.request.app
    switch apps.settings(of: try apps.app(id, now), for: record.request).authorization {
    case .denied, .notDetermined: return
    case .provisional, .authorized: break
    }
    if action == .defaultAction, let url = record.request.url {
      let link = OpenedLink(url: url, notification: record.id, activationToken: token)
      return outbox.add(.desktop(.open(link)))
    }
    guard id != .shell else { return try tellUnheard(record, action, now) }
    let isForeground = AppStarting.bringsToFront(action, of: record.request, isReplied: isReplied)
    outbox.add(
      .start(
        AppStart(
          app: id, notification: record.id, isForeground: isForeground,
          activationToken: isForeground ? token : nil)))
  }

  // MARK: The desktop

  private func handle(_ report: DesktopReport, _ now: Moment) throws {
    switch report {
    case .server(let presence): try handle(presence)
    case .lock(let lock): try showing.handle(lock)
    case .lockScreen(let lockScreen): try showing.handle(lockScreen)
    case .serverMute(let mute): showing.handle(mute, now)
    case .presence: if !attention.isPersonAway { try showing.personReturned() }
    // Quiet is followed in each transaction.
    case .finding(let fact):
      diagnosis.found(fact)
      if fact.isUnheardSound { context.soundPace.forget() }
    case .focus, .fullScreen, .frontTakenBack: break
    case .callerIsGone(let caller): quiet.inhibitors.remove { caller.includes($0.caller) }
    case .started(let app, let id, let result): try handle(result, of: app, for: id, now)
    case .unheard(let id): try explain(Ruling(AppStarting.name, .notStarted, .unheard), of: id, now)
    case .opened(let id, let failure):
      let ruling =
        failure.map { Ruling(LinkOpening.name, .notStarted, .linkNotOpened, .reason($0.reason)) }
        ?? Ruling(LinkOpening.name, .started, .linkOpened)
      try explain(ruling, of: id, now)
    case .centerOpened(let failure):
      if let failure {
        try showing.tellDeadEnd(of: .shell, Reason(.centerNotOpened, .reason(failure.reason)), now)
      }
    }
  }

  /// Stores the outcome of a press. The person is told if the press had no effect.
  func explain(_ ruling: Ruling, of id: NotificationID, _ now: Moment) throws {
    guard let record = try store.record(id) else { return }
    try entries.decide(id, ruling, now)
    if ruling.effect == Effect.notStarted.rawValue {
      try showing.tellDeadEnd(of: record.request.app, ruling.reason, now)
    }
  }

  private func handle(_ presence: ServerPresence) throws {
    let earlier = server.presence
    server.changed(to: presence)
    let name: String? = if case .present(let name) = presence { name } else { nil }
    if let name { for left in try leftOnScreen.met(name) { try showing.closeLeft(left) } }
    transient.end(butOf: name)
    unclosed.forget(butOf: name)
    // The first server after a start may still show the banners of an earlier process.
    guard earlier != .unknown else { return }
    switch presence {
    // Only the same server may show them again.
    case .present(let name):
      screenChanges.add(.forget(except: name, endsRestoring: presence != earlier))
    case .absent: screenChanges.add(.forget(except: nil, endsRestoring: true))
    case .unknown: break
    }
  }

  private func handle(_ result: AppStartResult, of app: AppID, for id: NotificationID, _ now: Moment) throws {
    if case .failed = result { starts.end(app) }
    try explain(result.ruling, of: id, now)
  }
}

extension AppStartResult {
  var ruling: Ruling {
    func ruling(_ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...) -> Ruling {
      Ruling(AppStarting.name, effect, Reason(key, arguments))
    }
    return switch self {
    case .activated: ruling(.started, .askedToOpen)
    case .runByBus: ruling(.started, .startedByBus)
    case .runByServiceManager: ruling(.started, .startedByServiceManager)
    case .underWay: ruling(.waits, .startUnderWay)
    case .failed(let failure): ruling(.notStarted, .notStarted, .reason(failure.reason))
    }
  }
}

extension AppStartFailure {
  package var reason: Reason {
    switch self {
    case .noBus: Reason(.noBus)
    case .noServiceManager: Reason(.noServiceManager)
    case .noDesktopEntry: Reason(.noDesktopEntry)
    case .noCommand: Reason(.noCommand)
    case .needsTerminal: Reason(.needsTerminal)
    case .notInstalled: Reason(.notInstalled)
    case .idTooLong: Reason(.idTooLong)
    case .notRun: Reason(.notRun)
    case .unanswered: Reason(.unanswered)
    case .notOwnFile: Reason(.notOwnFile)
    case .nothingOpens: Reason(.nothingOpens)
    case .noTerminal: Reason(.noTerminal)
    case .refusedByBus(let name): Reason(.refusedByBus, .name(name))
    case .refusedByServiceManager(let name): Reason(.refusedByServiceManager, .name(name))
    }
  }
}
