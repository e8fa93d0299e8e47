package import NotificationModel
package import Wording

/// The outcome of a request if it were posted, worked out without storing or showing it.
package struct Forecast: Hashable, Sendable {
  package let outcome: Outcome
  package let decisions: [Decision]
  package var advice: [Advice]
  package let folding: Judgement.Folding
  /// Whether its level is urgent.
  package let isUrgent: Bool

  /// `situation` is the real one, at the time given by the conditions; the conditions overrule it. `advice` is about
  /// the request itself. `lost`: what it comes without.
  package init(
    of request: NotificationRequest, in situation: Situation, under conditions: Conditions,
    without lost: [Ruling] = [],
    advice: [Remark] = [], wording: Wording = .english, zone: any TimeZoneRules
  ) {
    var situation = situation
    situation.assume(conditions, about: request.app)
    let judgement = Guidelines.judge(request, in: situation)
    outcome = judgement.outcome
    folding = judgement.folding
    isUrgent = judgement.level.isUrgent
    let (settings, isLocked) = (situation.settings, situation.isLocked)
    let tellsForm =
      conditions.locked != nil
      || HiddenPreviews.areHidden(request, previews: settings.previews, locked: isLocked)
    let form = HiddenPreviews.form(
      of: request, settings: settings, locked: isLocked, by: situation.lockHolders)
    let now = situation.now
    decisions = (judgement.decisions + lost + (tellsForm ? [form] : [])).map {
      wording.decision($0, at: now, in: zone)
    }
    self.advice = advice.map(wording.advice)
  }
}

extension Situation {
  /// Overrules the situation by the conditions.
  mutating func assume(_ conditions: Conditions, about app: AppID) {
    if let time = conditions.time { now = time }
    if let locked = conditions.locked {
      isLocked = locked
      isPersonAway = locked
      lockHolders = []
    }
    if let front = conditions.foreground {
      foreground = front == app ? .front(threads: [], by: .asker) : .background
    }
    // Behind a lock, no app counts as being in the foreground.
    if isPersonAway { foreground = .background }
    if let isOn = conditions.doNotDisturb {
      quiets = (isOn ? [Quiet(.doNotDisturb)] : []) + quiets.filter { $0.kind != .doNotDisturb }
    }
    if let authorization = conditions.authorization { settings.assume(authorization) }
  }
}
