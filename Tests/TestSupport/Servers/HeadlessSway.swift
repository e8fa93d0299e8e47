import Glibc
import Locks

/// A sway without a screen, run as the user `nobody`, since sway refuses to run as root.
package final class HeadlessSway: Sendable {
  package let directory = TemporaryDirectory()
  private let bus: PrivateBus?
  private let process: Mutex<ChildProcess>

  /// The directory of its sockets.
  package static let user: UInt32 = getpwnam("nobody")?.pointee.pw_uid ?? 65_534

  package var display: String { "\(directory.path)/wayland-1" }

  package init(on bus: PrivateBus? = nil) async throws {
    self.bus = bus
    chmod(directory.path, 0o700)
    guard let nobody = getpwnam("nobody"),
      chown(directory.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid) == 0
    else { throw TimedOut(description: "sway needs root, to run as nobody") }
    writeFile("\(directory.path)/sway.conf", "output HEADLESS-1 resolution 1280x720\n")
    process = Mutex(try Self.compositor(directory.path, bus))
    try await waitUntilReady()
  }

  private static func compositor(_ directory: String, _ bus: PrivateBus?) throws -> ChildProcess {
    try ChildProcess(
      asNobody(["/usr/bin/sway", "-c", "\(directory)/sway.conf"]), environment: environment(directory, bus))
  }

  package static func asNobody(_ arguments: [String]) -> [String] {
    ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + arguments
  }

  private static func environment(_ directory: String, _ bus: PrivateBus?) -> [String: String?] {
    [
      "HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": directory,
      "XDG_DATA_HOME": directory, "XDG_CACHE_HOME": directory,
      "DBUS_SESSION_BUS_ADDRESS": bus?.address, "WAYLAND_DISPLAY": "\(directory)/wayland-1", "DISPLAY": nil,
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      "LIBSEAT_BACKEND": "noop",
    ]
  }

  /// The environment of a program on it.
  var clientEnvironment: [String: String?] { Self.environment(directory.path, bus) }

  private func waitUntilReady() async throws {
    try await eventually("sway's sockets") {
      guard process.withLock({ $0.isRunning }) else {
        throw TimedOut(description: process.withLock { $0.output() })
      }
      return access(display, F_OK) == 0 ? try? await tree() : nil
    }
  }

  /// Kills it as a crash would: the files of its sockets stay.
  package func kill() { process.withLock { $0.kill() } }

  /// After `kill`; the displays and sockets get new names where old files are in the way.
  package func restart() async throws {
    let compositor = try Self.compositor(directory.path, bus)
    process.withLock { $0 = compositor }
    try await waitUntilReady()
  }

  /// Its socket for swaymsg.
  package var socket: String {
    // sway replaces setpriv's process, and names the socket after its own id.
    "\(directory.path)/sway-ipc.\(Self.user).\(process.withLock { $0.pid }).sock"
  }

  private func tree() async throws -> String {
    try await run(["/usr/bin/swaymsg", "-r", "-s", socket, "-t", "get_tree"])
  }

  /// Gives it a command, and returns when it is done.
  package func command(_ words: String) async throws {
    _ = try await run(["/usr/bin/swaymsg", "-s", socket, words])
  }

  /// Opens a window of this app, which gets the focus.
  package func window(_ appID: String) async throws -> ChildProcess {
    let window = try ChildProcess(
      Self.asNobody(["/usr/bin/foot", "--app-id=\(appID)", "/bin/sleep", "1000"]),
      environment: Self.environment(directory.path, bus))
    try await eventually("a window of \(appID)") {
      guard window.isRunning else { throw TimedOut(description: window.output()) }
      return try await tree().contains("\"\(appID)\"") ? () : nil
    }
    return window
  }

  /// Writes a program's configuration, before the program is started.
  func configure(_ path: String, _ text: String) {
    let file = "\(directory.path)/\(path)"
    mkdir(String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)), 0o755)
    writeFile(file, text)
  }

  /// Starts a notification server on it, and returns when the server owns its name.
  func server(_ arguments: String...) async throws -> ChildProcess {
    guard let bus else { throw TimedOut(description: "a notification server needs a bus") }
    let command = bus.launch.prefix + arguments
    return try await startedServer(
      bus.launch.isNobodys ? Self.asNobody(command) : command, on: bus,
      environment: Self.environment(directory.path, bus))
  }

  /// Runs a program on it, as the same user, and returns what it prints.
  package func run(_ arguments: [String]) async throws -> String {
    try await TestSupport.run(Self.asNobody(arguments), Self.environment(directory.path, bus))
  }

  /// The whole screen, as grim sees it.
  func picture() async throws -> [UInt8] {
    let path = "\(directory.path)/picture.ppm"
    _ = try await run(["/usr/bin/grim", "-t", "ppm", path])
    return try readFile(path)
  }

  /// Moves a virtual pointer there, and presses: without a screen sway has no pointer.
  package func click(x: Int, y: Int) async throws {
    let script = try TemporaryDirectory.shared.file("virtual-pointer.py")
    writeFile(script, String(decoding: PackageResources.virtual_pointer_py, as: UTF8.self))
    _ = try await TestSupport.run(
      ["/usr/bin/python3", script, "\(directory.path)/wayland-1", "\(x)", "\(y)"], [:])
  }

  func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    let own = "\(directory.path)/\(name).png"
    _ = try await run(["/usr/bin/grim", own])
    _ = try await TestSupport.run(["/bin/cp", own, path], [:])
  }
}
