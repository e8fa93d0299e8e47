import Guidelines
import NotificationModel

extension Showing {
  /// What the sink is to show of a record, in full and as it may be seen on a locked screen. `level`: of an alert.
  func compose(
    _ record: NotificationRecord, _ errand: BannerPhase.Errand, _ level: InterruptionLevel?, _ failures: Int,
    _ now: Moment
  ) throws -> Banner {
    let request = record.request
    let app = try apps.app(request.app, now)
    let settings = apps.settings(of: app, for: request)
    let category = try request.category.flatMap { try store.category($0, of: app.id) }
    let appName = apps.name(of: app.id)
    let unread = try store.unreadCount(app: app.id, thread: request.thread)
    let full = HiddenPreviews.full(request, appName: appName)
    let hidden = HiddenPreviews.hidden(
      request, category: category, unreadInThread: unread, appName: appName,
      isVouchedFor: apps.isNameVouchedFor(app), wording: wording)
    let areTitlesPublic = HiddenPreviews.areActionTitlesPublic(request, category)

    func text(_ visible: VisibleText, isHidden: Bool, locked: Bool) -> BannerText {
      BannerText(
        title: visible.title,
        body: [visible.subtitle, visible.body].compactMap { $0 }.joined(separator: "\n"),
        image: visible.image,
        actions: isHidden && !areTitlesPublic
          ? [] : actions(request, locked: locked, allowsText: visible.allowsTextInput),
        isHidden: isHidden)
    }
    func isHidden(locked: Bool) -> Bool {
      HiddenPreviews.areHidden(request, previews: settings.previews, locked: locked)
    }
    let isHiddenAlways = isHidden(locked: false)
    var banner = Banner(
      subject: .notification(record.id), app: app.id, appName: appName,
      text: text(isHiddenAlways ? hidden : full, isHidden: isHiddenAlways, locked: false),
      textWhenLocked: HiddenPreviews.lockChangesForm(request, previews: settings.previews)
        ? text(isHidden(locked: true) ? hidden : full, isHidden: isHidden(locked: true), locked: true) : nil,
      urgency: level.map(urgency) ?? .low,
      sound: try level.flatMap { try sound(of: record, at: $0, urgency: urgency($0), now) },
      category: request.kind.map(theme), progress: request.progress, replaces: errand.over?.handle,
      textOnly: failures > 0, openLabel: wording.open)
    banner.origin = level == nil ? request.origin.map(\.quiet) : request.origin
    return banner
  }

  private func actions(_ request: NotificationRequest, locked: Bool, allowsText: Bool) -> [BannerAction] {
    ActionLimit.ordered(request.actions ?? [])
      .filter { !AuthenticatedActions.withholds($0, locked: locked) && (allowsText || $0.input == nil) }
      .map { BannerAction(id: $0.id, title: $0.title, input: $0.input) }
  }

  private func urgency(_ level: InterruptionLevel) -> Urgency {
    switch level {
    case .passive: .low
    case .active, .timeSensitive: .normal
    case .critical: .critical
    }
  }

  /// The desktop's names for categories, where it has one (Desktop Notifications Specification, Categories).
  private func theme(_ kind: Kind) -> String {
    switch kind {
    case .message: "im.received"
    case .call: "call.incoming"
    case .alarm: "alarm.ringing"
    case .reminder: "x-bellhop.reminder"
    case .rating: "x-bellhop.rating"
    case .marketing: "x-bellhop.marketing"
    }
  }
}
