import BellhopClient
import Glibc
import TestSupport
import Testing

/// A notification server, the daemon before it, and what the documentation's table says of the two.
struct ServerDesk {
  let kind: ServerMatrix.Server
  let server: any ObservedServer
  let rig: DaemonRig

  init(_ kind: ServerMatrix.Server) async throws {
    self.kind = kind
    let bus = try await PrivateBus()
    server = try await kind.start(on: bus)
    rig = try await DaemonRig.started(bus: bus)
    try await rig.meetsServer()
  }

  /// Compares what was seen with the table. Writes it to the file that `BELLHOP_MATRIX` names, where it does.
  func observe(
    _ feature: ServerMatrix.Feature, _ seen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      ServerMatrix.cell(feature, of: kind) == seen, "\(kind): \(feature)", sourceLocation: sourceLocation)
    guard let path = getenv("BELLHOP_MATRIX"), let file = fopen(path, "a") else { return }
    fputs("\(kind) | \(feature.rawValue) | \(seen)\n", file)
    fclose(file)
  }

  /// Posts, and waits until the server has shown it so often.
  @discardableResult
  func show(_ request: NotificationRequest, times: Int = 1) async throws -> NotificationID {
    let id = try rig.notifications().post(request).id
    try await rig.isShown(id, times: times)
    return id
  }

  /// As many of these as the server shows at a time.
  func shows(_ count: Int) async throws {
    let count = ServerMatrix.cell(.atOnce, of: kind) == "one" ? min(count, 1) : count
    try await eventually("\(count) banners on \(kind)", holds: { try await server.count() == count })
  }

  /// Whether what is on the screen becomes another picture; waits for that no longer than servers need.
  func redraws(_ earlier: [UInt8]) async throws -> Bool {
    do {
      try await eventually(
        "another picture", within: .seconds(2), holds: { try await server.picture() != earlier })
      return true
    } catch is TimedOut {
      return false
    }
  }

  /// The screen once nothing moves on it.
  func stillPicture() async throws -> [UInt8] {
    var last: [UInt8] = []
    var since = ContinuousClock.now
    return try await eventually("a still picture") {
      let picture = try await server.picture()
      if picture != last { (last, since) = (picture, .now) }
      return ContinuousClock.now - since > .milliseconds(200) ? picture : nil
    }
  }

  /// What the server could not be given.
  func omitted(_ id: NotificationID) throws -> [String] {
    try rig.control().explain(id).filter { $0.decision.effect == "leftOut" }.map(\.decision.why)
  }

  func timesShown(_ id: NotificationID) throws -> Int {
    try rig.control().explain(id).count { $0.decision.effect == "shown" }
  }
}
