import Guidelines
import NotificationModel
import Records

/// Notifications of work under way, whose banners stay up from step to step.
///
/// Invariant: at most `most`. Lost with the process; a start gives each that is on screen its whole time once more.
final class WorkUnderWay {
  private static let most = 256
  /// Milliseconds without a step after which work counts as given up.
  static let patience: Int64 = 600_000

  /// The time at which each is given up.
  @Transacted private var ends: [NotificationID: Uptime]

  init(in transaction: Transaction) { _ends = Transacted([:], in: transaction) }

  /// Whether the banner may stay up until the work is done.
  func mayStayUp(_ record: NotificationRecord) -> Bool {
    record.request.isWorkUnderWay && (ends.count < Self.most || ends[record.id] != nil)
  }

  /// Its banner is on screen, with this step.
  func shown(_ record: NotificationRecord, _ now: Uptime) {
    if mayStayUp(record) { ends[record.id] = now.advanced(byMilliseconds: Self.patience) }
  }

  /// A step of the work, or its end.
  func step(_ record: NotificationRecord, _ now: Uptime) {
    guard ends[record.id] != nil else { return }
    if record.unread, record.request.isWorkUnderWay { shown(record, now) } else { forget(record.id) }
  }

  func forget(_ id: NotificationID) { if !ends.isEmpty { ends[id] = nil } }

  var wake: Uptime? { ends.isEmpty ? nil : ends.values.min() }

  fileprivate func popGivenUp(_ now: Uptime) -> [NotificationID] {
    guard !ends.isEmpty else { return [] }
    let over = ends.filter { $0.value <= now }.map(\.key).sorted()
    for id in over { ends[id] = nil }
    return over
  }
}

extension Showing {
  /// Closes the banners of work that has made no step for long. The notifications stay in the list.
  func closeGivenUp(_ now: Moment) throws {
    for id in workUnderWay.popGivenUp(now.uptime) {
      guard let record = try store.record(id), record.unread else { continue }
      let row = try banners.row(of: record)
      guard row.phase?.shown != nil else { continue }
      try banners.transition(row) { $0.leaveScreen() }
      try entries.decide(id, Ruling(ServerAnswer.name, .notShown, .madeNoStep), now)
    }
  }

  /// Banners that an earlier process has left on screen.
  func recoverWorkUnderWay(_ now: Moment) throws {
    for row in try banners.onScreen() {
      guard case .notification(let id) = row.subject, let record = try store.record(id) else { continue }
      workUnderWay.shown(record, now.uptime)
    }
  }
}
