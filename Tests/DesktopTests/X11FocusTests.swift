import Delivery
import Desktop
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct X11FocusTests {
  private static let one = "org.example.One"
  private static let two = "org.example.Two"

  @Test func `a switch between two windows is reported within 100 ms`() async throws {
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let windows = [try await screen.window(Self.one), try await screen.window(Self.two)]
    let watching = WatchedFocus(["DISPLAY": screen.display])
    try await watching.waits(for: Self.two)
    try await watching.waits(for: .works)
    #expect(watching.finding?.text == "Focus is learnt from X11.")
    let pager = try screen.pager()
    var times: [Duration] = []
    for number in 0..<40 {
      let next = number % 2 == 0 ? Self.one : Self.two
      let asked = ContinuousClock.now
      try pager.activate(next)
      try await watching.waits(for: next)
      times.append(try #require(watching.last).time - asked)
    }
    times.sort()
    print("X11: a switch is reported after \(times[20]) (median), \(times[39]) (slowest)")
    #expect(times[20] < .milliseconds(100))
    withExtendedLifetime((manager, windows)) {}
  }

  @Test func `what closes is in front no longer, and an empty screen has nothing in front`() async throws {
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let one = try await screen.window(Self.one)
    let watching = WatchedFocus(["DISPLAY": screen.display])
    try await watching.waits(for: Self.one)
    one.kill()
    try await watching.waits(for: .apps([]))
    withExtendedLifetime(manager) {}
  }

  @Test func `without a window manager, or with one that died, nothing is known`() async throws {
    let screen = try await VirtualScreen()
    let watching = WatchedFocus(["DISPLAY": screen.display])
    try await watching.waits(for: .unknown)
    let manager = try await screen.manager()
    let one = try await screen.window(Self.one)
    try await watching.waits(for: Self.one)
    manager.kill()
    try await watching.waits(for: .unknown)
    try await watching.waits(for: .missing)
    withExtendedLifetime(one) {}
  }

  @Test func `an X server that ends and begins again is found again`() async throws {
    let screen = try await VirtualScreen(number: 10_000 + getpid() % 50_000)
    let watching = WatchedFocus(["DISPLAY": screen.display])
    var manager = try await screen.manager()
    var window = try await screen.window(Self.one)
    try await watching.waits(for: Self.one)
    screen.stop()
    try await watching.waits(for: .unknown)
    try await screen.start()
    manager = try await screen.manager()
    window = try await screen.window(Self.two)
    try await watching.waits(for: Self.two)
    withExtendedLifetime((manager, window)) {}
  }

  @Test func `an X server that hangs is one that nothing is known of, and holds up nobody`() async throws {
    let bus = try await PrivateBus()
    let screen = try await VirtualScreen()
    screen.signal(SIGSTOP)
    let heard = Mutex<ServerPresence?>(nil)
    let variables = ["DISPLAY": screen.display, "DBUS_SESSION_BUS_ADDRESS": bus.address]
    let watch = DesktopWatch(variables: { variables[$0] })
    watch.start { report in if case .server(let presence) = report { heard.withLock { $0 = presence } } }
    try await eventually("no server", holds: { heard.withLock { $0 } == .absent(activatable: false) })
    let server = try await ScriptedServer(on: bus)
    try await eventually(
      "a server", holds: { if case .present? = heard.withLock({ $0 }) { true } else { false } })
    watch.stop()
    server.kill()
    screen.signal(SIGCONT)
  }

  @Test func `a window is known by its desktop file, by its class and by the entry that names the class`()
    async throws
  {
    let directory = TemporaryDirectory()
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    writeFile(
      "\(directory.path)/applications/org.example.Letters.desktop",
      "[Desktop Entry]\nName=Letters\nStartupWMClass=\(Self.one)\n")
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let window = try await screen.window(Self.one)
    let watching = WatchedFocus(["DISPLAY": screen.display, "XDG_DATA_DIRS": directory.path])
    try await watching.waits(for: "org.example.Letters")
    #expect(watching.isInFront(Self.one))

    let other = try await screen.window(Self.two)
    try await watching.waits(for: Self.two)
    let pager = try screen.pager()
    let id = try #require(pager.window(Self.one))
    pager.set("_KDE_NET_WM_DESKTOP_FILE", of: id, to: "/usr/share/applications/org.example.Own.desktop")
    try pager.activate(Self.one)
    try await watching.waits(for: "org.example.Own")
    withExtendedLifetime((manager, window, other)) {}
  }

  @Test func `a window without a class belongs to the one it stands for`() async throws {
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let windows = [try await screen.window(Self.one), try await screen.window(Self.two)]
    let pager = try screen.pager()
    let (one, two) = (try #require(pager.window(Self.one)), try #require(pager.window(Self.two)))
    pager.delete("WM_CLASS", of: two)
    pager.set("WM_TRANSIENT_FOR", of: two, to: one)
    let watching = WatchedFocus(["DISPLAY": screen.display])
    try await watching.waits(for: Self.one)
    #expect(pager.active == two)
    pager.delete("WM_TRANSIENT_FOR", of: two)
    // A circle ends.
    pager.set("WM_CLIENT_LEADER", of: two, to: two)
    try pager.activate(Self.one)
    pager.set("WM_CLASS", of: two, to: "late")
    try await watching.waits(for: Self.one)
    withExtendedLifetime((manager, windows)) {}
  }

  @Test func `under Wayland, that no window of X11 is active says nothing`() async throws {
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let watching = WatchedFocus(["DISPLAY": screen.display, "WAYLAND_DISPLAY": "wayland-0"])
    let one = try await screen.window(Self.one)
    try await watching.waits(for: Self.one)
    try await watching.waits(for: .limited)
    one.kill()
    try await watching.waits(for: .unknown)
    #expect(watching.finding?.verdict == .limited)
    withExtendedLifetime(manager) {}
  }
}
