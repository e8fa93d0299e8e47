package import NotificationModel
package import Wording

/// What would become of a request: judged, and nothing else.
package struct Forecast: Hashable, Sendable {
  package let outcome: Outcome
  package let decisions: [Decision]
  package var advice: [Advice]
  package let folding: Judgement.Folding
  /// Whether it counts as urgent.
  package let isUrgent: Bool

  /// `situation` is what holds in truth, at the time that the conditions speak of; the conditions go before it.
  /// `advice` is what there is to say about the request itself.
  package init(
    of request: NotificationRequest, in situation: Situation, under conditions: Conditions,
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
    decisions = (judgement.decisions + (tellsForm ? [form] : [])).map {
      wording.decision($0, at: now, in: zone)
    }
    self.advice = advice.map(wording.advice)
  }
}

extension Situation {
  /// What is said in the conditions holds in place of what is so.
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
    // Nobody is in front of the person behind a lock.
    if isPersonAway { foreground = .background }
    if let quiet = conditions.doNotDisturb { doNotDisturb = quiet ? .on(until: nil) : .off }
    if let authorization = conditions.authorization { settings.assume(authorization) }
  }
}
