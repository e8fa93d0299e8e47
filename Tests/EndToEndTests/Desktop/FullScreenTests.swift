import BellhopClient
import TestSupport
import Testing

/// A real film fills a screen that nobody sees.
@Suite(.serialized) struct FullScreenTests {
  private static let film = "org.example.Film"

  /// The desktops where it is told which window fills the screen, and whether it inhibits idle.
  enum Way: CaseIterable, CustomTestStringConvertible {
    case sway, x11

    var testDescription: String { self == .sway ? "sway and mako" : "X11 and dunst" }
  }

  /// A desktop with a film, and the daemon on it.
  private struct Stage {
    let rig: DaemonRig
    let film: Film
    let server: any ObservedServer
    let manager: ChildProcess?

    init(_ way: Way, configuration: String = DaemonRig.allowing) async throws {
      let bus = try await PrivateBus()
      var environment: [String: String?]
      switch way {
      case .sway:
        let mako = try await MakoServer(on: bus)
        film = try await mako.sway.film(FullScreenTests.film)
        (server, manager) = (mako, nil)
        environment = ["SWAYSOCK": mako.sway.socket]
      case .x11:
        let screen = try await VirtualScreen()
        manager = try await screen.manager()
        film = try await screen.film(FullScreenTests.film)
        server = try await DunstServer(on: bus, screen: screen)
        environment = ["DISPLAY": screen.display]
      }
      rig = try await DaemonRig.started(bus: bus, configuration: configuration, environment: environment)
      try await rig.meetsServer()
    }

    /// Waits until a full screen holds, and posts.
    func postsHeld(_ title: String) async throws -> Receipt {
      try await eventually(
        "a full screen that holds",
        holds: { try rig.control().status().quiet?.map(\.kind) == ["fullScreen"] })
      let receipt = try rig.post(title)
      #expect(receipt.outcome == .held)
      #expect(receipt.decisions.contains { $0.guideline == "focus.fullScreen" })
      return receipt
    }
  }

  @Test(arguments: Way.allCases)
  func `a film in full screen holds what is not urgent, until it pauses or leaves room`(way: Way) async throws
  {
    let stage = try await Stage(way)
    #expect(try stage.rig.post("Before").outcome == .presented)
    try await stage.film.fillScreen(true)
    let first = try await stage.postsHeld("During the Film")
    try await stage.film.pause(true)
    try await stage.rig.isShown(first.id)
    try await stage.film.pause(false)
    let second = try await stage.postsHeld("After the Break")
    try await stage.film.fillScreen(false)
    try await stage.rig.isShown(second.id)
    try await stage.film.fillScreen(true)
    let last = try await stage.postsHeld("Before the End")
    let explained = try await stage.rig.bellhop("explain", "\(last.id)").output
    // mpv's title is the file's name.
    #expect(explained.contains("fills the screen") && !explained.contains("testsrc"), "\(explained)")
    stage.film.end()
    try await stage.rig.isShown(last.id)
  }

  @Test(arguments: Way.allCases)
  func `with FullScreen=never a film holds nothing, and with always also one that pauses does`(
    way: Way
  ) async throws {
    let stage = try await Stage(way, configuration: DaemonRig.allowing + "[Quiet]\nFullScreen=always\n")
    try await stage.film.pause(true)
    try await stage.film.fillScreen(true)
    let held = try await stage.postsHeld("During the Break")
    stage.rig.configure(DaemonRig.allowing + "[Quiet]\nFullScreen=never\n")
    #expect(try await stage.rig.bellhop("reload").status == 0)
    try await stage.rig.isShown(held.id)
    try await stage.film.pause(false)
    #expect(try stage.rig.post("During the Film").outcome == .presented)
    stage.film.end()
  }

  @Test func `a terminal in full screen inhibits nothing, and holds nothing`() async throws {
    let bus = try await PrivateBus()
    let mako = try await MakoServer(on: bus)
    let window = try await mako.sway.window("org.example.Terminal")
    let rig = try await DaemonRig.started(bus: bus, environment: ["SWAYSOCK": mako.sway.socket])
    try await rig.meetsServer()
    try await mako.sway.command("fullscreen enable")
    try await eventually(
      "the terminal in front",
      holds: { try rig.control().status().foreground.map(\.text) == ["org.example.Terminal"] })
    #expect(try rig.control().status().quiet == [])
    #expect(try rig.post("Work").outcome == .presented)
    // The person may say that it is a talk.
    try await mako.sway.command("inhibit_idle fullscreen")
    try await eventually(
      "a hold", holds: { try rig.control().status().quiet?.map(\.by) == [["org.example.Terminal"]] })
    window.kill()
  }
}
