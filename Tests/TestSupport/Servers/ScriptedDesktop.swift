import Locks

/// A desktop that is not installed here, imitated by `scripted-server.py`.
package final class ScriptedDesktop: ObservedServer {
  package let name: String
  private let bus: PrivateBus
  private let running: Mutex<ScriptedServer>
  private var server: ScriptedServer { running.withLock { $0 } }
  package var process: ChildProcess { server.process }
  package var dataDirectory: String { bus.directory.path }

  /// `name`: the script's mode for a desktop.
  package init(_ name: String, on bus: PrivateBus) async throws {
    self.name = name
    self.bus = bus
    running = Mutex(try await ScriptedServer(on: bus, modes: [name]))
  }

  package func restart() async throws {
    let server = try await ScriptedServer(on: bus, modes: [name])
    running.withLock { $0 = server }
  }

  private var live: [String] { server.live.map(\.seen) }

  package func count() async throws -> Int { live.count }

  package func list() async throws -> String? { live.joined(separator: "\n") }

  package func picture() async throws -> [UInt8] { Array(live.joined(separator: "\n").utf8) }

  package func press() async throws {
    guard let newest = server.live.map(\.id).max() else { return }
    try await server.command("press \(newest) default")
  }

  package func screenshot(_ name: String) async throws {}
}
