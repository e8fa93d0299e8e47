import Guidelines
package import NotificationModel

// What comes by the desktop's own notification interface, which no app was written for us to have: it is repaired rather
// than refused, known to its app by a number, and answered in that interface's own terms.
//
// Invariant: at most one record has a number, and only until its app was told that it is closed.

extension DeliveryEngine {
  /// Judges and stores what an app has posted there; returns its number, which holds once the transaction is committed.
  /// `replacing`: the number that the app names; 0 for none. Refuses nothing but floods.
  package func post(
    _ request: NotificationRequest, _ conventions: Conventions, replacing: UInt32,
    images: [ImageCopy] = [], now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now) {
      try store.begin()
      try followClock(now)
      try catchUpWhole(request.app, now)
      var conventions = conventions
      conventions.number = try admitted(replacing, for: request.app, conventions, now)
      var request = request
      request.conventions = Boxed(conventions)
      if conventions.isOnScreenDisplay || conventions.isTransient {
        removeImages(images)
        return try pass(request, conventions, now)
      }
      live.passing.remove(conventions.number)
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, in: request)
      let client = Client(
        connection: 0, process: 0, isPerson: false, verified: conventions.isSandboxed ? request.app : nil)
      var submission: Submission
      do {
        submission = try self.submission(placed.request, by: client, now)
      } catch Refusal.notAuthorized {
        return try refuse(conventions)
      }
      let existing = submission.situation.existing
      conventions = try numbered(conventions, existing: existing?.request.conventions?.value)
      submission.request.conventions = Boxed(conventions)
      var (record, _) = try accept(submission, images: placed.new, unused: &unused, by: client, now)
      if record.state == .read, forgetNumber(of: &record, telling: .expired) { try update(record) }
      return conventions.number
    }
  }

  /// Its app takes it back. Returns whether the number was ever ours.
  package func close(_ number: UInt32, now: Moment) throws(Refusal) -> Bool {
    try call(at: now) {
      if let passing = live.passing.remove(number) {
        over(passing, .closed)
        return true
      }
      guard let record = try store.record(numbered: number) else { return number >= FrontNumbers.first }
      try end([record], .takenBack, because: .takenBackByApp, now)
      return true
    }
  }

  // MARK: Numbers

  /// The number that an app names, as far as it may: what another has in a sandbox is not to be touched from outside, nor
  /// from inside of one what others have. 0 for none.
  private func admitted(
    _ replacing: UInt32, for app: AppID, _ conventions: Conventions, _ now: Moment
  ) throws -> UInt32 {
    guard replacing != 0, let record = try store.record(numbered: replacing), record.request.app != app
    else { return replacing }
    guard !conventions.isSandboxed, record.request.conventions?.isSandboxed != true else { return 0 }
    // One place on the screen, for two apps: the second takes it.
    try end([record], .withdrawn, because: .takenBackByApp, now)
    return replacing
  }

  /// The number that it is known by from now on: the one that its app names, whatever that is; that of the same thing, if
  /// it is there; else a new one.
  func numbered(_ conventions: Conventions, existing: Conventions?) throws -> Conventions {
    var numbered = conventions
    if numbered.number == 0 { numbered.number = existing?.number ?? 0 }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // Two who posted it wait for what becomes of it: everybody is told.
    if let existing, existing.caller != conventions.caller { numbered.caller = .everybody }
    return numbered
  }

  private func nextNumber() throws -> UInt32 {
    while true {
      if live.frontNumbers.isUsedUp {
        live.frontNumbers.reserve()
        try store.set(Switches.Name.frontNumber, to: "\(live.frontNumbers.reserved)")
      }
      let number = live.frontNumbers.take()
      // An app may have named it first.
      if try store.record(numbered: number) == nil, live.passing[number] == nil { return number }
    }
  }

  /// The person does not want it. Its app is told as by a server that shows nothing.
  func refuse(_ conventions: Conventions) throws -> UInt32 {
    var refused = conventions
    if refused.number == 0 { refused.number = try nextNumber() }
    outbox.add(.front(.closed(.undefined), number: refused.number, caller: refused.caller))
    return refused.number
  }

  // MARK: The same thing

  /// What has the number that it names, or else its tag, or else says the same and is still to be seen.
  func frontThing(
    as request: NotificationRequest, _ conventions: Conventions, standing: Standing, _ now: Moment
  ) throws -> NotificationRecord? {
    if conventions.number != 0 {
      let named = try store.record(numbered: conventions.number)
      return named.flatMap { stands($0, standing) ? $0 : nil }
    }
    if let tag = request.identifier {
      return try store.live(app: request.app, identifier: tag, standing: standing)
    }
    // Who writes "ok" twice has said it twice.
    guard request.kind != .message, let alike = try store.live(like: request, standing: standing),
      alike.request.conventions != nil
    else { return nil }
    return try isStillOneThing(alike, now) ? alike : nil
  }

  private func stands(_ record: NotificationRecord, _ standing: Standing) -> Bool {
    switch standing {
    case .unread: record.unread
    case .scheduled: record.state == .scheduled
    case .awaitingConsent: record.state == .awaitingConsent
    }
  }

  /// Nothing marks it read: it is one with what comes later only while it waits or is to be seen, and a minute longer.
  private func isStillOneThing(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    if !record.unread || record.state == .held { return true }
    return try row(of: record).phase != nil || live.fadedBanners.contains(record.request, now: now.uptime)
  }

  /// A server may leave a banner up for days, before somebody who looks elsewhere.
  func isOfEarlierHour(_ record: NotificationRecord, _ now: Moment) -> Bool {
    record.request.conventions != nil && record.state == .delivered
      && now.wall >= record.posted.advanced(bySeconds: 3_600)
  }

  // MARK: Room

  /// No app is refused for what it cannot mark read: its oldest becomes read.
  func makeRoom(for app: AppID, _ now: Moment) throws {
    while try store.unreadCount(app: app) >= live.policy.limits.unreadPerApp,
      let oldest = try store.oldestUnread(app: app)
    {
      try end([oldest], .seen, because: .tooManyUnread, now)
    }
  }

  /// The app as it is remembered: whether it speaks to us by another door as well, where it asks for consent and has its
  /// badge.
  func followingDoor(_ app: AppRecord, of request: NotificationRequest) throws -> AppRecord {
    var app = app
    if request.conventions == nil {
      guard app.comesByFront else { return app }
      app.comesByFront = false
      try save(app)
    } else if knownApps[app.id] == nil {
      app.comesByFront = true
    }
    return app
  }
}
