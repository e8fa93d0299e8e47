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
        // A copy would be kept for nothing: it is over before anybody asks for it again.
        removeImages(images)
        request.replaceImageFiles { _, _ in nil }
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
}
