/// The traffic of a private bus, as dbus-monitor prints it.
package final class BusMonitor: Sendable {
  private let bus: PrivateBus
  private let process: ChildProcess

  /// Returns when it listens.
  package init(on bus: PrivateBus) async throws {
    self.bus = bus
    let process = try ChildProcess(["/usr/bin/dbus-monitor", "--address", bus.address])
    self.process = process
    try await eventually("a monitor that listens") {
      try await bus.mark("Listening")
      return process.output().contains("Listening") ? () : nil
    }
  }

  /// The traffic that came so far.
  package func output() -> String { process.output() }

  /// The traffic up to now: ends with a signal of the monitor's own.
  package func heard() async throws -> String {
    let marks = process.output().components(of: Self.mark)
    try await bus.mark(Self.mark)
    return try await eventually("the mark") {
      let output = process.output()
      return output.components(of: Self.mark) > marks ? output : nil
    }
  }

  private static let mark = "EverythingBefore"
}

extension PrivateBus {
  /// Sends a signal with this name, by which a monitor tells what came before.
  func mark(_ name: String) async throws {
    _ = try await run(
      ["/usr/bin/dbus-send", "--session", "/", "org.example.Mark.\(name)"],
      ["DBUS_SESSION_BUS_ADDRESS": address])
  }
}
