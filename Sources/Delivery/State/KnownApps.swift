import Advice
import NotificationModel

/// Room for apps that are heard of for the first time. Inventing names must neither fill the disk nor shut anybody out
/// whom more than their own word vouches for, or the person allows: invented ones share a part of the room, and there
/// the oldest that have left nothing make room for the next.
struct AppRoom {
  private(set) var taken = 0

  init(taken: Int = 0) { self.taken = taken }
  mutating func take() { taken += 1 }
  mutating func free(_ count: Int) { taken -= count }
}

/// What is known of apps, besides what is stored.
///
/// Invariant: a record in it is as the store has it within this transaction; a rollback empties it, and forgets what was
/// said in this transaction.
final class KnownApps {
  private static let most = 1_024
  private static let mostNames = 64
  /// What the desktop calls them.
  let directory: any AppDirectory
  let texts = RecentTexts()
  private var records: [AppID: AppRecord] = [:]
  /// Of apps that have posted lately.
  private var names: [AppID: AppName] = [:]
  private var lastLookForIdle: Uptime?

  init(_ directory: any AppDirectory) { self.directory = directory }

  subscript(id: AppID) -> AppRecord? { records[id] }

  func remember(_ record: AppRecord) {
    if records.count >= Self.most { records.removeAll() }
    records[record.id] = record
  }

  func forget(_ id: AppID) { records[id] = nil }

  /// The name, as advice reads it; the same again for as long as the app is called so.
  func appName(_ name: String, of id: AppID) -> AppName {
    if let known = names[id], known.name == name { return known }
    if names.count >= Self.mostNames { names.removeAll() }
    let appName = AppName(name, of: id)
    names[id] = appName
    return appName
  }

  func commit() { texts.commit() }

  func rollBack() {
    records.removeAll()
    texts.rollBack()
  }

  /// Whether so much time has passed since the last look.
  func mayLookForIdle(every milliseconds: Int64, now: Uptime) -> Bool {
    if let lastLookForIdle, now < lastLookForIdle.advanced(byMilliseconds: milliseconds) { return false }
    lastLookForIdle = now
    return true
  }
}
