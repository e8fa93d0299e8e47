import NotificationModel
import TestSupport
import Testing

/// Random sequences, each step judged against a model that is written from the page for people alone.
/// `BELLHOP_SEQUENCES` is their number, 500 by default, and `BELLHOP_SEED` the first seed.
@Suite("Whatever happens, it is as the page for people says")
struct PageSequenceTests {
  @Test("after each step, state, text, badge, list and alerts are what the page says")
  func sequences() {
    let count = askedNumber("BELLHOP_SEQUENCES").map { UInt64($0) } ?? 500
    let first = askedNumber("BELLHOP_SEED").map { UInt64($0) } ?? 1
    let directory = TemporaryDirectory(inMemory: true)
    for seed in first..<first + count {
      var random = RandomSteps(seed: seed)
      let steps = (0..<20 + random.below(21)).map { _ in PageStep.random(&random) }
      let failure = ShortestFailure(of: steps, in: directory.path) { steps, _ in
        try PagePlay.run(steps, undecided: seed % 2 == 1)
      }
      guard let failure else { continue }
      Issue.record("seed \(seed): \(failure)")
    }
  }
}

extension PageModel.Thing {
  /// Takes over what the engine has made of it, where the page does not say.
  mutating func adopt(_ record: NotificationRecord, _ now: Timestamp) {
    life = PageModel.Life(record, now)
    changes += 1
    if !life.isLive { number = nil }
    post.text = record.request.title.flatMap { $0.last?.wholeNumberValue } ?? post.text
    post.progress = record.request.progress
    post.kind = record.request.kind
    post.isUrgent = record.request.level == .timeSensitive
  }

  /// Whether the page says what the person's own commands make of it.
  var isBeforePerson: Bool {
    switch life {
    case .unread, .held, .read, .snoozed: true
    case .scheduled, .waitsForConsent, .dismissed, .gone, .denied, .unsaid: false
    }
  }
}

extension PageModel.Life {
  /// As the engine has it.
  fileprivate init(_ record: NotificationRecord, _ now: Timestamp) {
    self =
      switch record.state {
      case .delivered, .failed: .unread
      case .held: .held
      case .read: .read
      case .dismissed: .dismissed(now)
      case .withdrawn, .expired: .gone
      case .awaitingConsent: .waitsForConsent(isRead: record.life.meanwhile == .read)
      case .scheduled:
        record.isSnoozed ? .snoozed(record.due ?? now) : .scheduled(record.due ?? now)
      }
  }

  /// Whether the page allows the record, and its place in the list.
  func allows(_ record: NotificationRecord, afterUndo: PageModel.AfterUndo, isListed: Bool) -> Bool {
    switch self {
    case .unsaid: true
    case .unread: record.state == .delivered && isListed
    case .held: record.state == .held && isListed
    case .read: record.state == .read && isListed
    case .snoozed(let time): record.isSnoozed && record.due == time
    case .scheduled(let time): record.state == .scheduled && !record.isSnoozed && record.due == time
    case .waitsForConsent: record.state == .awaitingConsent
    case .dismissed: (record.state == .dismissed || afterUndo == .nothing) && !isListed
    case .gone, .denied: !record.unread && record.state != .read && !isListed
    }
  }
}
