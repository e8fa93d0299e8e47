// Windows on a screen, and window managers.

extension VirtualScreen {
  /// Starts a window manager on the screen.
  package func manager() async throws -> ChildProcess {
    let manager = try ChildProcess(["/usr/bin/openbox"], environment: environment)
    let pager = try pager()
    try await eventually("a window manager", holds: { pager.isManaged })
    return manager
  }

  /// Opens a terminal whose window has this class.
  package func window(_ windowClass: String) async throws -> ChildProcess {
    let window = try ChildProcess(
      // Xt waits five seconds for a window manager's word about the size, which sometimes comes before it listens.
      ["/usr/bin/xterm", "-xrm", "*wmTimeout: 100", "-class", windowClass, "-e", "sleep 3600"],
      environment: environment)
    let pager = try pager()
    try await eventually("a window of \(windowClass)", holds: { pager.window(windowClass) != nil })
    return window
  }

  package func pager() throws -> XPager {
    guard let pager = XPager(display) else { throw TimedOut(description: "no display \(display)") }
    return pager
  }

  var environment: [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "HOME": TemporaryDirectory.shared.path,
      "XDG_CONFIG_HOME": TemporaryDirectory.shared.path,
    ]
  }
}
