import Delivery
import NotificationModel

// The operations of the person on the list and the settings, and the ends of the daemon.

extension Play {
  func dismiss(_ pick: Int, _ count: Int) throws {
    let ids = inOrder.filter(\.unread).map(\.id)
    guard !ids.isEmpty else { return }
    let chosen = (0..<count).map { ids[(pick + $0) % ids.count] }
    for id in chosen { endings[id, default: []].insert(.dismissed) }
    try stage.call { try $0.dismiss(chosen, now: $1) }
  }

  /// A restored notification waits for its alert again.
  func undo() throws {
    restored = Set(try stage.call { try $0.undo(now: $1) } ?? [])
    for record in try stage.records() where restored.contains(record.id) && record.state == .held {
      ledger.want(record.id)
    }
  }

  func snooze(_ pick: Int, _ seconds: Int64) throws {
    guard let id = record(pick)?.id else { return }
    endings[id, default: []].insert(.scheduled)
    summaries[id] = nil
    let until = stage.now.wall.advanced(bySeconds: seconds)
    try stage.call { try $0.snooze(id, until: until, now: $1) }
  }

  func activate(_ pick: Int) throws {
    guard let id = record(pick)?.id else { return }
    endings[id, default: []].insert(.read)
    try stage.call { try $0.activate(id, .defaultAction, text: nil, now: $1) }
  }

  /// Holds as soon as it is said, stored or not.
  func setLocked(_ locked: Bool) throws {
    isLockedByPerson = locked
    try stage.call { engine, _ in try engine.setLocked(locked) }
  }

  func setCovered(_ covers: Bool) throws {
    isCovered = covers
    try stage.cover(covers)
  }

  func change(_ app: AppID, _ changes: AppSettings) throws {
    if changes.summary != nil { summaries = [:] }
    try stage.call { try $0.change(app, by: changes, now: $1) }
  }

  func authorize(_ app: AppID, _ authorization: Authorization) throws {
    if authorization == .denied { denied.insert(app) }
    try stage.call { try $0.setAuthorization(authorization, of: app, now: $1) }
  }

  func adopt(_ shape: PolicyShape) throws {
    let adopted = shape.applied(to: stage.policy)
    summaries = [:]
    stage.policy = adopted
    try stage.call { engine, _ in engine.adopt(adopted, rememberedAs: "text") }
  }

  func restart() throws {
    wasRestarted = true
    claims = [:]
    focus = .unknown
    fullScreen = nil
    pressed = []
    ledger.restart()
    // The summary of alerts that came too fast is forgotten, and they stay in the list. A lock that could not be
    // stored ends with the process.
    try setCovered(false)
    isLockedByPerson = isLockStored
    try stage.restart(showsAnyway: stage.now.uptime.milliseconds % 2 == 0)
    stage.screen.abandon(
      except: Set(try stage.records().compactMap { try stage.phase(of: $0)?.shown?.handle }))
  }
}
