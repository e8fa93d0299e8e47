import Guidelines
import NotificationModel

/// The server's Do Not Disturb, and the alerts that were handed over and about which nothing was said of it.
final class MuteWatch {
  private struct Alert {
    let subject: BannerSubject
    /// What the banner speaks for.
    let ids: [NotificationID]
    let urgency: Urgency
    /// `nil` until the server has answered.
    var shown: Uptime?
  }

  /// The server was asked when the banner was handed to it: its answer may be the later of the two.
  private static let answerMilliseconds: Int64 = 2_000
  /// Banners that wait for it; a server shows fewer within that time.
  private static let mostAlerts = 64

  /// `nil` where the server has none, or has not been heard of.
  @Transacted private(set) var mute: ServerMute?
  @Transacted private var alerts: [Alert]

  init(in transaction: Transaction) {
    _mute = Transacted(nil, in: transaction)
    _alerts = Transacted([], in: transaction)
  }

  func hear(_ mute: ServerMute?) { self.mute = mute }

  func handedOver(
    _ subject: BannerSubject, for ids: [NotificationID], _ urgency: Urgency, now: Uptime
  ) {
    // At most one banner is under way: another without an answer was never shown.
    alerts.removeAll { $0.shown == nil }
    forget(now)
    if alerts.count >= Self.mostAlerts { alerts.removeFirst() }
    alerts.append(Alert(subject: subject, ids: ids, urgency: urgency))
  }

  func shown(_ subject: BannerSubject, now: Uptime) {
    guard let last = alerts.indices.last, alerts[last].subject == subject else { return }
    alerts[last].shown = now
  }

  /// Those that the server keeps back, each once.
  func popKeptBack(now: Uptime) -> [[NotificationID]] {
    forget(now)
    guard let mute else { return [] }
    let isKeptBack = { (alert: Alert) in alert.shown != nil && mute.keepsBack(alert.urgency) }
    defer { alerts.removeAll(where: isKeptBack) }
    return alerts.filter(isKeptBack).map(\.ids)
  }

  private func forget(_ now: Uptime) {
    alerts.removeAll { alert in
      alert.shown.map { now >= $0.advanced(byMilliseconds: Self.answerMilliseconds) } ?? false
    }
  }
}

extension Showing {
  func handle(_ heard: ServerMute?, _ now: Moment) {
    mute.hear(heard)
    explainMute(now)
  }

  func alertHandedOver(
    _ subject: BannerSubject, for ids: [NotificationID], _ urgency: Urgency, _ now: Moment
  ) {
    mute.handedOver(subject, for: ids, urgency, now: now.uptime)
    // Before the server has been heard of for the first time it is being asked already.
    if mute.mute != nil { outbox.add(.desktop(.askServerMute)) }
  }

  func alertShown(_ subject: BannerSubject, _ now: Moment) {
    mute.shown(subject, now: now.uptime)
    explainMute(now)
  }

  private func explainMute(_ now: Moment) {
    guard let state = mute.mute?.state else { return }
    for ids in mute.popKeptBack(now: now.uptime) {
      backlog.add(.explain(ServerMuted.decision(state)), ids)
    }
  }
}
