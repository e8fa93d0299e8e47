import NotificationModel
import Records
import Store

/// The disk of an engine's store, which can fail or be full. The test, which has given the store to the engine, also
/// looks into the store by it.
final class FaultyDisk: Sendable {
  // Everything in a test happens on one thread.
  nonisolated(unsafe) private weak var store: SQLiteStore?
  /// No transaction can be committed.
  nonisolated(unsafe) var fails = false
  /// No transaction finds room on the disk at its beginning.
  nonisolated(unsafe) var isFull = false {
    didSet { store?.mostLogBytes = isFull ? 0 : .max }
  }
  /// Transactions in which something may have changed.
  nonisolated(unsafe) private(set) var commitCount = 0

  func carry(_ store: SQLiteStore) {
    self.store = store
    store.mostLogBytes = isFull ? 0 : .max
    store.commitFault = { [self] in
      guard !fails else { return StorageFault("the disk fails") }
      commitCount += 1
      return nil
    }
  }

  /// Where the banner of a notification stands.
  func phase(of record: NotificationRecord) throws -> BannerPhase? {
    try store?.banner(.notification(record.id), of: record.request.app)?.phase
  }

  func record(numbered number: UInt32) throws -> NotificationRecord? { try store?.record(numbered: number) }

  func value(_ name: String) throws -> String? { try store?.value(name) }

  /// The question on screen, as the server calls it.
  var questionHandle: BannerHandle? {
    handle {
      switch $0 {
      case .consent, .marketing, .timeSensitive: true
      case .notification, .summary, .missed, .deadEnd, .transient, .cover, .description: false
      }
    }
  }

  /// The banner with the line about missed notifications.
  var lineHandle: BannerHandle? { handle { $0 == .missed } }

  private func handle(_ belongs: (BannerSubject) -> Bool) -> BannerHandle? {
    (try? store?.bannersShown())?.first { belongs($0.subject) }?.phase?.shown?.handle
  }
}

extension BannerPhase {
  var isHeld: Bool { if case .held = self { true } else { false } }
  var isOnScreen: Bool { if case .onScreen = self { true } else { false } }
  /// Whether the text on screen is the newest, and no command is under way.
  var isCurrent: Bool {
    switch self {
    case .onScreen, .held(_, .some): true
    case .held, .waiting, .handedOver: false
    }
  }
  var failures: Int {
    switch self {
    case .waiting(_, _, let failures), .handedOver(_, _, let failures, _): failures
    case .held, .onScreen: 0
    }
  }
}
