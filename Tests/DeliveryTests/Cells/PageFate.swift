import NotificationModel

/// What the page says becomes of a post: the table "When its app posts it again".
struct PageFate {
  enum Entry: Hashable {
    case joins(NotificationID)
    case new
    case unsaid
  }

  var entry: Entry
  var life: PageModel.Life
  var alerts: ClosedRange<Int>
  /// The earlier one, whose place it may take.
  var earlier: NotificationID?
  /// What becomes of the earlier one where it is another entry.
  var earlierLife: PageModel.Life?

  static func unsaid(_ earlier: NotificationID?) -> PageFate {
    PageFate(entry: .unsaid, life: .unsaid, alerts: 0...1, earlier: earlier, earlierLife: .unsaid)
  }
}

extension PageModel {
  /// `replaced`: the one whose number a call of the desktop's own interface has. `up`: those whose banner is up.
  func fate(of post: PagePost, replaced: NotificationID?, up: Set<NotificationID>, _ now: Timestamp)
    -> PageFate
  {
    if case .front(let number) = post.way { return front(post, number == nil ? nil : replaced, up, now) }
    let same = things.filter { $0.key == Self.key(of: post) }
    let live = same.filter(\.life.isLive)
    let standing = same.filter { $0.life != .gone && $0.life != .denied }
    // More than one under a name, or an older one behind one that is gone: the page tells of one.
    guard live.count <= 1 else { return .unsaid(live.last?.id) }
    if live.isEmpty, let last = standing.last, last.id != same.last?.id { return .unsaid(last.id) }
    let earlier = live.last ?? standing.last
    if permissions[post.app] == .undecided { return undecided(earlier, isLater: post.later != nil) }
    // Nor does it say which of several counts: the newest, or a dismissed one with the same text.
    let others = standing.filter { $0.id != earlier?.id }
    if case .scheduled? = earlier?.life, !others.isEmpty { return .unsaid(earlier?.id) }
    if earlier?.life.isLive != true, others.contains(where: { $0.isDismissed && $0.post.title == post.title })
    {
      return .unsaid(earlier?.id)
    }
    guard let earlier else { return fresh(post, now) }
    if post.later != nil { return later(post, earlier, now) }
    return fate(of: post, after: earlier, now)
  }

  private func fresh(_ post: PagePost, _ now: Timestamp) -> PageFate {
    if let seconds = post.later {
      return PageFate(entry: .new, life: .scheduled(now.advanced(bySeconds: seconds)), alerts: 0...0)
    }
    let (life, alerts) = coming(post)
    return PageFate(entry: .new, life: life, alerts: alerts)
  }

  private func undecided(_ earlier: Thing?, isLater: Bool) -> PageFate {
    guard let earlier else {
      return PageFate(entry: .new, life: .waitsForConsent(isRead: false), alerts: 0...0)
    }
    // Of one that is to be listed as read, and of what came before its app was undecided, nothing is said.
    // What is for later is a cell of its own.
    guard earlier.life == .waitsForConsent(isRead: false), !isLater, earlier.post.later == nil else {
      return .unsaid(earlier.id)
    }
    return joins(earlier, earlier.life, 0...0)
  }

  /// A post for later says of nothing but of scheduled ones what becomes of it.
  private func later(_ post: PagePost, _ earlier: Thing, _ now: Timestamp) -> PageFate {
    // What has no identifier is a cell of its own.
    guard let seconds = post.later, post.identifier != nil, case .scheduled = earlier.life else {
      return .unsaid(earlier.id)
    }
    return joins(earlier, .scheduled(now.advanced(bySeconds: seconds)), 0...0)
  }

  private func joins(_ earlier: Thing, _ life: Life, _ alerts: ClosedRange<Int>) -> PageFate {
    PageFate(entry: .joins(earlier.id), life: life, alerts: alerts)
  }

  private func comes(_ post: PagePost, in earlier: Thing) -> PageFate {
    let (life, alerts) = coming(post)
    return joins(earlier, life, alerts)
  }

  private func front(
    _ post: PagePost, _ replaced: NotificationID?, _ up: Set<NotificationID>, _ now: Timestamp
  )
    -> PageFate
  {
    if let replaced, let earlier = self[replaced] {
      return earlier.life.isLive ? fate(of: post, after: earlier, now) : fresh(post, now)
    }
    let same = things.filter { $0.key == Self.key(of: post) && $0.life.isLive }
    guard same.count <= 1 else { return .unsaid(same.last?.id) }
    guard let earlier = same.last else { return fresh(post, now) }
    // Whether the banner of a snoozed one is "still to come" is not said.
    if case .snoozed = earlier.life { return .unsaid(earlier.id) }
    guard up.contains(earlier.id) || earlier.life == .held else { return fresh(post, now) }
    return fate(of: post, after: earlier, now)
  }

  private func fate(of post: PagePost, after earlier: Thing, _ now: Timestamp) -> PageFate {
    let change = PageChange(earlier.post, post)
    switch earlier.life {
    case .unread: return unread(post, earlier, change, now)
    case .held:
      guard isQuiet, !(change.isMoved && change.text != .new) else { return doubtful(earlier) }
      if change.text == .new, !post.isSilent { return comes(post, in: earlier) }
      return joins(earlier, .held, 0...0)
    case .snoozed: return snoozed(post, earlier, change)
    case .scheduled:
      let (life, alerts) = coming(post)
      return PageFate(
        entry: .unsaid, life: life, alerts: alerts, earlier: earlier.id,
        earlierLife: post.identifier == nil ? .unsaid : .gone)
    case .read: return read(post, earlier, change, now)
    case .dismissed(let time): return dismissed(post, earlier, change, at: time, now)
    case .gone, .denied: return fresh(post, now)
    case .waitsForConsent, .unsaid: return .unsaid(earlier.id)
    }
  }

  /// It is the same entry; how it comes is not said here.
  private func doubtful(_ earlier: Thing) -> PageFate { joins(earlier, .unsaid, 0...1) }

  private func unread(_ post: PagePost, _ earlier: Thing, _ change: PageChange, _ now: Timestamp) -> PageFate
  {
    if post.isSilent { return joins(earlier, .unread, 0...0) }
    switch change.text {
    case .new: return comes(post, in: earlier)
    case .progress:
      if change.restartsWork { return comes(post, in: earlier) }
      // Whether progress without an identifier alerts again after six hours is said in two ways.
      let isLate = post.identifier == nil && earlier.lastAlert.advanced(bySeconds: 21_600) <= now
      return change.isMoved || isLate ? doubtful(earlier) : joins(earlier, .unread, 0...0)
    case .same:
      if post.kind == .call || post.kind == .alarm || post.kind == .reminder || change.isRaised {
        return comes(post, in: earlier)
      }
      // By the desktop's own interface it alerts again after an hour, as other pages say.
      if change.isMoved || post.isFront && earlier.lastAlert.advanced(bySeconds: 3_600) <= now {
        return doubtful(earlier)
      }
      guard post.identifier == nil, earlier.lastAlert.advanced(bySeconds: 21_600) <= now else {
        return joins(earlier, .unread, 0...0)
      }
      return comes(post, in: earlier)
    }
  }

  private func snoozed(_ post: PagePost, _ earlier: Thing, _ change: PageChange) -> PageFate {
    let comesNow = post.kind == .call || change.isRaised
    switch change.text {
    case _ where post.isSilent: return joins(earlier, earlier.life, 0...0)
    case .same: return comesNow ? comes(post, in: earlier) : joins(earlier, earlier.life, 0...0)
    case .progress: return comesNow ? doubtful(earlier) : joins(earlier, earlier.life, 0...0)
    case .new:
      if comesNow { return doubtful(earlier) }
      return post.kind == .message ? comes(post, in: earlier) : joins(earlier, earlier.life, 0...0)
    }
  }

  private func read(_ post: PagePost, _ earlier: Thing, _ change: PageChange, _ now: Timestamp) -> PageFate {
    if post.isSilent { return silentlyAgain(earlier, change) }
    switch change.text {
    case .new: return fresh(post, now)
    case .progress:
      if change.isSmaller { return post.identifier == nil ? .unsaid(earlier.id) : fresh(post, now) }
      return change.isMoved ? .unsaid(earlier.id) : joins(earlier, .read, 0...0)
    // Whether the same progress "goes on", or is the same text, is not said.
    case .same where post.progress != nil: return .unsaid(earlier.id)
    case .same: return post.identifier == nil ? comes(post, in: earlier) : fresh(post, now)
    }
  }

  /// Whether it is the same entry is not said, nor what becomes of the same text.
  private func silentlyAgain(_ earlier: Thing, _ change: PageChange) -> PageFate {
    guard change.text == .new, !isQuiet else { return .unsaid(earlier.id) }
    return PageFate(entry: .unsaid, life: .unread, alerts: 0...0, earlier: earlier.id, earlierLife: .unsaid)
  }

  private func dismissed(
    _ post: PagePost, _ earlier: Thing, _ change: PageChange, at time: Timestamp, _ now: Timestamp
  ) -> PageFate {
    guard earlier.afterUndo == .asItWas else { return .unsaid(earlier.id) }
    if post.isSilent { return silentlyAgain(earlier, change) }
    switch change.text {
    case .new: return fresh(post, now)
    case .progress where earlier.isDismissedOtherwise: return .unsaid(earlier.id)
    case .progress:
      let isMessage = post.kind == .message && post.identifier == nil
      let isSaid = !change.isSmaller && !change.isMoved && !isMessage
      return isSaid ? joins(earlier, earlier.life, 0...0) : .unsaid(earlier.id)
    case .same:
      let isAlwaysNew =
        post.isPressing || post.kind == .reminder || post.kind == .message && post.identifier == nil
      if isAlwaysNew || time.advanced(bySeconds: 600) <= now { return fresh(post, now) }
      return earlier.isDismissedOtherwise ? .unsaid(earlier.id) : joins(earlier, earlier.life, 0...0)
    }
  }
}

/// The difference between a post and the earlier one.
struct PageChange {
  enum Text { case same, progress, new }
  let text: Text
  /// Another level, kind or relevant date, with the same text.
  let isMoved: Bool
  let isRaised: Bool
  let isSmaller: Bool
  /// Smaller progress after 100.
  let restartsWork: Bool

  init(_ earlier: PagePost, _ post: PagePost) {
    let isSame = earlier.title == post.title
    text = !isSame ? .new : earlier.progress == post.progress ? .same : .progress
    isMoved = earlier.kind != post.kind || earlier.isUrgent || post.isUrgent
    isRaised = post.isUrgent && !earlier.isUrgent
    isSmaller = isSame && (post.progress ?? 0) < (earlier.progress ?? 0)
    restartsWork = isSmaller && earlier.progress == 100
  }
}
