import Delivery
import NotificationModel
import Synchronization
import TestSupport
import Testing

@testable import Desktop

/// A desktop on which half a second without input is long, and the reports of each source.
private final class WatchedPresence: Sendable {
  private let watch: OwnDesktop
  private let heard = Mutex<[PresenceSource: [Presence?]]>([:])

  init(_ variables: [String: String]) throws {
    watch = try OwnDesktop(variables: { variables[$0] }, idleMilliseconds: 500)
    watch.start { [weak self] report in
      guard case .presence(let source, let presence) = report else { return }
      self?.heard.withLock { $0[source, default: []].append(presence) }
    }
  }

  deinit { watch.stop() }

  func waits(for reports: [Presence?], from source: PresenceSource) async throws {
    try await eventually("\(reports)", holds: { heard.withLock { $0[source] ?? [] } == reports })
  }
}

@Suite(.serialized) struct PresenceTests {
  @Test(
    "the counter is found among others, whatever the length of their names",
    arguments: [
      ["DEVICEIDLETIME 2"], ["DEVICEIDLETIME 10", "SERVERTIME"], ["A", "AB", "ABC", "ABCDEFGHI"], [],
    ])
  func counter(others: [String]) {
    var list: [UInt8] = []
    for (index, name) in (others + ["IDLETIME"]).enumerated() {
      withUnsafeBytes(of: UInt32(index + 1)) { list += $0 }
      list += [UInt8](repeating: 0, count: 8)
      withUnsafeBytes(of: UInt16(name.utf8.count)) { list += $0 }
      list += Array(name.utf8)
      while list.count % 4 != 0 { list.append(0) }
    }
    func found(_ name: String, _ bytes: some Collection<UInt8>) -> UInt32? {
      Array(bytes).withUnsafeBytes { XIdleCounter.counter(named: name, in: $0) }
    }
    #expect(found("IDLETIME", list) == UInt32(others.count + 1))
    #expect(found("NONE", list) == nil)
    for length in list.indices { #expect(found("NONE", list[..<length]) == nil) }
  }

  @Test func `an X server tells when there is no input, and when there is some again`() async throws {
    let screen = try await VirtualScreen()
    try await screen.click(x: 10, y: 10)
    let watching = try WatchedPresence(["DISPLAY": screen.display])
    try await watching.waits(for: [.here, .away], from: .x11)
    try await screen.click(x: 20, y: 20)
    try await watching.waits(for: [.here, .away, .here, .away], from: .x11)
    // In a Wayland session the X server sees a part of the input.
    let partial = try WatchedPresence(["DISPLAY": screen.display, "WAYLAND_DISPLAY": "/nonexistent"])
    try await screen.click(x: 10, y: 10)
    try await partial.waits(for: [.here, nil], from: .x11)
    try await watching.waits(for: [.here, .away, .here, .away, .here, .away], from: .x11)
    screen.stop()
    try await watching.waits(for: [.here, .away, .here, .away, .here, .away, nil], from: .x11)
  }

  @Test func `so does a compositor with ext-idle-notify`() async throws {
    let compositor = try await ScriptedIdle()
    let watching = try WatchedPresence(["WAYLAND_DISPLAY": compositor.display])
    try await watching.waits(for: [.here, .away], from: .wayland)
    compositor.touch()
    try await watching.waits(for: [.here, .away, .here, .away], from: .wayland)
    compositor.kill()
    try await watching.waits(for: [.here, .away, .here, .away, nil], from: .wayland)
  }
}
