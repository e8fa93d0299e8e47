import Delivery
import Glibc
import TestSupport
import Testing

/// The lock as a real PipeWire makes it.
@Suite struct ScreenShareTests {
  private let byShare = ScreenLock.locked(by: ["screen sharing"])

  @Test func `a screen that somebody looks at is locked, until nobody does`() async throws {
    let server = try await PipeWireServer.started()
    let monitored = try LockRig(server.variables)
    try await monitored.waits(for: .unlocked)
    let stream = try server.stream("xdpw-stream-1")
    try await stream.view()
    try await monitored.waits(for: byShare)
    let begin = ContinuousClock.now
    stream.endViewing()
    try await monitored.waits(for: .unlocked)
    // One who looks on in another size is away for a moment.
    #expect(ContinuousClock.now - begin > .milliseconds(3_900))
    try await stream.view()
    try await monitored.waits(for: byShare)
    stream.close()
    try await monitored.waits(for: .unlocked)
    #expect(monitored.reports.first == .undecided)
    #expect(monitored.finding?.text.contains("noticed where that goes through PipeWire") == true)
  }

  @Test func `a camera locks nothing`() async throws {
    let server = try await PipeWireServer.started()
    let monitored = try LockRig(server.variables)
    try await monitored.waits(for: .unlocked)
    let camera = try server.stream("v4l2_input.test")
    try await camera.view()
    // Later nodes have been seen, and so has the camera.
    let screen = try server.stream("gnome-shell")
    try await screen.view()
    try await monitored.waits(for: byShare)
    screen.close()
    try await monitored.waits(for: .unlocked)
    #expect(monitored.reports == [.undecided, .unlocked, byShare, .unlocked])
    camera.close()
  }

  @Test func `sharing that began before is found, and never unlocked in between`() async throws {
    let server = try await PipeWireServer.started()
    let stream = try server.stream("xdpw-stream-2")
    try await stream.view()
    try await eventually("a running stream") { try await server.isRunning("xdpw-stream-2") }
    let monitored = try LockRig(server.variables)
    try await monitored.waits(for: byShare)
    #expect(monitored.reports == [.undecided, byShare])
  }

  @Test func `a PipeWire that comes late, or again, is found`() async throws {
    let server = PipeWireServer()
    let monitored = try LockRig(server.variables)
    try await monitored.waits(for: .unlocked)
    #expect(monitored.finding?.text.contains("Sharing it is not noticed") == true)
    for round in 1...2 {
      try await server.start()
      let stream = try server.stream("xdpw-stream-\(round)")
      try await stream.view()
      try await monitored.waits(for: byShare)
      server.kill()
      // Its end is no sign that the sharing is over, until it is back and says so.
      try await eventually("a loss that is noticed") {
        monitored.finding?.text.contains("Sharing it is not noticed") == true
      }
      #expect(monitored.reports.last == byShare)
    }
    try await server.start()
    try await monitored.waits(for: .unlocked)
  }

  @Test func `one that hangs is waited for two seconds`() async throws {
    let server = try await PipeWireServer.started()
    server.signal(SIGSTOP)
    let begin = ContinuousClock.now
    let monitored = try LockRig(server.variables)
    try await monitored.waits(for: .unlocked)
    #expect(ContinuousClock.now - begin > .milliseconds(1_900))
    server.signal(SIGCONT)
    try await eventually("an answer") {
      monitored.finding?.text.contains("noticed where that goes through PipeWire") == true
    }
  }
}
