package import Guidelines
package import NotificationModel
package import Records
package import Wording

/// A completed request before its judgement, with everything that it is judged by.
struct Submission {
  let app: AppRecord
  /// Whether the app's existence is confirmed, and not only claimed.
  let isVouchedFor: Bool
  var request: NotificationRequest
  /// The way to its app.
  var link: AppLink
  /// When it was posted; in the past if it lay in a file since.
  let posted: Timestamp
  let category: Category?
  let due: Timestamp?
  let isAhead: Bool
  let standing: Standing
  /// Notifications still to come that this one replaces.
  let pending: [NotificationRecord]
  let situation: Situation

  /// Whether this asks for a rating once more, or at another time.
  fileprivate func isRatingPrompt(_ folding: Judgement.Folding) -> Bool {
    movedPrompt.map { $0 != due } ?? RatingPrompts.isPrompt(request, folding, existing: situation.existing)
  }

  /// When the prompt that this one replaces would have been shown. Both are then the same prompt.
  fileprivate var movedPrompt: Timestamp? {
    guard request.kind == .rating else { return nil }
    let earlier = [situation.existing].compactMap(\.self) + pending
    return earlier.first { earlier in
      let isUnseen = earlier.state == .awaitingConsent || (earlier.state == .scheduled && !earlier.isSnoozed)
      return earlier.request.kind == .rating && isUnseen
    }?.due
  }

  func shownAt(_ now: Moment) -> Timestamp { max(due ?? now.wall, now.wall) }
}

extension DeliveryEngine {
  /// How far an app's clock may be ahead, in seconds; two computers on a network rarely differ by more.
  private static let clockSkew: Int64 = 300

  /// Completes a request and gathers everything that it is judged by. Throws if it is refused before the judgement.
  /// `posted`: when, if that was not now.
  func submission(
    _ request: NotificationRequest, from link: AppLink = .events, by client: Client,
    under conditions: Conditions = Conditions(),
    posted: Timestamp? = nil, _ now: Moment
  ) throws -> Submission {
    let admitted = try admitted(request, by: client, under: conditions, now)
    let (category, app, settings) = (admitted.category, admitted.app, admitted.settings)
    var request = admitted.request
    let posted = posted ?? now.wall
    let due = try timing.firstDue(request.trigger, postedAt: posted)
    if let occurred = request.occurred, occurred > now.wall.advanced(bySeconds: Self.clockSkew) {
      throw Refusal.invalid(
        path: "notification.occurred", reason: "has not happened yet: relevantDate is for what is to come")
    }
    // A post that has expired already may serve to end an earlier one.
    if !request.isOver(now.wall), let end = timing.expiry(request, from: .lapse(due ?? posted)).time,
      end <= max(due ?? now.wall, now.wall)
    {
      let isPast = end <= now.wall
      throw Refusal.invalid(
        path: isPast ? "notification.expiresAfter" : "notification.expiresAt",
        reason: isPast
          ? "it was over \(timing.spoken(end, now)), before it was posted" : "is over before it is due")
    }
    let isAhead = due.map { $0 > now.wall } == true
    let standing: Standing =
      settings.authorization == .notDetermined
      ? .awaitingConsent : isAhead ? .scheduled : .unread
    let earlier = try context.situations.existingEntries(
      for: request, from: link, standing: standing, isAhead: isAhead, isPosted: true, now)
    let situation = try context.situations.situation(
      for: &request,
      .posted(
        due: due, away: conditions.locked == false ? false : nil, over: earlier.pending.map(\.id)),
      settings, existing: earlier.entry, now)
    return Submission(
      app: app, isVouchedFor: admitted.isVouchedFor, request: request, link: link, posted: posted,
      category: category, due: due, isAhead: isAhead, standing: standing,
      pending: earlier.pending, situation: situation)
  }

  /// The cleaned and completed request, from an app that may post it.
  func admitted(
    _ request: NotificationRequest, by client: Client, under conditions: Conditions, _ now: Moment
  )
    throws -> (
      request: NotificationRequest, category: Category?, app: AppRecord, settings: EffectiveSettings,
      isVouchedFor: Bool
    )
  {
    var request = PlainText.cleaned(request)
    if let script = try scripts.script(of: request, by: client, now) {
      request = request.coming(by: .script(script))
    }
    let category = try complete(&request, client)
    let app = try apps.app(request.app, now)
    var settings = apps.settings(of: app, for: request)
    if let authorization = conditions.authorization { settings.assume(authorization) }
    guard !Consent.isDenied(settings) else {
      throw Refusal.notAuthorized(app.id, .denied, why: apps.whyLocked(.authorization, of: app.id))
    }
    try apps.requireMarketingConsent(request, app, settings)
    let isVouchedFor = apps.isVouchedFor(app.id, client)
    try rates.requirePostOrRepeat(request.payer, isVouchedFor: isVouchedFor, now)
    return (request, category, app, settings, isVouchedFor)
  }

  /// Completes the request from its category, which is returned, and refuses faults.
  private func complete(_ request: inout NotificationRequest, _ client: Client) throws -> Category? {
    try apps.admit(request.app, client)
    let category = try request.category.map { id in
      guard let category = try store.category(id, of: request.app) else {
        throw Refusal.notFound(.category(id))
      }
      return category
    }
    request.actions = request.actions ?? category?.actions
    request.kind = request.kind ?? category?.kind
    if request.url?.path != nil, client.isSandboxed {
      throw Refusal.invalid(
        path: "notification.url", reason: "must not be a file: a sandbox has files of its own")
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw Refusal.invalid(path: path, reason: reason)
    case .tooManyActions(let given): throw Refusal.tooManyActions(given: given)
    case nil: break
    }
    return category
  }
}

extension DeliveryEngine {
  /// Judges a request and stores it. A refused request is not stored; the receipt is valid once the transaction is
  /// committed. `asked`: adds advice to the receipt. `images`: copies of the files that the request names; the engine
  /// owns them from now on. `imageFaults`: why there is no copy, by the file's path. `told`: the language of the sentences.
  package func post(
    _ request: NotificationRequest, advice asked: AskedAdvice? = nil, images: [ImageCopy] = [],
    imageFaults: [String: ImageFault] = [:], by client: Client, told: Wording = .english, now: Moment
  ) throws(Refusal) -> Receipt {
    do throws(Refusal) {
      return try accept(
        request, advice: asked, images: images, imageFaults, by: client, told: told, now)
    } catch {
      countRefusal(of: request.app)
      throw error
    }
  }

  private func accept(
    _ request: NotificationRequest, advice asked: AskedAdvice?, images: [ImageCopy],
    _ faults: [String: ImageFault], by client: Client, told: Wording, _ now: Moment
  ) throws(Refusal) -> Receipt {
    try call(at: now) {
      try store.begin()
      // Due work comes before the new post.
      try reconciling.runSchedule(now)
      try reconciling.catchUpFully(request.app, now)
      var unused = images
      defer { removeImages(unused) }
      let placed = try placing(images, faults: faults, in: request)
      let submission = try submission(
        placed.request, from: context.listeners.link(of: request.app, client), by: client, now)
      context.connectedApps.came(request.app, by: client.connection)
      let (record, judgement, advice) = try accept(
        submission, advice: asked, images: placed.new, lost: placed.lost, unused: &unused, by: client,
        told: told, now)
      if record.link == .answer { context.listeners.awaits(record.id, client.process) }
      return Receipt(
        id: record.id, outcome: judgement.outcome, repeats: record.repeats,
        until: record.state == .scheduled ? record.due : record.until,
        unread: try store.unreadCount(app: request.app),
        decisions: judgement.decisions.map { told.decision($0, at: now.wall, in: timing.zones.local) },
        advice: advice?.map(told.advice))
    }
  }

  /// Judges and stores a post that may be made, with all its consequences. `images`: new copies, which are removed from
  /// `unused` once they are stored. `lost`: the images that are not among them, as they were not taken.
  func accept(
    _ complete: Submission, advice asked: AskedAdvice? = nil, images copies: [ImageCopy],
    lost: [LostImage] = [], unused: inout [ImageCopy], by client: Client, told: Wording = .english,
    _ now: Moment
  ) throws -> (record: NotificationRecord, judgement: Judgement, advice: [Remark]?) {
    let (submission, images, unfit) = try fitting(copies, in: complete)
    let lost = lost + unfit
    let request = submission.request
    var judgement = Guidelines.judge(request, in: submission.situation)
    if request.transient { judgement.record(Transient.isKept) }
    for image in lost { judgement.record(image.ruling) }
    try requireRoom(for: submission, judgement.folding, isUrgent: judgement.level.isUrgent, now)
    try keepImages(images, of: submission, now)
    unused.removeAll(where: images.contains)
    // Charged before the advice is worked out, so that a post refused for its advice is charged as well.
    rates.count(
      judgement.isRepeat ? .repeats : .posts, request.payer, isVouchedFor: submission.isVouchedFor, now)
    let advice = try asked.map { asked in
      guard asked.isStrict || !request.isOwnNote else { return [Remark]() }
      return try self.advice(on: submission, imageIsMissing: asked.imageIsMissing, lost: lost, now)
    }
    if let advice, asked?.isStrict == true, !advice.isEmpty {
      throw Refusal.againstGuidelines(advice.map(told.advice))
    }

    let app = try apps.recordingOrigin(submission.app, of: request)
    try apps.remember(app, isVouchedFor: submission.isVouchedFor, now)
    try apps.vouch(for: app.id, client, now)
    if submission.isRatingPrompt(judgement.folding) {
      try keepRatingPrompt(submission, now)
    }
    scripts.remember(request.roomPayer)
    let isUnreadAlready = judgement.folding != .none && submission.situation.existing?.unread == true
    if !isUnreadAlready, judgement.listing == .unread, !request.isOver(now.wall) {
      try entries.makeScriptRoom(for: request, isUrgent: judgement.level.isUrgent, now)
    }
    let record = try entries.persist(
      judgement, request, from: submission.link, existing: submission.situation.existing,
      posted: submission.posted,
      due: submission.due, now)
    context.acquaintances.note(
      judgement, record, over: submission.situation.existing, submission.situation.settings, now)
    for pending in submission.pending {
      try entries.endAsDuplicate(pending, record.id, because: .placeTaken, now)
    }
    if judgement.outcome == .awaitingConsent, !request.isOver(now.wall) {
      try questions.ask(app.id, purpose: nil, by: client.process, now)
    }
    try entries.apply(judgement, record, isForNow: !submission.isAhead, now)
    try entries.endIfOver(record, now)
    tally.post()
    return (record, judgement, advice)
  }

  /// The outcome of a request under these conditions. Throws as posting it would, except for the limit of known apps;
  /// stores, shows and charges nothing.
  package func forecast(
    _ request: NotificationRequest, under conditions: Conditions, images: [ImageCopy] = [],
    imageFaults: [String: ImageFault] = [:], imageIsMissing: Bool = false, by client: Client,
    told: Wording = .english, now: Moment
  ) throws(Refusal) -> Forecast {
    try query {
      let then = now.moved(to: conditions.time)
      let placed = try placing(images, faults: imageFaults, in: request)
      let (submission, _, unfit) = try fitting(
        placed.new, in: submission(placed.request, by: client, under: conditions, then))
      let lost = placed.lost + unfit
      var forecast = Forecast(
        of: submission.request, in: submission.situation, under: conditions,
        without: lost.map(\.ruling),
        wording: told, zone: timing.zones.local
      )
      try requireRoom(for: submission, forecast.folding, isUrgent: forecast.isUrgent, then)
      forecast.advice =
        try advice(on: submission, imageIsMissing: imageIsMissing, lost: lost, then).map(told.advice)
      return forecast
    }
  }

  /// New content for an existing entry needs a post's worth of the rate; a new entry also needs room.
  private func requireRoom(
    for submission: Submission, _ folding: Judgement.Folding, isUrgent: Bool, _ now: Moment
  ) throws {
    let payer = submission.request.payer
    if submission.isRatingPrompt(folding) { try admitRatingPrompt(submission, now) }
    if case .coalesced = folding {
      return try rates.require(.repeats, payer, isVouchedFor: submission.isVouchedFor, now)
    }
    try rates.require(.posts, payer, isVouchedFor: submission.isVouchedFor, now)
    let room = submission.request.roomPayer
    // In the place of an earlier one that is unread, or to come, it needs no more room than that.
    let existing = folding == .none ? nil : submission.situation.existing
    let hasPlace = existing.map { $0.unread || $0.state != .read && $0.state != .dismissed } ?? false
    switch submission.standing {
    case _ where hasPlace || submission.request.isOver(now.wall): break
    case .scheduled:
      try bound("scheduled", to: Limits.scheduledPerApp, room, .scheduled)
    case .awaitingConsent:
      // After consent they are all scheduled.
      if submission.isAhead {
        try bound("scheduled", to: Limits.scheduledPerApp, room, .scheduled)
      }
      try bound("awaitingConsent", to: preferences.policy.limits.unreadPerApp, room, .awaitingConsent)
    case .unread where submission.request.origin.isReadWhenSeen:
      try entries.makeFrontRoom(for: room.app, now)
    case .unread:
      if try entries.hasRoom(for: submission.request, isUrgent: isUrgent) { return }
      try bound("unread", to: preferences.policy.limits.unreadPerApp, room, isUrgent ? .urgent : .unread)
    }
  }

  private func bound(_ quota: String, to limit: Int, _ payer: Payer, _ room: ScriptRoom) throws {
    guard try scripts.count(payer, room) < limit else {
      throw Refusal.quotaExceeded(
        quota: quota, limit: limit, retryAfterMilliseconds: nil,
        why: Scripts.whyRefused(payer, quota, limit: limit))
    }
  }

  /// Throws if the rating prompt would be one too many at the time when it is to be shown.
  private func admitRatingPrompt(_ candidate: Submission, _ now: Moment) throws {
    let app = candidate.app
    try banners.flush()
    var history = try store.ratingHistory(of: app.id)
    // A prompt with a new time does not count against itself.
    if let moved = candidate.movedPrompt { history.forgetNewest(notAfter: moved) }
    guard
      let excess = RatingPrompts.excess(
        history, firstSeen: app.firstSeen, hasBeenUsed: app.hasBeenUsed, rated: app.rated,
        isSwitchedOn: preferences.areRatingPromptsOn, at: candidate.shownAt(now))
    else { return }
    let wait = excess.until.map { max(0, $0.milliseconds - now.wall.milliseconds) }
    let why =
      excess == RatingPrompts.switchedOff
      ? RatingPrompts.whyOff(
        preferences.ratingPromptsSource, isLocked: preferences.policy.ratingPromptsLockedBy != nil) : nil
    throw Refusal.quotaExceeded(
      quota: excess.quota, limit: excess.limit, retryAfterMilliseconds: wait, why: why)
  }

  /// Stores that a rating prompt was accepted, or that an accepted one has another time.
  func keepRatingPrompt(_ candidate: Submission, _ now: Moment) throws {
    let (app, time) = (candidate.app.id, candidate.shownAt(now))
    if let moved = candidate.movedPrompt, try store.moveRatingPrompt(of: app, notAfter: moved, to: time) {
      return
    }
    try store.keepRatingPrompt(of: app, at: time)
  }

  /// Whether work about the app has to be done before its next post, more than one transaction has time for.
  package func isBehind(_ app: AppID) -> Bool { backlog.isBehind(app) }

  /// Does a little of the work put off about an app, even if the share of this transaction is used up.
  package func catchUpSome(_ app: AppID, now: Moment) throws(Refusal) {
    let rest = share.exchange(for: 8)
    defer { _ = share.exchange(for: rest) }
    try call(at: now) { try reconciling.catchUp(app, now) }
  }
}

// Posts that root left in files while the person's daemon was not running. They are judged as root's posts by the
// socket, with their own time.
//
// Invariant: a post and the name of its file are stored together, or neither is.

extension DeliveryEngine {
  /// Seconds. A post that waited longer says when it was left.
  private static let fresh: Int64 = 300

  /// Judges and stores the post in a file, left at that time, and notes the file as accepted.
  package func post(_ request: NotificationRequest, keptIn file: String, since left: Timestamp, now: Moment)
    throws(Refusal)
  {
    try call(at: now) {
      try store.begin()
      // Due work comes before the new post.
      try reconciling.runSchedule(now)
      try reconciling.catchUpFully(request.app, now)
      let client = Client(connection: 0, process: 0, isPerson: false, verified: .system)
      // The clock may have been ahead when the file was written.
      let since = min(left, now.wall)
      let placed = try placing([], in: request)
      let submission = try submission(
        telling(since, in: placed.request, now), by: client, posted: since, now)
      var none: [ImageCopy] = []
      _ = try accept(submission, images: [], lost: placed.lost, unused: &none, by: client, now)
      try store.noteAccepted(file: file)
    }
  }

  /// Rejects the post in the file; the file is not read again.
  package func passOver(file: String) throws(Refusal) { try call { try store.noteAccepted(file: file) } }

  /// The files that were accepted or rejected.
  package func acceptedFiles() throws(Refusal) -> Set<String> { try query { try store.acceptedFiles() } }

  /// Forgets files that are gone.
  package func forget(files: Set<String>) throws(Refusal) {
    try call { for file in files { try store.forgetAccepted(file: file) } }
  }

  /// Puts the time into the subtitle, as a date and a time that every language reads.
  private func telling(_ since: Timestamp, in request: NotificationRequest, _ now: Moment)
    -> NotificationRequest
  {
    guard since.advanced(bySeconds: Self.fresh) < now.wall else { return request }
    var request = request
    let told = [timing.spoken(since, now), request.subtitle].compactMap { $0 }.joined(separator: " · ")
    request.subtitle = told.cut(toBytes: Limits.line.bytes)
    return request
  }
}
