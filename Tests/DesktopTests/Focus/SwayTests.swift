import Glibc
import TestSupport
import Testing

@testable import Desktop

/// The two ways to learn the focus from a real sway.
enum SwaySource: CaseIterable, CustomTestStringConvertible {
  case ipc, toplevels

  func listener(_ variables: @escaping SessionVariables) throws -> FocusListener {
    switch self {
    case .ipc: try FocusListener { SwayFocus(variables: variables, $0, user: HeadlessSway.user) }
    case .toplevels:
      try FocusListener {
        ToplevelFocus(
          variables: variables, $0, user: HeadlessSway.user,
          presence: PresenceListener(milliseconds: 1_000) { _, _ in })
      }
    }
  }

  var testDescription: String { self == .ipc ? "IPC" : "wlr-foreign-toplevel" }
}

@Suite(.serialized) struct SwayTests {
  /// The session variables of a user of this sway.
  private func session(_ sway: HeadlessSway) -> SessionVariables {
    let (runtime, socket) = (sway.directory.path, sway.socket)
    return { name in
      switch name {
      case "XDG_RUNTIME_DIR": runtime
      case "WAYLAND_DISPLAY": "wayland-1"
      case "SWAYSOCK": socket
      default: nil
      }
    }
  }

  @Test(arguments: SwaySource.allCases)
  func `of two windows the focused one is in front, and a switch is told within 100 ms`(
    source: SwaySource
  ) async throws {
    let sway = try await HeadlessSway()
    let listener = try source.listener(session(sway))
    try await listener.waits(for: .none)
    let one = try await sway.window("org.example.One")
    try await listener.waits(forWindow: "org.example.One")
    let two = try await sway.window("org.example.Two")
    try await listener.waits(forWindow: "org.example.Two")

    var times: [Duration] = []
    for round in 0..<20 {
      let name = round % 2 == 0 ? "org.example.One" : "org.example.Two"
      // Measured from before swaymsg starts, so that it is an upper bound.
      let start = ContinuousClock.now
      try await sway.command("[app_id=\(name)] focus")
      times.append(try await listener.waits(forWindow: name) - start)
    }
    times.sort()
    print(
      "\(source.testDescription): a switch of focus is told in \(times[10]) (median), \(times[19]) (longest)")
    #expect(times[10] < .milliseconds(100))
    #expect(times[19] < .seconds(1))
    // No report says that nothing is in front between the two.
    #expect(listener.reports.filter { $0 == .none }.count == 1)
    one.kill()
    two.kill()
    try await listener.waits(for: .none)
  }

  @Test(arguments: SwaySource.allCases)
  func `on an empty workspace nothing is in front`(source: SwaySource) async throws {
    let sway = try await HeadlessSway()
    let window = try await sway.window("org.example.One")
    let listener = try source.listener(session(sway))
    try await listener.waits(forWindow: "org.example.One")
    try await sway.command("workspace 5")
    try await listener.waits(for: .none)
    try await sway.command("workspace 1")
    try await listener.waits(forWindow: "org.example.One")
    try await sway.command("move scratchpad")
    try await listener.waits(for: .none)
    window.kill()
  }

  @Test(arguments: SwaySource.allCases)
  func `a window in front that fills the screen is told as such, as long as it is both`(
    source: SwaySource
  ) async throws {
    let sway = try await HeadlessSway()
    let listener = try source.listener(session(sway))
    let idle = FullScreen(inhibitsIdle: source == .ipc ? false : nil)
    let busy = FullScreen(inhibitsIdle: source == .ipc ? true : nil)
    let one = try await sway.window("org.example.One")
    try await listener.waits(forWindow: "org.example.One")
    try await sway.command("fullscreen enable")
    try await listener.waits(forFullScreen: idle)
    try await sway.command("fullscreen disable")
    try await listener.waits(forFullScreen: nil)
    // The person may say that a window keeps the screen from going idle.
    try await sway.command("inhibit_idle visible, fullscreen enable")
    try await listener.waits(forFullScreen: busy)
    try await sway.command("workspace 5")
    try await listener.waits(for: .none)
    let two = try await sway.window("org.example.Two")
    try await listener.waits(forWindow: "org.example.Two")
    try await listener.waits(forFullScreen: nil)
    for window in [one, two] { window.kill() }
  }

  @Test func `in a container that fills the screen, sway's windows do`() async throws {
    let sway = try await HeadlessSway()
    let outside = try await sway.window("org.example.Outside")
    let one = try await sway.window("org.example.One")
    try await sway.command("splitv")
    let windows = [outside, one, try await sway.window("org.example.Two")]
    let listener = try SwaySource.ipc.listener(session(sway))
    try await listener.waits(forWindow: "org.example.Two")
    try await sway.command("focus parent, fullscreen enable, focus child")
    try await listener.waits(forFullScreen: FullScreen(inhibitsIdle: false))
    let reports = listener.reports.count
    for name in ["org.example.One", "org.example.Two"] {
      try await sway.command("[app_id=\(name)] focus")
      try await listener.waits(forWindow: name)
    }
    // The events of the focus alone would have told windows that leave room for others.
    #expect(listener.reports.dropFirst(reports).allSatisfy { $0.fullScreen != nil })
    for window in windows { window.kill() }
  }

  @Test(arguments: SwaySource.allCases)
  func `a compositor that was killed is found again, also under new names`(source: SwaySource) async throws {
    let sway = try await HeadlessSway()
    let first = try await sway.window("org.example.One")
    let listener = try source.listener(session(sway))
    try await listener.waits(forWindow: "org.example.One")
    sway.kill()
    try await listener.waits(for: .unknown)
    try await first.exit()
    try await sway.restart()
    try await listener.waits(for: .none)
    let second = try await sway.window("org.example.Two")
    try await listener.waits(forWindow: "org.example.Two")
    second.kill()
  }

  @Test(arguments: SwaySource.allCases)
  func `a session that names nothing but its runtime directory is enough`(source: SwaySource) async throws {
    let sway = try await HeadlessSway()
    let runtime = sway.directory.path
    let listener = try source.listener { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
    try await listener.waits(for: .none)
    let window = try await sway.window("org.example.One")
    try await listener.waits(forWindow: "org.example.One")
    window.kill()
  }

  @Test(arguments: SwaySource.allCases)
  func `without a compositor the focus is unknown`(source: SwaySource) async throws {
    let directory = TemporaryDirectory()
    let path = directory.path
    let listener = try source.listener { $0 == "XDG_RUNTIME_DIR" ? path : nil }
    try await listener.waits(for: .unknown)
    #expect(listener.reports == [.unknown])
  }
}
