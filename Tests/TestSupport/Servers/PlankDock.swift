import Glibc

/// Plank, a dock, under Xvfb.
package final class PlankDock: Sendable {
  private let screen: VirtualScreen
  private let process: ChildProcess
  private let applications: String

  /// A dock with icons for these apps alone. The desktop entries lie in the bus's directory, as in `XDG_DATA_HOME`.
  package init(on bus: PrivateBus, pinned: [String]) async throws {
    // Small, since whole pictures are compared. The pointer, in the middle, does not touch the dock.
    screen = try await VirtualScreen(size: "640x360")
    applications = "\(bus.directory.path)/applications"
    let launchers = "\(bus.directory.path)/plank/dock1/launchers"
    _ = try await run(["/bin/mkdir", "-p", applications, launchers], [:])
    for app in pinned {
      Self.install(app, in: applications)
      writeFile(
        "\(launchers)/\(app).dockitem",
        "[PlankDockItemPreferences]\nLauncher=file://\(applications)/\(app).desktop\n")
    }
    let own: [String: String?] = ["GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1"]
    let bare = try screen.picture()
    process = try ChildProcess(
      ["/usr/bin/plank"], environment: screen.environment(on: bus).merging(own) { _, own in own })
    _ = try await settled(otherThan: bare)
  }

  /// An app without an icon in the dock.
  package func install(_ app: String) { Self.install(app, in: applications) }

  private static func install(_ app: String, in applications: String) {
    writeFile(
      "\(applications)/\(app).desktop",
      "[Desktop Entry]\nType=Application\nName=\(app)\nExec=/bin/true\nIcon=application-x-executable\n")
  }

  /// The screen, once it differs from that picture and no longer changes.
  package func settled(otherThan earlier: [UInt8]) async throws -> [UInt8] {
    var last = earlier
    var repeats = 0
    return try await eventually("a dock that stands still") {
      guard process.isRunning else { throw TimedOut(description: "plank: \(process.output())") }
      let pixels = try screen.picture()
      repeats = pixels == last && pixels != earlier ? repeats + 1 : 0
      last = pixels
      return repeats >= 30 ? pixels : nil
    }
  }

  package func picture() throws -> [UInt8] { try screen.picture() }

  package func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
