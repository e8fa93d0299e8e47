import NotificationModel
import Records

// A close is done when the server says that the banner is closed. dunst ignores it by its setting `ignore_dbusclose`,
// which would leave the text on a locked screen.

/// A banner that the server was asked to close.
struct UnclosedBanner {
  enum Stage: Hashable {
    /// The server was asked at this time; `nil`: in this transaction.
    case asked(since: Uptime?)
    /// The server was asked something else after a second. If it answers that first, it has ignored the close.
    case doubted(since: Uptime)
    /// The server has ignored the close: the cover waits, or is shown.
    case covered
  }

  /// The banner before it was to be closed.
  let subject: BannerSubject
  /// The milliseconds that the app gave a transient banner.
  let shownFor: Int64?
  /// The text that the server may still show, and then its cover.
  fileprivate(set) var row: BannerRow
  fileprivate(set) var stage = Stage.asked(since: nil)

  var shown: Shown? { row.phase?.shown }
}

/// Banners that the server was asked to close and has not said to be closed, and the covers of those that it has not
/// closed. Lost with the process.
///
/// Invariant: at most `most`, the newest last; one for each handle.
final class UnclosedBanners {
  private static let most = 256
  /// Milliseconds that a server has to say that a banner is closed.
  static let patience: Int64 = 1_000
  @Transacted private var banners: [UnclosedBanner]

  init(in transaction: Transaction) {
    _banners = Transacted([], in: transaction)
  }

  // MARK: Asked to close

  /// The server is asked to close the banner. `row`: the banner before that.
  func add(_ shown: Shown, of row: BannerRow, shownFor: Int64? = nil) {
    guard !banners.contains(where: { $0.shown?.handle == shown.handle }) else { return }
    if banners.count >= Self.most { banners.removeFirst() }
    banners.append(
      UnclosedBanner(
        subject: row.subject, shownFor: shownFor,
        row: BannerRow(.cover(shown.handle.id), of: row.app, phase: .onScreen(shown))))
  }

  /// The second of the banners of this transaction begins now.
  func note(_ now: Uptime) {
    guard banners.contains(where: { $0.stage == .asked(since: nil) }) else { return }
    for index in banners.indices where banners[index].stage == .asked(since: nil) {
      banners[index].stage = .asked(since: now)
    }
  }

  /// The server has closed the banner. A cover is ended by its `CoverContent`.
  func closed(_ handle: BannerHandle) {
    guard !banners.isEmpty else { return }
    banners.removeAll { $0.shown?.handle == handle && $0.stage != .covered }
  }

  /// The banner with this handle, or its cover, is over.
  func forget(_ handle: BannerHandle) {
    if !banners.isEmpty { banners.removeAll { $0.shown?.handle == handle } }
  }

  /// The banners of all servers but this one are gone.
  func forget(butOf server: String?) {
    if !banners.isEmpty { banners.removeAll { $0.shown?.handle.server != server } }
  }

  /// When the next second is over.
  var wake: Uptime? {
    banners.compactMap(\.askedSince).min()?.advanced(byMilliseconds: Self.patience)
  }

  func areDue(_ now: Uptime) -> Bool { wake.map { $0 <= now } ?? false }

  // MARK: Not closed

  /// Marks the banners whose second is over; with `atOnce`, all. Returns whether there are any.
  func doubt(atOnce: Bool, _ now: Uptime) -> Bool {
    guard !banners.isEmpty else { return false }
    var isAny = false
    for index in banners.indices {
      guard let since = banners[index].askedSince,
        atOnce || since.advanced(byMilliseconds: Self.patience) <= now
      else { continue }
      banners[index].stage = .doubted(since: since)
      isAny = true
    }
    return isAny
  }

  /// The server has not answered.
  func askAgain() {
    for index in banners.indices {
      if case .doubted(let since) = banners[index].stage { banners[index].stage = .asked(since: since) }
    }
  }

  /// The banners that the server has not closed before it answered. They are covered, or forgotten, by the caller.
  func popIgnored() -> [UnclosedBanner] {
    guard !banners.isEmpty else { return [] }
    let ignored = banners.filter { if case .doubted = $0.stage { true } else { false } }
    banners.removeAll { if case .doubted = $0.stage { true } else { false } }
    return ignored
  }

  // MARK: Covers

  /// Puts a cover into the queue.
  func cover(_ banner: UnclosedBanner, _ now: BannerRow.Surroundings) {
    var banner = banner
    banner.stage = .covered
    banner.row.refresh(redacts: true, now)
    banners.append(banner)
  }

  /// The first cover in the queue.
  var next: BannerRow? { banners.first { if case .waiting = $0.row.phase { true } else { false } }?.row }

  /// A cover, by its number.
  subscript(number: UInt32) -> UnclosedBanner? {
    banners.first { $0.stage == .covered && $0.row.subject == .cover(number) }
  }

  /// Saves a cover's row. A cover without a phase is removed.
  func apply(_ row: BannerRow, _ number: UInt32) {
    guard let index = banners.firstIndex(where: { $0.stage == .covered && $0.row.subject == row.subject })
    else { return }
    if row.phase == nil { banners.remove(at: index) } else { banners[index].row = row }
  }

  func cover(shownAs handle: BannerHandle) -> BannerRow? {
    banners.first { $0.stage == .covered && $0.shown?.handle == handle }?.row
  }
}

extension UnclosedBanner {
  fileprivate var askedSince: Uptime? { if case .asked(let since?) = stage { since } else { nil } }
}
