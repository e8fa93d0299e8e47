import Guidelines
package import NotificationModel
package import Records

// Posts by the desktop's own notification interface, from apps that were not written for Bellhop. They are repaired
// rather than refused, known to their apps by numbers, and answered in that interface's terms.
//
// Invariant: at most one record has a number, and only until it ends. A read record keeps its number longer, even after
// the person has taken it off the list, because its app can still withdraw it.

extension DeliveryEngine {
  /// Judges and stores a post; returns its number, which is valid once the transaction is committed. `replacing`: the
  /// number that the app names; 0 for none. `notes`: the repairs that were made. Refuses floods only.
  package func post(
    _ request: NotificationRequest, _ origin: DesktopOrigin, by caller: BusCaller, replacing: UInt32,
    notes: [Ruling] = [],
    images: [ImageCopy] = [], process: Int32 = 0, now: Moment
  ) throws(Refusal) -> UInt32 {
    let request = request.coming(by: Origin(origin))
    let link = DesktopLink(to: caller, number: replacing)
    do throws(Refusal) {
      return try accept(request, origin, link, notes, images: images, process, now)
    } catch .quotaExceeded(quota: "apps", _, _, _) {
      // Scripts can invent names, and the limit of remembered ones is reached.
      var nameless = request
      nameless.app = .unknown
      nameless.replaceImageFiles { _, _ in nil }
      return try accept(nameless, origin, link, notes, images: [], process, now)
    } catch {
      countRefusal(of: request.app)
      throw error
    }
  }

  private func accept(
    _ request: NotificationRequest, _ origin: DesktopOrigin, _ posted: DesktopLink, _ notes: [Ruling],
    images: [ImageCopy], _ process: Int32, _ now: Moment
  ) throws(Refusal) -> UInt32 {
    try call(at: now, inMemory: true) {
      try store.begin()
      // Due work comes before the new post.
      try reconciling.runSchedule(now)
      try reconciling.catchUpFully(request.app, now)
      var link = posted
      if try !mayReplace(link.number, request.app, origin) { link.number = 0 }
      if origin.isOnScreenDisplay || origin.isTransient {
        if Consent.isDenied(apps.settings(of: try apps.app(request.app, now), for: request)) {
          countRefusal(of: request.app)
        }
        if let number = try showing.showTransient(request, origin, link, images: images, now) {
          return number
        }
        // The banner that it replaces gives it its number.
        if link.number == 0 { link.number = transient.existing(for: request, from: link)?.number ?? 0 }
      }
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, in: request)
      let client = Client(
        // That interface grants the shell's app to Bellhop's own command only.
        connection: 0, process: process, isPerson: request.app == .shell,
        verified: origin.isSandboxed && origin.isVouchedFor ? request.app : nil)
      var submission: Submission
      do {
        submission = try self.submission(placed.request, from: .desktop(link), by: client, now)
      } catch Refusal.notAuthorized {
        countRefusal(of: request.app)
        return try context.frontNumbers.refuse(link)
      }
      let former = try freePlace(of: link, submission, now)
      let existing = submission.situation.existing
      link = try context.frontNumbers.numbered(link, existing: existing?.link?.desktop ?? former)
      submission.link = .desktop(link)
      context.endedCallers.posted(request, by: link.caller)
      // The record that had the number may have been put off.
      if existing?.link?.desktop?.number != link.number { try store.free(number: link.number) }
      let (record, _, _) = try accept(submission, images: placed.new, unused: &unused, by: client, now)
      let isKept = origin.isTransient && existing?.request.passes != true
      let notes = isKept ? notes + [Transient.isKept] : notes
      if !notes.isEmpty { try store.append(notes, to: record.id, at: now.wall) }
      if existing == nil { try entries.noteIfUnstored(record.id, of: record.request.payer, now) }
      try entries.closeUnshown(record, now)
      return link.number
    }
  }

  /// An app withdraws a notification: its own, or another's if neither is in a sandbox. Returns whether the number is
  /// or was one of Bellhop's.
  package func close(_ number: UInt32, by caller: BusCaller, isSandboxed: Bool, now: Moment) throws(Refusal)
    -> Bool
  {
    try call(at: now, inMemory: true) {
      let (banner, record) = (transient[number], try store.record(numbered: number))
      guard let link = banner?.link ?? record?.link?.desktop else { return number >= FrontNumber.first }
      let isOfSandbox = (banner?.request ?? record?.request)?.origin.desktop?.isSandboxed == true
      guard link.caller == caller || !isSandboxed && !isOfSandbox else { return true }
      transient.over(transient.remove(number), .closed)
      if let record { try entries.close(record, now) }
      return true
    }
  }

  // MARK: Numbers

  /// Whether an app may replace the notification with this number. An app in a sandbox may replace its own only, and no
  /// other app may replace the notifications of a sandbox.
  private func mayReplace(_ number: UInt32, _ app: AppID, _ origin: DesktopOrigin) throws -> Bool {
    guard number != 0 else { return false }
    let present = try transient[number]?.request ?? store.record(numbered: number)?.request
    guard let present, present.app != app else { return true }
    return !origin.isSandboxed && present.origin.desktop?.isSandboxed != true
  }

  /// Makes room on the screen: a transient banner with this number gives way, and so does another app's notification.
  /// Throws if there is no room for the new post. Returns the link of the app's own notification with the number.
  private func freePlace(of link: DesktopLink, _ submission: Submission, _ now: Moment) throws -> DesktopLink?
  {
    let (number, app) = (link.number, submission.app.id)
    let (passed, listed) = (transient[number], try store.record(numbered: number))
    if let listed, listed.request.app == app { return listed.link?.desktop }
    guard passed != nil || listed != nil else { return nil }
    try rates.require(.posts, submission.request.payer, isVouchedFor: submission.isVouchedFor, now)
    transient.remove(number)
    if let passed, passed.request.app == app { return passed.link }
    if let passed { transient.tellReplaced(passed.link, by: link.caller) }
    if let listed { try entries.endReplaced(listed, by: link.caller, of: app, now) }
    return nil
  }

  // MARK: On screen

  /// The capabilities of the notification server, as they were last announced, possibly by an earlier server.
  package var serverCapabilities: [String] { server.lastCapabilities }

  /// Whether a number that the notification server mentions is neither an app's nor the server's own number of one of
  /// Bellhop's banners. `nil`: not known before the server has described itself, or while it is being given a banner,
  /// because another connection may report a press before the server's answer arrives.
  package func isUnknown(_ number: UInt32) -> Bool? {
    guard number < FrontNumber.first, transient[number] == nil,
      (try? store.record(numbered: number)) == .some(nil)
    else { return false }
    guard let name = server.description?.server else { return isServerAbsent ? true : nil }
    let handle = BannerHandle(server: name, id: number)
    let isOurs =
      context.recentBanners.contains(handle) || transient.banner(shownAs: handle) != nil
      || (try? banners.banner(shownAs: handle)) != .some(nil)
    return isOurs ? false : server.outstanding == nil ? true : nil
  }

  /// The server's own number of the banner that an app knows by `number`, of those on screen and those that have closed
  /// last; `number` itself if there is no such banner. `nil`: not known before the server has answered.
  package func serverNumber(of number: UInt32) -> UInt32? {
    let row = try? transient[number]?.row ?? store.record(numbered: number).map { try banners.row(of: $0) }
    guard let name = server.description?.server else { return row == nil || isServerAbsent ? number : nil }
    if let shown = row?.phase?.shown?.handle, shown.server == name { return shown.id }
    if row?.phase != nil, server.outstanding != nil { return nil }
    return context.closedBanners.banner(numbered: number, of: name)?.id ?? number
  }

  /// The number by which an app knows the banner with the server's own `number`; `number` itself if it is no app's.
  /// `nil`: not known before the server has answered.
  package func appNumber(of number: UInt32) -> UInt32? {
    guard let name = server.description?.server else { return isServerAbsent ? number : nil }
    let handle = BannerHandle(server: name, id: number)
    if let row = try? banners.banner(shownAs: handle) {
      return (try? banners.number(of: row.subject)).flatMap { $0 } ?? number
    }
    if let known = context.closedBanners.number(of: handle) { return known }
    return server.outstanding == nil || context.recentBanners.contains(handle) ? number : nil
  }

  private var isServerAbsent: Bool { if case .absent = server.presence { true } else { false } }

  /// The banners on screen that are not stored. The caller keeps them outside the process for as long as they are shown,
  /// because they have to be closed after the process was killed.
  package var unstoredBanners: [BannerHandle] {
    transient.onScreen + context.leftOnScreen.waiting
      + context.unstored.shown.filter { handle in
        do { return try banners.banner(shownAs: handle) != nil } catch { return true }
      }
  }

  /// Such banners of an earlier process; to be called before `start`.
  package func inherit(unstored handles: [BannerHandle]) { context.leftOnScreen.inherit(handles) }

  /// Gives the interface away: listed notifications stay on screen, and their apps hear of nothing more. Does as much
  /// as one transaction has time for; returns whether that is all.
  package func endFront(now: Moment) throws(Refusal) -> Bool {
    try call(at: now, inMemory: true) {
      let open = try store.numberedRecords(limit: share.whole)
      for var record in open {
        try entries.tellClosed(&record, .undefined, now)
        record.unlink()
        try entries.update(record)
      }
      transient.endAll(.undefined)
      quiet.inhibitors.remove { _ in true }
      return open.count < share.whole
    }
  }
}
