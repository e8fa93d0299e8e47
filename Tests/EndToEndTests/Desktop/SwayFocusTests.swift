import BellhopClient
import TestSupport
import Testing

/// Two windows on a sway without a screen, and mako for the banners.
@Suite(.serialized) struct SwayFocusTests {
  private static let one = "org.example.One"
  private static let two = "org.example.Two"

  /// The source of the focus: sway's own socket, or the protocol of compositors like it.
  enum Way: CaseIterable, CustomTestStringConvertible {
    case ipc, toplevels

    func variables(_ sway: HeadlessSway) -> [String: String?] {
      self == .ipc ? ["SWAYSOCK": sway.socket] : ["WAYLAND_DISPLAY": sway.display]
    }

    var testDescription: String { self == .ipc ? "sway's socket" : "wlr-foreign-toplevel" }
  }

  @Test(arguments: Way.allCases)
  func `the app in front gets no banner and the other does, and a switch counts within 100 ms`(
    way: Way
  ) async throws {
    let bus = try await PrivateBus()
    let mako = try await MakoServer(on: bus)
    let windows = [try await mako.sway.window(Self.one), try await mako.sway.window(Self.two)]
    let rig = try await DaemonRig.started(bus: bus, environment: way.variables(mako.sway))
    let control = try rig.control()
    func isInFront(_ app: String) throws -> Bool { try control.status().foreground.map(\.text) == [app] }
    func outcome(_ app: String, _ title: String) async throws -> String {
      let (status, output) = try await rig.bellhop("post", "--app", app, title)
      #expect(status == 0, "\(output)")
      return String(output.split(separator: "\n").first ?? "")
    }

    try await eventually("the window opened last in front", holds: { try isInFront(Self.two) })
    let followers = [
      try await WireClient.subscribed(to: rig, app: try #require(AppID(Self.one))),
      try await WireClient.subscribed(to: rig, app: try #require(AppID(Self.two))),
    ]
    var times: [Duration] = []
    for round in 0..<20 {
      let (next, other) = round % 2 == 0 ? (Self.one, Self.two) : (Self.two, Self.one)
      let start = ContinuousClock.now
      try await mako.sway.command("[app_id=\(next)] focus")
      try await eventually("\(next) in front", holds: { try isInFront(next) })
      times.append(.now - start)
      if round < 2 {
        #expect(try await outcome(next, "In Front \(round)").contains("suppressed"))
        #expect(try await outcome(other, "Behind \(round)").contains("presented"))
      }
    }
    times.sort()
    print("\(way.testDescription): a switch counts after \(times[10]) (median), \(times[19]) (longest)")
    #expect(times[10] < .milliseconds(100))
    #expect(times[19] < .seconds(1))
    try await eventually("both banners") {
      let list = try await mako.control("list")
      return list.contains("Behind 0") && list.contains("Behind 1") ? () : nil
    }
    let list = try await mako.control("list")
    #expect(!list.contains("In Front"))
    #expect(followers.map { $0.events().count { $0.kind == .received } } == [1, 1])
    try await mako.screenshot("focus-\(way)")
    withExtendedLifetime(windows) {}
  }
}
