package import NotificationModel

/// "Your app's notifications don't appear onscreen when your app is in the front, but your app still receives the
/// information"; and a notification about the content in view "would be unnecessary".
///
/// An app that calls the desktop's own interface while it is in front has decided to notify, as an app of Apple's systems
/// does in `willPresent`: its banner is shown, unless the person or an administrator says otherwise. It cannot present
/// the notification itself, so a suppressed one stays unread. Critical ones have a banner all the same, as on any server.
///
/// By the socket an app decides with the post (`whileInFront`), and one that would not hear of what is left to it is
/// treated as if it were in the background.
package enum ForegroundSuppression: Guideline {
  package static let name = "foreground"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing == .unread else { return }
    switch situation.foreground {
    case .background:
      break
    case .overruled:
      judgement.record(name, .overruled, .claimOverruled)
    case .front where !request.origin.presentsItself, .unheard where !request.origin.presentsItself:
      judgeCaller(request, situation.settings, &judgement)
    case .front where request.asksForBanner, .unheard where request.asksForBanner:
      if judgement.alert == .now { judgement.record(name, .presented, .inFrontAsked) }
    case .unheard:
      if judgement.alert == .now { judgement.record(name, .presented, .inFrontUnheard) }
    case .front(let threads, let witness):
      // A repeat, or a change without an alert, is no news to the app that posted it.
      judgement.isLeftToApp = judgement.alert == .now
      judgement.conclude(.suppressed)
      judgement.weaken(to: .never)
      let isLookedAt = request.thread.map(threads.contains) == true
      if isLookedAt { judgement.listing = .read }
      judgement.record(name, .suppressed, why(witness, isLookedAt: isLookedAt))
    }
  }

  /// An app in the foreground that has called the desktop's own interface.
  private static func judgeCaller(
    _ request: NotificationRequest, _ settings: EffectiveSettings, _ judgement: inout Judgement
  ) {
    guard request.origin.desktop?.urgency != .critical else { return }
    let source = settings.source(of: .foreground)
    if settings.foreground {
      judgement.conclude(.suppressed)
      judgement.weaken(to: .never)
      judgement.record(name, .suppressed, .inFrontUnread, .source(source))
    } else if judgement.alert == .now {
      judgement.record(name, .presented, .inFrontShown, .name(request.app.text), .source(source))
    }
  }

  /// The banner of an app in the foreground that asked for one without a sound. Alarms and calls sound all the same.
  package static func judgeSound(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.foreground.isAppThere, request.whileInFront == .silent, !request.callsUntilAnswered,
      request.alertSound != nil, !judgement.isSilent
    else { return }
    judgement.silence()
    judgement.record(name, .silent, .inFrontSilent)
  }

  private static func why(_ witness: Foreground.Witness, isLookedAt: Bool) -> Reason.Key {
    switch (witness, isLookedAt) {
    case (.app, false): .saysInFront
    case (.app, true): .saysThreadInFront
    case (.desktop, false): .seenInFront
    case (.desktop, true): .seenWithThreadInFront
    case (.asker, _): .assumedInFront
    }
  }
}

extension NotificationRequest {
  fileprivate var asksForBanner: Bool { whileInFront == .show || whileInFront == .silent }
}

extension Foreground {
  fileprivate var isAppThere: Bool {
    switch self {
    case .front, .unheard: true
    case .background, .overruled: false
    }
  }
}
