import NotificationModel

// What the sink says about the one banner it was given.

extension Showing {
  func described(_ description: ServerDescription, _ now: Moment) throws {
    _ = answered(.description)
    guard server.presence == .present(server: description.server) else { return }
    if try server.described(description) {
      screenChanges.add(.forget(except: description.server, endsRestoring: false))
      if description.isGNOME {
        screenChanges.add(.restore(server: description.server))
      }
    }
  }

  func shown(
    _ subject: BannerSubject, _ handle: BannerHandle, hidden: Bool, omitted: [Reason], _ now: Moment
  ) throws {
    recentBanners.note(handle, now.uptime)
    guard let asked = answered(subject) else { return outbox.add(.sink(.close(handle))) }
    let sound = try soundPace.answered(now: now.uptime).flatMap { try isThere($0) ? $0 : nil }
    if let sound, sound.isListed { try store.append(sound.decisions, to: sound.id, at: now.wall) }
    server.served()
    guard let app = asked.app else { return }
    // A number that the server gives again is no longer another's.
    if let other = try banners.banner(shownAs: handle), other.subject != subject {
      try content(of: other)?.replaced(handle, self, now)
    }
    let shown = Shown(
      handle: handle, isHidden: hidden, hasLockedForm: asked.hasLockedForm, previews: asked.previews)
    let isShown =
      try content(of: banners.row(subject, of: app))?
      .shown(shown, asked, omitted: omitted, self, now) ?? false
    // Over by the time it was shown: closed, and not worth a sound.
    if isShown, let sound { try play(sound, now) }
  }

  /// Whether the sound's notification is still stored. It may have been deleted while the server was showing it.
  private func isThere(_ sound: SoundPace.Sounding) throws -> Bool {
    try !sound.isListed || store.record(sound.id) != nil
  }

  /// A report about anything but what was asked last is of an earlier time.
  private func answered(_ subject: BannerSubject) -> Asked? {
    guard let asked = server.outstanding?.asked, asked.subject == subject else { return nil }
    server.answered()
    return asked
  }

  func failed(_ subject: BannerSubject, _ failure: SinkFailure, _ now: Moment) throws {
    let asked = answered(subject)
    soundPace.failed()
    server.failed(failure, now: now.uptime)
    guard let app = asked?.app, let content = content(of: try banners.row(subject, of: app)) else { return }
    let surroundings = try content.surroundings(self, now)
    let outcome = try banners.transition(content.row) { $0.failed(failure, surroundings) }
    try content.failed(failure, outcome, self, now)
  }
}

/// Bellhop's banners that the server numbered lately, also those that are over, each with the time of its present text.
/// The server's reports on a banner can come after the banner is forgotten, and concern no other app.
///
/// Invariant: never more than `bound`, the newest last.
final class RecentBanners {
  private static let bound = 256
  @Transacted private var banners: [(handle: BannerHandle, since: Uptime)]

  init(in transaction: Transaction) {
    _banners = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle, _ now: Uptime) {
    banners.removeAll { $0.handle == handle }
    if banners.count >= Self.bound { banners.removeFirst() }
    banners.append((handle, now))
  }

  func contains(_ handle: BannerHandle) -> Bool { banners.contains { $0.handle == handle } }

  /// One that is not among them is older.
  func showsSince(_ handle: BannerHandle, before time: Uptime) -> Bool {
    banners.first { $0.handle == handle }.map { $0.since <= time } ?? true
  }
}

extension Showing {
  func noteClosing(_ handle: BannerHandle, of subject: RecentClosings.Subject, _ now: Moment) {
    closings.note(handle, of: subject, now: health.failingSince ?? now.uptime)
  }
}
