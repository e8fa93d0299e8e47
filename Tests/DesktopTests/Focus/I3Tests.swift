import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite struct I3Tests {
  @Test func `i3 tells the focus like sway, by the classes of its windows`() async throws {
    let screen = try await VirtualScreen()
    let directory = TemporaryDirectory()
    let (configuration, socket) = ("\(directory.path)/config", "\(directory.path)/ipc.sock")
    writeFile(configuration, "# i3 config file (v4)\nfont pango:monospace 8\nipc-socket \(socket)\n")
    let listener = try FocusListener { SwayFocus(variables: { $0 == "I3SOCK" ? socket : nil }, $0) }
    try await listener.waits(for: .unknown)
    let i3 = try ChildProcess(
      ["/usr/bin/i3", "-c", configuration],
      environment: ["DISPLAY": screen.display, "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path])
    try await listener.waits(for: .none)
    let one = try await screen.window("org.example.One")
    try await listener.waits(forWindow: "org.example.One")
    let two = try await screen.window("org.example.Two")
    try await listener.waits(forWindow: "org.example.Two")

    let pager = try screen.pager()
    let start = ContinuousClock.now
    try pager.activate("org.example.One")
    #expect(try await listener.waits(forWindow: "org.example.One") - start < .seconds(1))
    // i3 tells nothing of idle.
    _ = try await run(["/usr/bin/i3-msg", "-s", socket, "fullscreen enable"], [:])
    try await listener.waits(forFullScreen: FullScreen(inhibitsIdle: nil))
    one.kill()
    try await listener.waits(forWindow: "org.example.Two")
    try await listener.waits(forFullScreen: nil)
    two.kill()
    try await listener.waits(for: .none)
    i3.kill()
    try await listener.waits(for: .unknown)
  }
}
