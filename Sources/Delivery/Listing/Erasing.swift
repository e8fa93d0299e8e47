package import NotificationModel

/// The progress of a call that deletes notifications for good.
package struct Erasure: Sendable {
  package enum Subject: Sendable {
    case named([NotificationID])
    case app(AppID)
    case everything
  }

  fileprivate enum Stage {
    case notifications, events, over
  }

  fileprivate static let atOnce = 32

  fileprivate let subject: Subject
  fileprivate var named: NamedIDs
  fileprivate var rest: ArraySlice<NotificationID>
  fileprivate var stage = Stage.notifications
  /// The newest notification at the start of the call. Later ones stay.
  fileprivate var last: NotificationID?
  fileprivate var count = 0

  package init(_ subject: Subject) {
    self.subject = subject
    let ids = if case .named(let ids) = subject { ids } else { [NotificationID]() }
    named = NamedIDs(ids)
    rest = ids[...]
  }

  /// The app to delete the notifications of; `nil` for all apps.
  fileprivate var app: AppID? { if case .app(let app) = subject { app } else { nil } }

  fileprivate var isOfNamed: Bool { if case .named = subject { true } else { false } }
}

/// The outcome of an erasure. `server`: the name of a notification server that may keep a list of its own; `left`: the
/// files that may still hold traces of erased notifications.
package struct Erased: Hashable, Sendable {
  package let count: Int
  package let server: String?
  package let left: [String]
}

// How the person deletes notifications for good.

extension DeliveryEngine {
  /// Deletes some of the notifications. A call that names an unknown one is refused, and deletes nothing. Returns the
  /// outcome when it is done; call it again until then.
  package func erase(_ erasure: inout Erasure, now: Moment) throws(Refusal) -> Erased? {
    try call(at: now) {
      if let (_, ids) = erasure.named.toCheck() {
        try requireAll(ids)
        return nil
      }
      if case .over = erasure.stage { return erased(erasure.count) }
      try eraseSome(&erasure, now)
      return nil
    }
  }

  /// Whether the end of this transaction erases the traces of deleted notifications. Only then is it known which traces
  /// are left.
  package var erasesTracesNext: Bool { health.erasesTracesNext }

  private func erased(_ count: Int) -> Erased {
    let left = store.filesSetAside + (health.hasErased || health.isToBeRebuilt ? [store.path] : [])
    return Erased(count: count, server: server.keptListName, left: left)
  }

  private func requireAll(_ ids: some Sequence<NotificationID>) throws {
    for id in ids where try store.record(id) == nil { throw Refusal.notFound(.notification(id)) }
  }

  private func eraseSome(_ erasure: inout Erasure, _ now: Moment) throws {
    switch erasure.stage {
    case .notifications:
      let records = try next(&erasure)
      try entries.erase(records, now)
      if !records.isEmpty { try noteTraces(now) }
      try withdrawQuestions(of: records)
      erasure.count += records.count
      guard records.isEmpty else { return }
      if erasure.isOfNamed { finish(&erasure) } else { erasure.stage = .events }
    case .events:
      let gone = try store.eraseEvents(app: erasure.app, limit: Erasure.atOnce)
      if gone > 0 { return try noteTraces(now) }
      eraseInMemory(of: erasure.app)
      if erasure.app == nil { store.eraseFilesSetAside(before: nil) }
      finish(&erasure)
    case .over: break
    }
  }

  /// Ends the erasure. The end of this transaction erases its traces from the disk.
  private func finish(_ erasure: inout Erasure) {
    erasure.stage = .over
    health.finishedErasing()
  }

  private func noteTraces(_ now: Moment) throws {
    try store.set(StorageHealth.traces, to: "")
    health.beginErasing(now.uptime)
  }

  private func next(_ erasure: inout Erasure) throws -> [NotificationRecord] {
    guard erasure.isOfNamed else {
      let last = try erasure.last ?? store.newestID()
      erasure.last = last
      return try store.records(app: erasure.app, through: last, limit: Erasure.atOnce)
    }
    var records: [NotificationRecord] = []
    while records.isEmpty, !erasure.rest.isEmpty {
      let ids = Set(erasure.rest.prefix(Erasure.atOnce))
      erasure.rest = erasure.rest.dropFirst(Erasure.atOnce)
      // An id that is named twice is deleted once.
      records = try ids.sorted().compactMap { try store.record($0) }
    }
    return records
  }

  /// Withdraws questions about apps without any notification left that waits for the answer.
  private func withdrawQuestions(of erased: [NotificationRecord]) throws {
    let apps = Set(erased.filter { $0.state == .awaitingConsent }.map(\.request.app))
    for app in apps.sorted() where try store.count(app: app, state: .awaitingConsent) == 0 {
      try questions.withdrawQuestion(Question(app, .notifications))
    }
  }

  private func eraseInMemory(of app: AppID?) {
    if let app { transient.end(of: app) } else { transient.endAll(.expired) }
  }

  /// How many notifications `erase` would delete. Throws if a named one is unknown.
  package func countToErase(_ subject: Erasure.Subject) throws(Refusal) -> Erased {
    try query {
      let count =
        switch subject {
        case .named(let ids): try existing(ids)
        case .app(let app): try store.storedCount(app: app)
        case .everything: try store.storedCount(app: nil)
        }
      return erased(count)
    }
  }

  private func existing(_ ids: [NotificationID]) throws -> Int {
    let ids = Set(ids)
    try requireAll(ids.sorted())
    return ids.count
  }
}
