import BellhopClient
import Glibc
import TestSupport
import Testing

/// A notification server, the daemon in front of it, and the documentation's table.
struct ServerDesk {
  let kind: ServerMatrix.Server
  let server: any ObservedServer
  let rig: DaemonRig
  private let bus: PrivateBus

  init(_ kind: ServerMatrix.Server) async throws {
    let bus = try await PrivateBus()
    try await self.init(kind, try await kind.start(on: bus), bus)
  }

  private init(_ kind: ServerMatrix.Server, _ server: any ObservedServer, _ bus: PrivateBus) async throws {
    (self.kind, self.server, self.bus) = (kind, server, bus)
    // As little like a plain word as a person's home may be. swaync 0.11 draws nothing from a path with a percent sign.
    rig = try await DaemonRig.started(
      bus: bus, environment: ["XDG_DATA_HOME": server.dataDirectory],
      state: "Zoë's state" + (kind == .swaync ? "" : " 100%"))
    try await rig.meetsServer()
  }

  /// The same server without a banner, and a daemon that knows nothing of this one's notifications.
  func next() async throws -> ServerDesk {
    try rig.control().setLocked(false)
    try rig.control().erase(.everything)
    if kind == .notificationDaemon {
      // It fades a closed banner out for three seconds. Another one is started in less.
      server.process.kill()
      try await eventually("an absent server", holds: { try rig.control().status().server == nil })
      try await server.restart()
    } else {
      try await shows(0)
    }
    #expect(try await rig.terminate() == 0)
    return try await ServerDesk(kind, server, bus)
  }

  /// Compares the observation with the table, and writes it to the file in `BELLHOP_MATRIX`, if set. A scripted
  /// server's traffic says nothing about drawing.
  func observe(
    _ feature: ServerMatrix.Feature, _ seen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let seen = kind.isScripted && feature.takesEyes ? ServerMatrix.notSeen : seen
    #expect(
      ServerMatrix.says(seen, feature, of: kind), "\(kind): \(feature)", sourceLocation: sourceLocation)
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

  /// Whether the screen's picture changes. If the table says that it does not, the wait is as short as servers need.
  func redraws(_ earlier: [UInt8], by feature: ServerMatrix.Feature = .replaced) async throws -> Bool {
    let patience = ServerMatrix.cell(feature, of: kind) == "no" ? .seconds(2) : testTimeout
    do {
      try await eventually(
        "another picture", within: patience, holds: { try await server.picture() != earlier })
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

  /// Posts, and makes the copies of images readable for all users before the server opens them, since some servers run
  /// as `nobody` here.
  func showToEverybody(_ request: NotificationRequest, times: Int) async throws {
    server.process.signal(SIGSTOP)
    defer { server.process.signal(SIGCONT) }
    let id = try rig.notifications().post(request).id
    let images = quoted("\(rig.state)/images")
    try #require(
      shell("chmod 711 \(quoted(rig.state)) \(images) && { chmod 644 \(images)/*; ls \(images)/*; }").status
        == 0)
    server.process.signal(SIGCONT)
    try await rig.isShown(id, times: times)
  }

  /// The parts that were left out for the server.
  func omitted(_ id: NotificationID) throws -> [String] {
    try rig.control().explain(id).decisions.filter { $0.decision.effect == "leftOut" }.map(\.decision.why)
  }

  func timesShown(_ id: NotificationID) throws -> Int {
    try rig.control().explain(id).decisions.count { $0.decision.effect == "shown" }
  }
}
