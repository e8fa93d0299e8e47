import CXCB
import Delivery
import Glibc
import Locks
import NotificationModel
import TestSupport
import Testing

@testable import Desktop

/// A desktop on which half a second without input is long, and the reports of each source.
private final class PresenceRig: Sendable {
  private let monitor: OwnDesktop
  private let heard = Mutex<[PresenceSource: [Presence?]]>([:])

  init(_ variables: [String: String]) throws {
    monitor = try OwnDesktop(variables: { variables[$0] }, idleMilliseconds: 500)
    monitor.start { [weak self] report in
      guard case .presence(let source, let presence) = report else { return }
      self?.heard.withLock { $0[source, default: []].append(presence) }
    }
  }

  deinit { monitor.stop() }

  func reports(from source: PresenceSource) -> [Presence?] { heard.withLock { $0[source] ?? [] } }

  /// Waits until this is the last report; `nil`: the source knows nothing.
  func waits(for presence: Presence?, from source: PresenceSource) async throws {
    try await eventually(
      "\(String(describing: presence))", holds: { reports(from: source).last == .some(presence) })
  }

  /// Repeats the input until the report comes. On a busy machine the half second can be over before the input arrives.
  func hears(_ presence: Presence, from source: PresenceSource, after input: () async throws -> Void)
    async throws
  {
    let known = reports(from: source).count
    try await eventually("\(presence)") {
      try await input()
      return reports(from: source).dropFirst(known).contains(presence) ? () : nil
    }
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
    let rig = try PresenceRig(["DISPLAY": screen.display])
    try await rig.waits(for: .away, from: .x11)
    for _ in 1...2 {
      try await rig.hears(.here, from: .x11) { try await screen.click(x: 10, y: 10) }
      try await rig.waits(for: .away, from: .x11)
    }
    // In a Wayland session the X server sees a part of the input.
    let partial = try PresenceRig(["DISPLAY": screen.display, "WAYLAND_DISPLAY": "/nonexistent"])
    try await partial.hears(.here, from: .x11) { try await screen.click(x: 20, y: 20) }
    try await partial.waits(for: nil, from: .x11)
    #expect(!partial.reports(from: .x11).contains(.away))
    screen.stop()
    try await rig.waits(for: nil, from: .x11)
  }

  @Test func `input is told also if another client of the X server has noticed it first`() async throws {
    let screen = try await VirtualScreen()
    let rig = try PresenceRig(["DISPLAY": screen.display])
    let other = try #require(OtherClient(screen.display))
    for _ in 1...3 {
      try await rig.waits(for: .away, from: .x11)
      let known = rig.reports(from: .x11).count
      other.touch()
      try await eventually("input", holds: { rig.reports(from: .x11).dropFirst(known).contains(.here) })
    }
  }

  @Test func `so does a compositor with ext-idle-notify`() async throws {
    let compositor = try await ScriptedIdle()
    let rig = try PresenceRig(["WAYLAND_DISPLAY": compositor.display])
    try await rig.waits(for: .away, from: .wayland)
    try await rig.hears(.here, from: .wayland) { compositor.touch() }
    try await rig.waits(for: .away, from: .wayland)
    compositor.kill()
    try await rig.waits(for: nil, from: .wayland)
  }
}

/// A client that asks for the time since the last input.
private final class OtherClient {
  private let connection: OpaquePointer
  private let counter: xcb_sync_counter_t

  init?(_ display: String) {
    guard let connection = xcb_connect(display, nil) else { return nil }
    self.connection = connection
    guard xcb_connection_has_error(connection) == 0, let counter = XIdleCounter.counter(on: connection) else {
      return nil
    }
    self.counter = counter
  }

  deinit { xcb_disconnect(connection) }

  /// Begins the idle time anew, as input does, and asks for it before the server looks at its alarms. Waits for the
  /// answer.
  func touch() {
    xcb_force_screen_saver(connection, UInt8(XCB_SCREEN_SAVER_RESET.rawValue))
    free(xcb_sync_query_counter_reply(connection, xcb_sync_query_counter(connection, counter), nil))
  }
}
