import Glibc

/// A notification server on a screen of its own, which a test can observe and press.
package protocol ObservedServer: Sendable {
  /// Its usual name; also a screenshot's name.
  var name: String { get }
  /// Where it looks for the person's own desktop entries and icons.
  var dataDirectory: String { get }
  /// The running server's process.
  var process: ChildProcess { get }
  /// Starts it again on the same screen, after its process has ended.
  func restart() async throws
  /// The number of banners it shows, by its own count or by the windows on the screen.
  func count() async throws -> Int
  /// The texts that it says it shows; nil for a server that does not say.
  func list() async throws -> String?
  /// The whole screen, pixel by pixel.
  func picture() async throws -> [UInt8]
  /// Presses the newest banner where people press it.
  func press() async throws
  /// Writes the screen to a PNG file of this name, if `BELLHOP_SCREENSHOTS` names a directory.
  func screenshot(_ name: String) async throws
}

/// The output of a program; throws when it fails.
package func run(_ arguments: [String], _ environment: [String: String?]) async throws -> String {
  let process = try ChildProcess(arguments, environment: environment)
  guard try await process.exit() == 0 else {
    throw TimedOut(description: "\(arguments.first ?? ""): \(process.output())")
  }
  return process.output()
}

/// The server's answer to a call, by the bus and name that its own tools use, in GVariant's text form.
func call(_ method: String, at path: String, of bus: PrivateBus, _ arguments: String...) async throws
  -> String
{
  try await run(
    ["/usr/bin/gdbus", "call", "--session", "-d", bus.launch.name, "-o", path, "-m", method] + arguments,
    ["DBUS_SESSION_BUS_ADDRESS": bus.address])
}

/// Starts a notification server, and returns when it owns its name.
func startedServer(
  _ arguments: [String], on bus: PrivateBus, environment: [String: String?]
) async throws -> ChildProcess {
  let server = try ChildProcess(arguments, environment: environment)
  let question = [
    "/usr/bin/dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
    "org.freedesktop.DBus.GetNameOwner", "string:\(bus.launch.name)",
  ]
  try await eventually("\(arguments.last ?? "") as the owner of its name") {
    guard server.isRunning else { throw TimedOut(description: "\(arguments): \(server.output())") }
    return (try? await run(question, ["DBUS_SESSION_BUS_ADDRESS": bus.address])) != nil ? () : nil
  }
  return server
}

/// The path for a screenshot of this name; nil without `BELLHOP_SCREENSHOTS`.
func screenshotPath(_ name: String) -> String? {
  getenv("BELLHOP_SCREENSHOTS").map { "\(String(cString: $0))/\(name).png" }
}
