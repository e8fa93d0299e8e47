import Glibc

/// A sway without a screen, as the user nobody: sway refuses to run as root.
public final class HeadlessSway: Sendable {
  public let directory = TemporaryDirectory()
  private let bus: PrivateBus
  private let process: ChildProcess

  public init(on bus: PrivateBus) async throws {
    self.bus = bus
    chmod(directory.path, 0o700)
    guard let nobody = getpwnam("nobody"),
      chown(directory.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid) == 0
    else { throw TimedOut(description: "sway needs root, to run as nobody") }
    writeFile("\(directory.path)/sway.conf", "output HEADLESS-1 resolution 1280x720\n")
    process = try ChildProcess(
      Self.asNobody(["/usr/bin/sway", "-c", "\(directory.path)/sway.conf"]),
      environment: Self.environment(directory.path, bus))
    let socket = "\(directory.path)/wayland-1"
    try await eventually("sway's socket") { access(socket, F_OK) == 0 }
  }

  private static func asNobody(_ arguments: [String]) -> [String] {
    ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] + arguments
  }

  private static func environment(_ directory: String, _ bus: PrivateBus) -> [String: String?] {
    [
      "HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": directory,
      "XDG_DATA_HOME": directory, "XDG_CACHE_HOME": directory,
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": nil,
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      "LIBSEAT_BACKEND": "noop",
    ]
  }

  /// Starts a notification server on it, and returns when the server owns its name.
  func server(_ arguments: String...) async throws -> ChildProcess {
    try await startedServer(
      Self.asNobody(arguments), on: bus, environment: Self.environment(directory.path, bus))
  }

  /// Runs a program on it, as the same user, and returns what it prints.
  public func run(_ arguments: [String]) async throws -> String {
    try await TestSupport.run(Self.asNobody(arguments), Self.environment(directory.path, bus))
  }

  /// All of the screen, as grim sees it.
  func picture() async throws -> [UInt8] {
    let path = "\(directory.path)/picture.ppm"
    _ = try await run(["/usr/bin/grim", "-t", "ppm", path])
    return try readFile(path)
  }

  /// Moves a pointer of our own there, and presses: without a screen sway has none.
  func click(x: Int, y: Int) async throws {
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
