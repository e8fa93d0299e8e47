/// A service on a private bus, played by python-dbusmock.
package final class MockService: Sendable {
  private let bus: PrivateBus
  private let name: String
  package let process: ChildProcess

  /// A service by one of its templates, which owns this name.
  package init(template: String, as name: String, on bus: PrivateBus) async throws {
    self.bus = bus
    self.name = name
    process = try Self.start(["--template", template], on: bus)
    try await waitUntilThere()
  }

  /// An object without interfaces.
  package init(_ name: String, at path: String, of interface: String, on bus: PrivateBus) async throws {
    self.bus = bus
    self.name = name
    process = try Self.start([name, path, interface], on: bus)
    try await waitUntilThere()
  }

  private static func start(_ arguments: [String], on bus: PrivateBus) throws -> ChildProcess {
    // Templates choose between the system and the session bus; here both are one.
    try ChildProcess(
      ["/usr/bin/python3", "-m", "dbusmock"] + arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address])
  }

  private func waitUntilThere() async throws {
    try await eventually("\(name) on the bus") { [self] in
      guard process.isRunning else { throw TimedOut(description: "\(name): \(process.output())") }
      return try await gdbus("org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetNameOwner", name) == 0
        ? () : nil
    }
  }

  /// Calls a method with arguments in GVariant's text form.
  package func call(_ method: String, at path: String, _ arguments: String...) async throws {
    guard try await gdbus(name, path, method, arguments) == 0 else {
      throw TimedOut(description: "\(name) did not take \(method)")
    }
  }

  private func gdbus(_ name: String, _ path: String, _ method: String, _ argument: String) async throws
    -> Int32
  {
    try await gdbus(name, path, method, [argument])
  }

  private func gdbus(
    _ name: String, _ path: String, _ method: String, _ arguments: [String]
  ) async throws -> Int32 {
    let call = ["/usr/bin/gdbus", "call", "--session", "-d", name, "-o", path, "-m", method]
    return try await ChildProcess(
      call + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
    ).exit()
  }
}

/// systemd-logind with one session of the tests' user, which is its display.
package final class MockLogind: Sendable {
  package static let sessionID = "7"
  package let service: MockService
  private let session = "/org/freedesktop/login1/session/\(MockLogind.sessionID)"
  private let manager = "/org/freedesktop/login1"

  package init(on bus: PrivateBus, user: UInt32) async throws {
    service = try await MockService(template: "logind", as: "org.freedesktop.login1", on: bus)
    let mock = "org.freedesktop.DBus.Mock"
    try await service.call(
      "\(mock).AddSession", at: manager, Self.sessionID, "seat0", "\(user)", "tester", "true")
    try await service.call(
      "\(mock).AddProperty", at: manager, "org.freedesktop.login1.Manager", "BlockInhibited", "<''>")
    // The template's own method adds a number to a text, and fails.
    try await service.call(
      "\(mock).AddMethod", at: manager, "org.freedesktop.login1.Manager", "GetUser", "u", "o",
      "ret = '\(manager)/user/%d' % args[0]")
    try await service.call(
      "org.freedesktop.DBus.Properties.Set", at: "\(manager)/user/\(user)", "org.freedesktop.login1.User",
      "Display", "<('\(Self.sessionID)', objectpath '\(session)')>")
    try await service.call(
      "\(mock).EmitSignal", at: manager, "org.freedesktop.login1.Manager", "SessionNew", "so",
      "[<'\(Self.sessionID)'>, <objectpath '\(session)'>]")
  }

  package func setLockedHint(_ isLocked: Bool) async throws {
    try await service.call("org.freedesktop.login1.Session.SetLockedHint", at: session, "\(isLocked)")
  }

  package func setIdleHint(_ isIdle: Bool) async throws {
    try await service.call(
      "org.freedesktop.DBus.Mock.UpdateProperties", at: session, "org.freedesktop.login1.Session",
      "{'IdleHint': <\(isIdle)>}")
  }

  /// The inhibitors that logind lists, such as "idle:sleep".
  package func setBlockInhibited(_ kinds: String) async throws {
    try await service.call(
      "org.freedesktop.DBus.Mock.UpdateProperties", at: manager, "org.freedesktop.login1.Manager",
      "{'BlockInhibited': <'\(kinds)'>}")
  }

  package func prepareForSleep(_ begins: Bool) async throws {
    try await service.call(
      "org.freedesktop.DBus.Mock.EmitSignal", at: manager, "org.freedesktop.login1.Manager",
      "PrepareForSleep", "b", "[<\(begins)>]")
  }
}
