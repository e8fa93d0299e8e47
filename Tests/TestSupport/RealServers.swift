import Glibc

/// A screen that nobody sees, with a real notification server on it.
public protocol RealServer: Sendable {
  /// Writes what is on the screen to a PNG file of this name, where `BELLHOP_SCREENSHOTS` names a directory.
  func screenshot(_ name: String) async throws
}

/// dunst under Xvfb.
public final class DunstServer: RealServer {
  private let bus: PrivateBus
  private let display: String
  private let screen: ChildProcess
  private let server: ChildProcess

  public init(on bus: PrivateBus) async throws {
    self.bus = bus
    let number = try TemporaryDirectory.shared.file("display")
    // Xvfb looks for a free display itself, and says which it took.
    let screen = try ChildProcess([
      "/bin/sh", "-c", "exec Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp 3>\(number)",
    ])
    self.screen = screen
    display = try await eventually("a display") {
      guard let text = try? readFile(number), text.last == UInt8(ascii: "\n") else { return nil }
      return ":" + String(decoding: text.dropLast(), as: UTF8.self)
    }
    server = try ChildProcess(
      ["/usr/bin/dunst"],
      environment: [
        "DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": bus.address, "WAYLAND_DISPLAY": nil,
        "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path,
      ])
    try await waitForOwner(on: bus)
  }

  public func signal(_ number: Int32) { server.signal(number) }

  /// Runs dunstctl and returns what it prints.
  public func control(_ arguments: String...) async throws -> String {
    try await run(["/usr/bin/dunstctl"] + arguments, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  public func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    _ = try await run(["/usr/bin/import", "-window", "root", path], ["DISPLAY": display])
  }
}

/// mako under a sway without a screen, as the user nobody: sway refuses to run as root.
public final class MakoServer: RealServer {
  private let bus: PrivateBus
  private let directory = TemporaryDirectory()
  private let compositor: ChildProcess
  private let server: ChildProcess

  public init(on bus: PrivateBus) async throws {
    self.bus = bus
    chmod(directory.path, 0o700)
    guard let nobody = getpwnam("nobody"),
      chown(directory.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid) == 0
    else { throw TimedOut(description: "mako needs root, to run as nobody") }
    writeFile("\(directory.path)/sway.conf", "output HEADLESS-1 resolution 1280x720\n")
    let environment = Self.environment(directory.path, bus)
    compositor = try ChildProcess(
      asNobody(["/usr/bin/sway", "-c", "\(directory.path)/sway.conf"]), environment: environment)
    let socket = "\(directory.path)/wayland-1"
    try await eventually("sway's socket") { access(socket, F_OK) == 0 }
    server = try ChildProcess(asNobody(["/usr/bin/mako"]), environment: environment)
    try await waitForOwner(on: bus)
  }

  private static func environment(_ directory: String, _ bus: PrivateBus) -> [String: String?] {
    [
      "HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": directory,
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": nil,
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      "LIBSEAT_BACKEND": "noop",
    ]
  }

  /// Runs makoctl and returns what it prints.
  public func control(_ arguments: String...) async throws -> String {
    try await run(
      asNobody(["/usr/bin/makoctl"] + arguments), Self.environment(directory.path, bus))
  }

  public func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    let own = "\(directory.path)/\(name).png"
    _ = try await run(asNobody(["/usr/bin/grim", own]), Self.environment(directory.path, bus))
    _ = try await run(["/bin/cp", own, path], [:])
  }
}

private func asNobody(_ arguments: [String]) -> [String] {
  ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + arguments
}

private func screenshotPath(_ name: String) -> String? {
  getenv("BELLHOP_SCREENSHOTS").map { "\(String(cString: $0))/\(name).png" }
}

/// What a program prints; an error when it fails.
private func run(_ arguments: [String], _ environment: [String: String?]) async throws -> String {
  let process = try ChildProcess(arguments, environment: environment)
  guard try await process.exit() == 0 else {
    throw TimedOut(description: "\(arguments.first ?? ""): \(process.output())")
  }
  return process.output()
}

private func waitForOwner(on bus: PrivateBus) async throws {
  let question = [
    "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
    "org.freedesktop.DBus.GetNameOwner", "string:org.freedesktop.Notifications",
  ]
  try await eventually("a server that owns its name") {
    (try? await run(question, ["DBUS_SESSION_BUS_ADDRESS": bus.address])) != nil
  }
}
