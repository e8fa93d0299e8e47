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
    images: [ImageCopy] = [], process: Int32 = 0, now: Moment
  ) throws(Refusal) -> UInt32 {
    do throws(Refusal) {
      return try accept(request, conventions, replacing: replacing, images: images, process, now)
    } catch .quotaExceeded(quota: "apps", _, _, _) {
      // Scripts call themselves what they like, and no more such names are remembered.
      var nameless = request
      nameless.app = .unknown
      nameless.replaceImageFiles { _, _ in nil }
      return try accept(nameless, conventions, replacing: replacing, images: [], process, now)
    }
  }

  private func accept(
    _ request: NotificationRequest, _ conventions: Conventions, replacing: UInt32, images: [ImageCopy],
    _ process: Int32, _ now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now) {
      try store.begin()
      try followClock(now)
      try catchUpWhole(request.app, now)
      var conventions = conventions
      conventions.number = try mayReplace(replacing, request.app, conventions) ? replacing : 0
      var request = request
      request.conventions = Boxed(conventions)
      if conventions.isOnScreenDisplay || conventions.isTransient {
        return try pass(request, conventions, images: images, now)
      }
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, in: request)
      let client = Client(
        connection: 0, process: process, isPerson: false,
        verified: conventions.isSandboxed && conventions.isVouchedFor ? request.app : nil)
      var submission: Submission
      do {
        submission = try self.submission(placed.request, by: client, now)
      } catch Refusal.notAuthorized {
        return try refuse(conventions)
      }
      let former = try takePlace(of: conventions, submission, now)
      let existing = submission.situation.existing
      conventions = try numbered(conventions, existing: existing?.request.conventions?.value ?? former)
      submission.request.conventions = Boxed(conventions)
      // What had it may have been put off.
      if existing?.request.conventions?.number != conventions.number {
        try store.free(number: conventions.number)
      }
      if !live.fadedBanners.contains(request, now: now.uptime) { live.fadedBanners.forget(of: request.app) }
      var (record, _) = try accept(submission, images: placed.new, unused: &unused, by: client, now)
      try closeUnshown(&record)
      return conventions.number
    }
  }

  /// Its app takes it back, or another that is no more in a sandbox than it. Returns whether the number is, or was, ours.
  package func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool, now: Moment) throws(Refusal)
    -> Bool
  {
    try call(at: now) {
      let record = try store.record(numbered: number)
      guard let conventions = live.passing[number]?.conventions ?? record?.request.conventions?.value else {
        return number >= FrontNumbers.first
      }
      guard conventions.caller == caller || !isSandboxed && !conventions.isSandboxed else { return true }
      over(live.passing.remove(number), .closed)
      if let record { try end([record], .takenBack, because: .takenBackByApp, now) }
      return true
    }
  }

  // MARK: Numbers

  /// Whether an app may have the number that it names: what another has in a sandbox is not to be touched from outside,
  /// nor from inside of one what others have.
  private func mayReplace(_ number: UInt32, _ app: AppID, _ conventions: Conventions) throws -> Bool {
    guard number != 0 else { return false }
    let present = try live.passing[number]?.request ?? store.record(numbered: number)?.request
    guard let present, present.app != app else { return true }
    return !conventions.isSandboxed && present.conventions?.isSandboxed != true
  }

  /// One place on the screen: what is shown in passing under this number gives way, and so does another app's.
  /// Only where there is room for what takes it. Returns what its own app had there.
  private func takePlace(of conventions: Conventions, _ submission: Submission, _ now: Moment) throws
    -> Conventions?
  {
    let (number, app) = (conventions.number, submission.app.id)
    let (passing, listed) = (live.passing[number], try store.record(numbered: number))
    if let listed, listed.request.app == app { return listed.request.conventions?.value }
    guard passing != nil || listed != nil else { return nil }
    try require(.posts, app, isVouchedFor: submission.isVouchedFor, now)
    live.passing.remove(number)
    if let passing, passing.request.app == app { return passing.conventions }
    if let passing { tellOverTaken(passing.conventions, by: conventions.caller) }
    if let listed { try makeWay(listed, for: conventions.caller, of: app, now) }
    return nil
  }
}
