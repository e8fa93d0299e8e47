import Guidelines
package import NotificationModel

// What comes by the desktop's own notification interface, which no app was written for us to have: it is repaired rather
// than refused, known to its app by a number, and answered in that interface's own terms.
//
// Invariant: at most one record has a number, and only until it ends. A read record keeps its number longer, even after
// the person has taken it off the list, because its app can still take it back.

extension DeliveryEngine {
  /// Judges and stores what an app has posted there; returns its number, which holds once the transaction is committed.
  /// `replacing`: the number that the app names; 0 for none. `notes`: what of the call had to be changed. Refuses nothing
  /// but floods.
  package func post(
    _ request: NotificationRequest, _ origin: DesktopOrigin, replacing: UInt32, notes: [Ruling] = [],
    images: [ImageCopy] = [], process: Int32 = 0, now: Moment
  ) throws(Refusal) -> UInt32 {
    do throws(Refusal) {
      return try accept(request, origin, replacing: replacing, notes, images: images, process, now)
    } catch .quotaExceeded(quota: "apps", _, _, _) {
      // Scripts call themselves what they like, and no more such names are remembered.
      var nameless = request
      nameless.app = .unknown
      nameless.replaceImageFiles { _, _ in nil }
      return try accept(nameless, origin, replacing: replacing, notes, images: [], process, now)
    }
  }

  private func accept(
    _ request: NotificationRequest, _ origin: DesktopOrigin, replacing: UInt32, _ notes: [Ruling],
    images: [ImageCopy], _ process: Int32, _ now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now) {
      try store.begin()
      // What is due comes before what is said now.
      try following.runSchedule(now)
      try following.catchUpWhole(request.app, now)
      var origin = origin
      origin.number = try mayReplace(replacing, request.app, origin) ? replacing : 0
      var request = request
      request.origin = Origin(origin)
      if origin.isOnScreenDisplay || origin.isTransient {
        return try showing.pass(request, origin, images: images, now)
      }
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, in: request)
      let client = Client(
        // That interface gives the shell's app to Bellhop's own command alone.
        connection: 0, process: process, isPerson: request.app == .shell,
        verified: origin.isSandboxed && origin.isVouchedFor ? request.app : nil)
      var submission: Submission
      do {
        submission = try self.submission(placed.request, by: client, now)
      } catch Refusal.notAuthorized {
        return try frontNumbers.refuse(origin)
      }
      let former = try freePlace(of: origin, submission, now)
      let existing = submission.situation.existing
      origin = try frontNumbers.numbered(origin, existing: existing?.request.origin.desktop ?? former)
      submission.request.origin = Origin(origin)
      // What had it may have been put off.
      if existing?.request.origin.number != origin.number {
        try store.free(number: origin.number)
      }
      var (record, _, _) = try accept(submission, images: placed.new, unused: &unused, by: client, now)
      if !notes.isEmpty { try store.append(notes, to: record.id, at: now.wall) }
      try entries.closeUnshown(&record, now)
      return origin.number
    }
  }

  /// Its app takes it back, or another that is no more in a sandbox than it. Returns whether the number is, or was, ours.
  package func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool, now: Moment) throws(Refusal)
    -> Bool
  {
    try call(at: now) {
      let record = try store.record(numbered: number)
      guard let origin = passing[number]?.origin ?? record?.request.origin.desktop else {
        return number >= FrontNumbers.first
      }
      guard origin.caller == caller || !isSandboxed && !origin.isSandboxed else { return true }
      passing.over(passing.remove(number), .closed)
      if let record, try entries.end([record], .takenBack, because: .takenBackByApp, now) == 0 {
        try entries.takeBackRead(record)
      }
      return true
    }
  }

  // MARK: Numbers

  /// Whether an app may have the number that it names: what another has in a sandbox is not to be touched from outside,
  /// nor from inside of one what others have.
  private func mayReplace(_ number: UInt32, _ app: AppID, _ origin: DesktopOrigin) throws -> Bool {
    guard number != 0 else { return false }
    let present = try passing[number]?.request ?? store.record(numbered: number)?.request
    guard let present, present.app != app else { return true }
    return !origin.isSandboxed && present.origin.desktop?.isSandboxed != true
  }

  /// One place on the screen: what is shown in passing under this number gives way, and so does another app's.
  /// Only where there is room for what takes it. Returns what its own app had there.
  private func freePlace(of origin: DesktopOrigin, _ submission: Submission, _ now: Moment) throws
    -> DesktopOrigin?
  {
    let (number, app) = (origin.number, submission.app.id)
    let (passed, listed) = (passing[number], try store.record(numbered: number))
    if let listed, listed.request.app == app { return listed.request.origin.desktop }
    guard passed != nil || listed != nil else { return nil }
    try rates.require(.posts, submission.request.payer, isVouchedFor: submission.isVouchedFor, now)
    passing.remove(number)
    if let passed, passed.request.app == app { return passed.origin }
    if let passed { passing.tellOverTaken(passed.origin, by: origin.caller) }
    if let listed { try entries.makeWay(listed, for: origin.caller, of: app, now) }
    return nil
  }

  // MARK: What is up

  /// What the notification server can do, as it was told last: until it is told anew, an earlier one's counts.
  package var serverCapabilities: [String] { server.lastCapabilities }

  /// Whether a number that the notification server speaks of is neither one that an app knows, nor the server's own for a
  /// banner of ours. `nil`: not known before the server has said what it is, and under which number it shows what it was
  /// given: a press may be heard by another connection before that answer is.
  package func isUnknown(_ number: UInt32) -> Bool? {
    guard number < FrontNumbers.first, passing[number] == nil,
      (try? store.record(numbered: number)) == .some(nil)
    else { return false }
    guard let name = server.description?.server else {
      if case .absent = server.presence { return true }
      return nil
    }
    let handle = BannerHandle(server: name, id: number)
    let isOurs =
      recentBanners.contains(handle) || passing.banner(shownAs: handle) != nil
      || (try? banners.banner(shownAs: handle)) != .some(nil)
    return isOurs ? false : server.outstanding == nil ? true : nil
  }

  /// Banners in passing that the server shows, to be remembered outside of the process for as long as it does, and no
  /// longer. They are stored nowhere else, and have to be closed after the process was killed.
  package var passingBanners: [BannerHandle] { passing.onScreen }

  /// Before `start`: what an earlier process left of them.
  package func inherit(passing handles: [BannerHandle]) { passing.inherit(handles) }

  /// The interface is given away: what is listed stays on screen, and nobody hears of it any more. As much as there is room
  /// for; returns whether that is all.
  package func endFront(now: Moment) throws(Refusal) -> Bool {
    try call(at: now) {
      let open = try store.numberedRecords(limit: share.whole)
      for var record in open {
        entries.forgetNumber(of: &record, telling: .undefined)
        try entries.update(record)
      }
      passing.endAll(.undefined)
      try following.endInhibitions(now) { _ in true }
      return open.count < share.whole
    }
  }
}
