package import NotificationModel

/// A banner on its way to the screen, or on it, and what may become of it: one function an event.
///
/// Each event is allowed in each phase; what it does not concern it leaves alone. `closing` gathers the handles whose
/// banners the server is to close.
package struct BannerRow: Hashable, Sendable {
  package let subject: BannerSubject
  package let app: AppID
  /// `nil` where there is none to be shown, or none any more.
  package private(set) var phase: BannerPhase?
  package private(set) var closing: [BannerHandle] = []

  package init(_ subject: BannerSubject, of app: AppID, phase: BannerPhase? = nil) {
    self.subject = subject
    self.app = app
    self.phase = phase
  }

  /// What is known where an event comes in.
  package struct Surroundings: Sendable {
    /// Whether the screen hides what is private.
    package var isLocked: Bool
    /// The place of an alert about it that would come into the queue now.
    package var place: Place
    /// Whether the server changes a banner without asking for attention.
    package var changesSilently: Bool
    package init(isLocked: Bool, place: Place, changesSilently: Bool = true) {
      self.isLocked = isLocked
      self.place = place
      self.changesSilently = changesSilently
    }

    /// The place of new text without an alert.
    func placeOfUpdate(redacts: Bool) -> Place { redacts ? .redaction : .ordinary(place.number) }
  }

  // MARK: Changes of content

  /// New text is to come, and alert. An alert that waits already keeps its place.
  package mutating func alert(_ now: Surroundings) {
    switch phase {
    case nil: phase = .waiting(now.place, .alert(over: nil), failures: 0)
    case .held(_, let over): phase = .waiting(now.place, .alert(over: over), failures: 0)
    case .waiting(let place, .alert(let over), _): phase = .waiting(place, .alert(over: over), failures: 0)
    case .waiting(_, let errand, _): phase = .waiting(now.place, .alert(over: errand.over), failures: 0)
    case .handedOver: change(to: .alert(redacts: false))
    case .onScreen(let shown): phase = .waiting(now.place, .alert(over: shown), failures: 0)
    }
    if now.isLocked { closeExposed() }
  }

  /// New text is to come whose alert waits until what holds it is over. What is on screen has it at once, without an
  /// alert, or goes.
  package mutating func hold(_ now: Surroundings) {
    let number: Int64
    var place = now.placeOfUpdate(redacts: now.isLocked && phase?.shown?.isExposed == true)
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

  /// What is on screen changes in place, before an alert that is held; where the server cannot do that silently, it goes.
  private mutating func update(_ shown: Shown?, at place: Place, held number: Int64, _ now: Surroundings) {
    phase =
      shown.map { .waiting(place, .update($0, held: number), failures: 0) }
      ?? .held(number: number, over: nil)
    if !now.changesSilently { closeEarlierText() }
  }

  /// Its text is another, which is no reason for an alert; where it `redacts`, what is on screen must not be seen.
  /// Only that overtakes others in the queue, or an app with a progress to tell would keep everybody waiting.
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

  /// Nothing is to be seen of it any more. What the server is being given is closed when it has said so.
  package mutating func withdraw() {
    closeEarlierText()
    switch phase {
    case .handedOver: change(to: .ended)
    case .onScreen(let shown):
      closing.append(shown.handle)
      phase = nil
    case .held, .waiting, nil: phase = nil
    }
  }

  /// It need not alert any more: an alert in the queue leaves it, and what is on screen has the new text in place.
  package mutating func quieten(_ now: Surroundings) {
    if case .handedOver = phase { return change(to: .quiet(redacts: false)) }
    cancelAlert()
    refresh(redacts: false, now)
  }

  /// There is no alert to come after all; what is on screen stays.
  package mutating func cancelAlert() {
    switch phase {
    case .held(_, let over), .waiting(_, .alert(let over), _): phase = over.map { .onScreen($0) }
    case .waiting(let place, .update(let shown, _), let failures):
      phase = .waiting(place, .update(shown), failures: failures)
    case .waiting, .handedOver, .onScreen, nil: break
    }
  }

  // MARK: The server

  /// The sink has been asked to show it.
  package mutating func handOver() {
    guard case .waiting(let place, let errand, let failures) = phase else { return }
    phase = .handedOver(place, errand, failures: failures, then: nil)
  }

  /// The server shows it. `false` where nothing was to be shown any more, and it is closed.
  package mutating func shown(_ shown: Shown, _ now: Surroundings) -> Bool {
    guard case .handedOver(_, let errand, _, let then) = phase, then != .ended else {
      if shown.handle != phase?.shown?.handle { closing.append(shown.handle) }
      if case .handedOver = phase { phase = nil }
      return false
    }
    phase = .resting(shown, held: errand.held)
    if case .restore(over: nil) = errand, case .held = then {
      // Closed while it was changed in place, it has come up once more.
      closing.append(shown.handle)
      phase = nil
    }
    switch then {
    case .update(let redacts): refresh(redacts: redacts || now.isLocked && shown.isExposed, now)
    case .quiet(let redacts):
      quieten(now)
      if redacts || now.isLocked && shown.isExposed { refresh(redacts: true, now) }
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

  /// What a failure means for the banner.
  package enum Failure: Hashable, Sendable {
    /// It waits as before.
    case waits
    /// Another try: without images and buttons, or behind the others.
    case retries
    /// It cannot be shown; `alerts`: as an alert, rather than as new text for what is on screen.
    case isOver(alerts: Bool)
    /// There is nothing (more) to show.
    case isGone
  }

  /// The server has not shown it. One that died, or refused it, is asked for the text alone, and then no more; one
  /// that never answered is asked again, once the others have been shown.
  package mutating func failed(_ failure: SinkFailure, _ now: Surroundings) -> Failure {
    guard case .handedOver = phase else { return .isGone }
    let redacts = redactsLater
    defer { hideEarlierText(redacts, now) }
    return retry(after: failure, now)
  }

  /// What had to be hidden meanwhile is hidden now, also where the new text is still to come.
  private mutating func hideEarlierText(_ redacts: Bool, _ now: Surroundings) {
    if redacts { refresh(redacts: true, now) }
    follow(now)
  }

  /// Whether what is on screen must not be seen, either because this hand-over was to redact it, or because a change
  /// since then requires it.
  private var redactsLater: Bool {
    guard case .handedOver(let place, _, _, let then) = phase else { return false }
    return place == .redaction || then?.redacts == true
  }

  private mutating func retry(after failure: SinkFailure, _ now: Surroundings) -> Failure {
    guard case .handedOver(var place, var errand, var failures, let then) = phase else { return .isGone }
    let over = failure == .noServer || failure == .serverDied ? nil : errand.over
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
      return wait(at: place, errand.over.map { .update($0) }, over: over, failures) ? .waits : .isGone
    case .update, nil: break
    }
    switch failure {
    // Only the server that held it is to have it back.
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
      // Neither is it to stay as it was, nor is anybody behind it to wait for it again.
      break
    }
    // What cannot be changed is better gone than showing what it must not.
    if let over { closing.append(over.handle) }
    phase = .resting(nil, held: errand.held)
    return .isOver(alerts: errand.alerts)
  }

  /// Puts it back into the queue, `false` where nothing is left for it to do there.
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

  /// The server has closed what it showed under this handle.
  package mutating func closed(_ handle: BannerHandle) {
    guard phase?.shown?.handle == handle else { return }
    // Nothing is left to be restored.
    if case .waiting(_, .restore, _) = phase { phase = nil } else { forgetShown() }
  }

  /// The person has pressed the text before the newest one, and is done with that. What the server is being given may
  /// have its number.
  package mutating func pressedEarlierText() {
    guard case .handedOver = phase, let handle = phase?.shown?.handle else { return leaveScreen() }
    closed(handle)
  }

  /// The banners of every other server than this are gone. Whether this was one of them.
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
      // Shown now, it would come up once more.
      if then?.isNews != true { change(to: held == nil ? .ended : .held(redacts: false)) }
    case .waiting(_, .update(_, let held), _): phase = .resting(nil, held: held)
    case .onScreen, nil: phase = nil
    }
  }

  // MARK: The lock, and a restart

  /// What is on screen may not stay as it is, for a reason of the daemon's own: it is changed in place, or goes where the
  /// server may take that for an alert.
  package mutating func redact(_ now: Surroundings) {
    if now.changesSilently { return refresh(redacts: true, now) }
    if case .handedOver = phase { return change(to: .update(redacts: true)) }
    leaveScreen()
  }

  package mutating func leaveScreen() {
    guard let handle = phase?.shown?.handle else { return }
    closing.append(handle)
    closed(handle)
  }

  /// Whether what is on screen is to change for a reason of the daemon's own.
  var isToBeRedacted: Bool {
    guard case .waiting(let place, let errand, _) = phase, errand.over != nil else { return false }
    return place == .redaction || errand.held != nil
  }

  /// Gives what is on screen the form that the lock asks for; a text that others are to take the place of goes, and so does
  /// each of the wrong form where the server may take its change for an alert.
  package mutating func follow(_ now: Surroundings) {
    switch phase {
    case .onScreen(let shown), .held(_, let shown?):
      guard shown.isOfWrongForm(locked: now.isLocked) else { return }
      if now.changesSilently { refresh(redacts: now.isLocked, now) } else { leaveScreen() }
    case .waiting(_, .alert, _):
      if now.isLocked { closeExposed() }
    case .waiting(_, let errand, let failures) where now.isLocked && errand.over?.isExposed == true:
      phase = .waiting(.redaction, errand, failures: failures)
      if !now.changesSilently { leaveScreen() }
    case .held, .waiting, .handedOver, nil: break
    }
  }

  /// The process that had handed it over has ended: whether the server showed it is not known. What it was restoring is
  /// on screen, as far as is known; what is to be restored is decided anew.
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

  /// GNOME is to be given it once more, so that a press on it reaches this process.
  package mutating func restore(_ now: Surroundings) {
    switch phase {
    case .onScreen(let shown):
      phase = .waiting(now.placeOfUpdate(redacts: false), .restore(over: shown), failures: 0)
    case .held: refresh(redacts: false, now)
    case .waiting, .handedOver, nil: break
    }
  }

  /// It cannot be restored: another server is there.
  package mutating func endRestoring() {
    guard case .waiting(let place, .restore(let over), let failures) = phase else { return }
    _ = wait(at: place, nil, over: over, failures)
  }

  // MARK: Earlier texts

  /// Not while the server is being given what takes its place, and perhaps its number.
  private mutating func closeExposed() {
    if case .handedOver = phase { return }
    if phase?.shown?.isExposed == true { closeEarlierText() }
  }

  /// Closes the text that another is to take the place of through an alert, or that nothing is to follow.
  private mutating func closeEarlierText() {
    if case .onScreen = phase { return }
    guard let shown = phase?.shown else { return }
    closing.append(shown.handle)
    forgetShown()
  }

  /// A later change says more than an earlier one; what had to be hidden still has to be.
  private mutating func change(to change: BannerPhase.Change) {
    guard case .handedOver(let place, var errand, let failures, let then) = phase else { return }
    if change.endsHold, case .update(let shown, _) = errand { errand = .update(shown) }
    phase = .handedOver(place, errand, failures: failures, then: change.after(then))
  }
}

extension Place {
  /// Of an alert that came while this was handed over: only a redaction's overtakes others.
  fileprivate func forAlert(_ now: BannerRow.Surroundings) -> Place { self == .redaction ? now.place : self }
}
