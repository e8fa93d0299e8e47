import NotificationModel
import Store

/// Finds the banners that a killed process leaves on screen, unknown to the next one.
///
/// - It was killed before the server's answer was stored, and the banner's number is lost. bellhop-bus tells such numbers
///   (`SinkReport.left`). Elsewhere they lie between the last number known and the next one, since servers count from 1.
///   They are ours if no more lie there than calls went unanswered, and if no number was ever missing otherwise: then
///   no other program has used this server.
/// - It was killed after the end of a banner was stored, and before the server was told. So closings are stored with
///   what they follow from, for a second. The next process tells them again; a second call changes nothing.
final class LeftOnScreen {
  private struct Count: Equatable {
    /// As in `BannerHandle.server`.
    let server: String
    /// The highest number that the server has given us; 0 for none.
    var last: UInt32 = 0
    /// The number of calls since that ended with their process.
    var unanswered = 0
    /// Whether other programs are given numbers, too.
    var isShared = false
  }

  private static let (countKey, closingsKey) = ("bannerNumbers", "bannerClosings")
  /// Processes that were killed one after the other, each over a banner.
  private static let mostUnanswered = 16
  /// The sink passes a closing on within milliseconds.
  private static let closingMilliseconds: Int64 = 1_000
  /// More than the screen holds; older ones are dropped.
  private static let mostClosings = 512

  private let store: SQLiteStore
  @Transacted private var count: Count?
  /// The newest last.
  @Transacted private var closings: [(handle: BannerHandle, since: Uptime)]
  /// Banners of earlier processes that wait for their server, to be closed.
  @Transacted private(set) var waiting: [BannerHandle]
  /// Those that this process has had closed.
  @Transacted private var closed: [BannerHandle]

  init(in transaction: Transaction) {
    store = transaction.store
    _count = Transacted(nil, in: transaction)
    _closings = Transacted([], in: transaction)
    _waiting = Transacted([], in: transaction)
    _closed = Transacted([], in: transaction)
  }

  /// `unanswered`: how many calls the earlier process was killed over.
  func recover(unanswered: Int) throws {
    let stored = try store.value(Self.closingsKey)?.split(separator: "\n").compactMap(Self.handle) ?? []
    inherit(stored)
    let parts = try store.value(Self.countKey)?.split(separator: "\n") ?? []
    guard parts.count == 3, let last = Self.handle(parts[0]), let known = UInt16(parts[1]) else { return }
    let all = min(Int(known) + unanswered, Self.mostUnanswered)
    let found = Count(server: last.server, last: last.id, unanswered: all, isShared: parts[2] == "shared")
    if all == known { count = found } else { try save(found) }
  }

  /// Banners of an earlier process that are to be closed.
  func inherit(_ handles: [BannerHandle]) {
    for handle in handles where !waiting.contains(handle) && waiting.count < Self.mostClosings {
      waiting.append(handle)
    }
  }

  /// Whether this process is to close the banner for the first time: what an earlier one left may be told twice.
  func isFirst(_ handle: BannerHandle) -> Bool {
    guard !closed.contains(handle) else { return false }
    closed = (closed + [handle]).suffix(Self.mostClosings)
    return true
  }

  // MARK: Numbers

  /// A server is there, which this process has given no banner yet. Returns the banners that earlier ones were to close.
  func met(_ server: String) throws -> [BannerHandle] {
    if count?.server != server { try save(Count(server: server)) }
    defer { waiting = [] }
    return waiting.filter { $0.server == server }
  }

  /// The server has given a banner this number. Returns the banners that it has drawn for earlier processes.
  func given(_ handle: BannerHandle) throws -> [BannerHandle] {
    guard let before = count, before.server == handle.server, handle.id > before.last else { return [] }
    let between = before.last + 1..<handle.id
    let isShared = before.isShared || between.count > before.unanswered
    try save(Count(server: handle.server, last: handle.id, isShared: isShared))
    return isShared
      ? [] : between.map { BannerHandle(server: handle.server, id: $0) }
  }

  private func save(_ count: Count) throws {
    self.count = count
    let last = BannerHandle(server: count.server, id: count.last)
    try store.set(
      Self.countKey, to: "\(Self.line(last))\n\(count.unanswered)\n\(count.isShared ? "shared" : "own")")
  }

  // MARK: Closings

  /// The transaction has the server close these banners. Nothing is stored for that alone: a banner that is not stored
  /// is noted elsewhere.
  func close(_ handles: [BannerHandle], _ now: Uptime) throws {
    guard store.isWriting else { return }
    let recent = closings.filter { now < $0.since.advanced(byMilliseconds: Self.closingMilliseconds) }
    guard !handles.isEmpty || recent.count < closings.count else { return }
    closings = (recent + handles.map { ($0, now) }).suffix(Self.mostClosings)
    let lines = closings.map { Self.line($0.handle) }
    try store.set(Self.closingsKey, to: lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }

  private static func line(_ handle: BannerHandle) -> String { "\(handle.id) \(handle.server)" }

  private static func handle(_ line: Substring) -> BannerHandle? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let id = UInt32(parts[0]) else { return nil }
    return BannerHandle(server: String(parts[1]), id: id)
  }
}
