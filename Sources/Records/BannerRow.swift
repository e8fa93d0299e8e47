package import NotificationModel

/// A banner in the queue or on screen, with a function for each event.
///
/// Each event is allowed in each phase, and leaves the banner alone if it does not apply. `closing` gathers the texts
/// that the server has to close.
package struct BannerRow: Hashable, Sendable {
  package let subject: BannerSubject
  package let app: AppID
  /// `nil` if there is nothing to show, or nothing any more.
  package private(set) var phase: BannerPhase?
  package private(set) var closing: [Shown] = []

  package init(_ subject: BannerSubject, of app: AppID, phase: BannerPhase? = nil) {
    self.subject = subject
    self.app = app
    self.phase = phase
  }

  // MARK: Changes of content

  /// A new text is to alert. An alert that is in the queue already keeps its place.
  package mutating func alert(_ now: Surroundings) {
    switch phase {
    case nil: phase = .waiting(now.place, .alert(over: nil), failures: 0)
    case .held(_, let over): phase = .waiting(now.place, .alert(over: over), failures: 0)
    case .waiting(let place, .alert(let over), _): phase = .waiting(place, .alert(over: over), failures: 0)
    case .waiting(_, let errand, _): phase = .waiting(now.place, .alert(over: errand.over), failures: 0)
    case .handedOver: change(to: .alert(redacts: false))
    case .onScreen(let shown): phase = .waiting(now.place, .alert(over: shown), failures: 0)
    }
    if now.hides { closeExposed() }
  }

  /// A new text has a held alert. The text on screen is replaced at once without an alert, or closed if the server
  /// cannot do that.
  package mutating func hold(_ now: Surroundings) {
    let number: Int64
    var place = now.placeOfUpdate(redacts: now.hides && phase?.shown?.isExposed == true)
    switch phase {
    case .handedOver: return change(to: .held(redacts: false))
    case .waiting(let own, .alert, _): number = own.number
    case .waiting(let own, let errand, _):
      (number, place) = (errand.held ?? now.place.number, min(place, own))
    case .held(let own, _): number = own
    case .onScreen, nil: number = now.place.number
    }
    update(phase?.shown, at: place, held: number, now)
  }

  /// Replaces the text on screen before its held alert, or closes it if the server cannot change it silently.
  private mutating func update(_ shown: Shown?, at place: Place, held number: Int64, _ now: Surroundings) {
    phase =
      shown.map { .waiting(place, .update($0, held: number), failures: 0) }
      ?? .held(number: number, over: nil)
    if !now.changesSilently { closeEarlierText() }
  }

  /// A new text without an alert. `redacts`: whether the present text must not be seen. Only a redaction overtakes
  /// others in the queue; otherwise an app that reports progress would hold up all others.
  package mutating func refresh(redacts: Bool, _ now: Surroundings) {
    switch phase {
    case nil, .held(_, over: nil): break
    case .waiting(_, .alert, _):
      if redacts { closeEarlierText() }
    case .waiting(let place, let errand, let failures):
      phase = .waiting(redacts ? .redaction : place, errand, failures: failures)
    case .handedOver: change(to: .update(redacts: redacts))
    case .held(let number, let over?):
      phase = .waiting(now.placeOfUpdate(redacts: redacts), .update(over, held: number), failures: 0)
    case .onScreen(let shown):
      phase = .waiting(now.placeOfUpdate(redacts: redacts), .update(shown), failures: 0)
    }
  }

  /// The banner ends. If the server is being given it, it is closed after the server's answer.
  package mutating func withdraw() {
    closeEarlierText()
    switch phase {
    case .handedOver: change(to: .ended)
    case .onScreen(let shown):
      closing.append(shown)
      phase = nil
    case .held, .waiting, nil: phase = nil
    }
  }

  /// The new text need not alert any more: an alert leaves the queue, and the text on screen is replaced in place.
  package mutating func quieten(_ now: Surroundings) {
    if case .handedOver = phase { return change(to: .quiet(redacts: false)) }
    cancelAlert()
    refresh(redacts: false, now)
  }

  /// The alert is cancelled; the text on screen stays.
  package mutating func cancelAlert() {
    switch phase {
    case .held(_, let over), .waiting(_, .alert(let over), _): phase = over.map { .onScreen($0) }
    case .waiting(let place, .update(let shown, _), let failures):
      phase = .waiting(place, .update(shown), failures: failures)
    case .waiting, .handedOver, .onScreen, nil: break
    }
  }

  // MARK: The server

  /// The sink has been given the banner.
  package mutating func handOver() {
    guard case .waiting(let place, let errand, let failures) = phase else { return }
    phase = .handedOver(place, errand, failures: failures, then: nil)
  }

  /// The server shows the banner. Returns `false` if it has ended meanwhile; then it is closed.
  package mutating func shown(_ shown: Shown, _ now: Surroundings) -> Bool {
    guard case .handedOver(_, let errand, _, let then) = phase, then != .ended else {
      if shown.handle != phase?.shown?.handle { closing.append(shown) }
      if case .handedOver = phase { phase = nil }
      return false
    }
    phase = .resting(shown, held: errand.held)
    if case .restore(over: nil) = errand, case .held = then {
      // The banner was closed while the server was being given an update of it, so that it has popped up again.
      closing.append(shown)
      phase = nil
    }
    switch then {
    case .update(let redacts): refresh(redacts: redacts || now.hides && shown.isExposed, now)
    case .quiet(let redacts):
      quieten(now)
      if redacts || now.hides && shown.isExposed { refresh(redacts: true, now) }
    case .alert(let redacts):
      alert(now)
      if redacts && !shown.isHidden { closeEarlierText() }
    case .held(let redacts):
      hold(now)
      if redacts && !shown.isHidden { refresh(redacts: true, now) }
    case .ended, nil: follow(now)
    }
    return true
  }

  /// The consequence of a failure.
  package enum Failure: Hashable, Sendable {
    /// The banner waits as before.
    case waits
    /// Another try: without images and buttons, or behind the others.
    case retries
    /// The banner cannot be shown. `alerts`: whether it was an alert, rather than new text for a banner on screen.
    case isOver(alerts: Bool)
    /// The text on screen is closed, because the server has not hidden it from a locked screen.
    case notHidden
    /// There is nothing (more) to show.
    case isGone
  }

  /// The server has not shown the banner. If it died or refused, it is tried once more as text only; if it never
  /// answered, once more behind the other banners.
  package mutating func failed(_ failure: SinkFailure, _ now: Surroundings) -> Failure {
    guard case .handedOver = phase else { return .isGone }
    let redacts = redactsLater
    defer { hideEarlierText(redacts, now) }
    return retry(after: failure, now)
  }

  /// Hides the text on screen if a change meanwhile requires it, even if a new text is still to come.
  private mutating func hideEarlierText(_ redacts: Bool, _ now: Surroundings) {
    if redacts { refresh(redacts: true, now) }
    follow(now)
  }

  /// Whether the text on screen must not be seen: this hand-over was to redact it, or a later change requires it.
  private var redactsLater: Bool {
    guard case .handedOver(let place, _, _, let then) = phase else { return false }
    return place == .redaction || then?.redacts == true
  }

  private mutating func retry(after failure: SinkFailure, _ now: Surroundings) -> Failure {
    guard case .handedOver(var place, var errand, var failures, let then) = phase else { return .isGone }
    var over = failure == .noServer || failure == .serverDied ? nil : errand.over
    var isExposed = false
    // Another try would come after a pause, with the text on a locked screen.
    if let text = over, now.hides, text.isExposed, place == .redaction, !isCover {
      closing.append(text)
      (over, isExposed) = (nil, true)
    }
    switch then {
    case .ended:
      phase = nil
      return .isGone
    case .held:
      update(over, at: place.forAlert(now), held: errand.held ?? now.place.number, now)
      return .waits
    case .alert:
      errand = .alert(over: over)
      place = place.forAlert(now)
    case .quiet:
      let waits = wait(at: place, errand.over.map { .update($0) }, over: over, failures)
      return waits ? .waits : isExposed ? .notHidden : .isGone
    case .update, nil:
      if isExposed {
        phase = .resting(nil, held: errand.held)
        return .notHidden
      }
    }
    switch failure {
    // Only the server that kept the banner gets it back.
    case .noServer where errand.restores, .serverDied where errand.restores:
      phase = nil
      return .isGone
    case .noServer, .busy: return wait(at: place, errand, over: over, failures) ? .waits : .isGone
    case .unanswered where place != .redaction:
      let behind = errand.alerts ? now.place : now.placeOfUpdate(redacts: false)
      return wait(at: behind, errand, over: over, failures) ? .retries : .isGone
    case .serverDied, .refused:
      failures += 1
      if failures == 1 { return wait(at: place, errand, over: over, failures) ? .retries : .isGone }
    case .unanswered:
      // The redaction never had an answer: the banners behind it may not wait again.
      break
    }
    // A text that cannot be redacted is closed.
    if let over { closing.append(over) }
    phase = .resting(nil, held: errand.held)
    return .isOver(alerts: errand.alerts)
  }

  /// The close of a cover's text was ignored already.
  private var isCover: Bool { if case .cover = subject { true } else { false } }

  /// Puts the banner back into the queue. Returns `false` if nothing is left to do.
  private mutating func wait(at place: Place, _ errand: BannerPhase.Errand?, over: Shown?, _ failures: Int)
    -> Bool
  {
    switch errand {
    case .alert: phase = .waiting(place, .alert(over: over), failures: failures)
    case .restore: phase = .waiting(place, .restore(over: over), failures: failures)
    case .update(_, let held?):
      phase =
        over.map { .waiting(place, .update($0, held: held), failures: failures) }
        ?? .held(number: held, over: nil)
    case .update, nil: phase = over.map { .waiting(place, .update($0), failures: failures) }
    }
    return phase != nil
  }

  /// The server has closed the banner with this handle.
  package mutating func closed(_ handle: BannerHandle) {
    guard phase?.shown?.handle == handle else { return }
    // The banner that was to be restored is closed.
    if case .waiting(_, .restore, _) = phase { phase = nil } else { forgetShown() }
  }

  /// The person has pressed the text before the newest one, which is done with. It is not closed while the server is
  /// being given the newest text, because both may have one number.
  package mutating func pressedEarlierText() {
    guard case .handedOver = phase, let handle = phase?.shown?.handle else { return leaveScreen() }
    closed(handle)
  }

  /// Banners of all servers but this one are gone. Returns whether this banner was one of them.
  package mutating func follow(server: String?) -> Bool {
    guard let shown = phase?.shown, shown.handle.server != server else { return false }
    forgetShown()
    return true
  }

  private mutating func forgetShown() {
    switch phase {
    case .held(let number, _): phase = .held(number: number, over: nil)
    case .waiting(let place, .alert, let failures):
      phase = .waiting(place, .alert(over: nil), failures: failures)
    case .waiting(let place, .restore, let failures):
      phase = .waiting(place, .restore(over: nil), failures: failures)
    case .handedOver(let place, .alert, let failures, let then):
      phase = .handedOver(place, .alert(over: nil), failures: failures, then: then)
    case .handedOver(let place, .restore, let failures, let then):
      phase = .handedOver(place, .restore(over: nil), failures: failures, then: then)
    case .handedOver(let place, .update(_, let held), let failures, let then):
      phase = .handedOver(place, .restore(over: nil), failures: failures, then: then)
      // An update of a closed banner would pop it up again.
      if then?.isNews != true { change(to: held == nil ? .ended : .held(redacts: false)) }
    case .waiting(_, .update(_, let held), _): phase = .resting(nil, held: held)
    case .onScreen, nil: phase = nil
    }
  }

  // MARK: The lock, and a restart

  /// The text on screen has to change for a reason of the daemon's own. It is replaced in place, or closed on a server
  /// that may alert for an update.
  package mutating func redact(_ now: Surroundings) {
    if now.changesSilently { return refresh(redacts: true, now) }
    if case .handedOver = phase { return change(to: .update(redacts: true)) }
    leaveScreen()
  }

  package mutating func leaveScreen() {
    guard let shown = phase?.shown else { return }
    closing.append(shown)
    closed(shown.handle)
  }

  /// Whether a change for a reason of the daemon's own waits for the text on screen.
  package var isToBeRedacted: Bool {
    guard case .waiting(let place, let errand, _) = phase, errand.over != nil else { return false }
    return place == .redaction || errand.held != nil
  }

  /// Gives the text on screen the form that the lock requires. A text that an alert will replace is closed, and so is
  /// each one of the wrong form on a server that may alert for an update.
  package mutating func follow(_ now: Surroundings) {
    switch phase {
    case .onScreen(let shown), .held(_, let shown?):
      guard shown.isOfWrongForm(now.demand) else { return }
      if now.followsLock { refresh(redacts: now.hides, now) } else { leaveScreen() }
    case .waiting(_, .alert, _):
      if now.hides { closeExposed() }
    case .waiting(_, let errand, let failures) where now.hides && errand.over?.isExposed == true:
      phase = .waiting(.redaction, errand, failures: failures)
      if !now.followsLock { leaveScreen() }
    case .held, .waiting, .handedOver, nil: break
    }
  }

  /// The process that had handed over the banner has ended, so it is unknown whether the server showed it. A banner
  /// that was being restored counts as on screen; restoring is decided anew.
  package mutating func recover(_ now: Surroundings) {
    let redacts = redactsLater
    defer { hideEarlierText(redacts, now) }
    switch phase {
    case .waiting(_, .restore(let over), _), .handedOver(_, .restore(let over), _, nil):
      phase = over.map { .onScreen($0) }
    case .handedOver(let place, let errand, let failures, let then):
      switch then {
      case .ended: phase = nil
      case .alert, .held: _ = wait(at: place.forAlert(now), .alert(over: nil), over: errand.over, failures)
      case .quiet: _ = wait(at: place, nil, over: errand.over, failures)
      case .update, nil: _ = wait(at: place, errand.restores ? nil : errand, over: errand.over, failures)
      }
    case .held, .waiting, .onScreen, nil: break
    }
  }

  /// GNOME has to be given the banner again, so that a press on it reaches this process.
  package mutating func restore(_ now: Surroundings) {
    switch phase {
    case .onScreen(let shown):
      phase = .waiting(now.placeOfUpdate(redacts: false), .restore(over: shown), failures: 0)
    case .held: refresh(redacts: false, now)
    case .waiting, .handedOver, nil: break
    }
  }

  /// Another server is there, so the banner cannot be restored.
  package mutating func endRestoring() {
    guard case .waiting(let place, .restore(let over), let failures) = phase else { return }
    _ = wait(at: place, nil, over: over, failures)
  }

  // MARK: Earlier texts

  /// Not while the server is being given the text that replaces it, which may get its number.
  private mutating func closeExposed() {
    if case .handedOver = phase { return }
    if phase?.shown?.isExposed == true { closeEarlierText() }
  }

  /// Closes the text on screen that an alert would replace, or that has no successor.
  private mutating func closeEarlierText() {
    if case .onScreen = phase { return }
    guard let shown = phase?.shown else { return }
    closing.append(shown)
    forgetShown()
  }

  /// Combines a change with an earlier one; a text that had to be hidden still has to be.
  private mutating func change(to change: BannerPhase.Change) {
    guard case .handedOver(let place, var errand, let failures, let then) = phase else { return }
    if change.endsHold, case .update(let shown, _) = errand { errand = .update(shown) }
    phase = .handedOver(place, errand, failures: failures, then: change.after(then))
  }
}

extension Place {
  /// The place of an alert that came while this banner was handed over. A redaction's place does not pass to the alert.
  fileprivate func forAlert(_ now: BannerRow.Surroundings) -> Place { self == .redaction ? now.place : self }
}
