package import Varlink

/// The calls to a notification server on a private bus, and its signals, as busctl monitors them.
package final class ServerTraffic: Sendable {
  /// A banner as it was given to the server.
  package struct Notify: Sendable {
    package var app = ""
    package var replaces: Int64 = 0
    package var icon = ""
    package var title = ""
    package var body = ""
    /// Keys and labels, alternating.
    package var actions: [String] = []
    package var hints: [String: JSON] = [:]
    package var timeout: Int64 = -1
    /// The server's answer; nil before it came.
    package var number: Int64?
    /// The error that came instead.
    package var error: String?
    /// Whether the bus itself sent the error, because the program died, say.
    package var isOfBus = false
  }

  private let bus: PrivateBus
  private let process: ChildProcess

  /// Returns when it listens.
  package init(on bus: PrivateBus) async throws {
    self.bus = bus
    let process = try ChildProcess([
      "/usr/bin/busctl", "--address=\(bus.address)", "--json=short", "monitor",
    ])
    self.process = process
    try await eventually("a monitor that listens") {
      guard process.isRunning else { throw TimedOut(description: "busctl: \(process.output())") }
      try await bus.mark("Listening")
      return process.output().contains("Listening") ? () : nil
    }
  }

  /// The traffic up to now: ends with a signal of the monitor's own.
  private func messages() async throws -> [JSON] {
    let marks = process.output().components(of: Self.mark)
    try await bus.mark(Self.mark)
    let output = try await eventually("the mark") {
      let output = process.output()
      return output.components(of: Self.mark) > marks && output.last == "\n" ? output : nil
    }
    return output.split(separator: "\n").compactMap { try? JSON(parsing: Array($0.utf8)) }
  }

  private static let mark = "EverythingSeenBefore"

  /// Every banner that was given to the server up to now, under any of its names on this bus. `name`: another
  /// interface with the same calls.
  package func notifications(of name: String? = nil) async throws -> [Notify] {
    let messages = try await messages()
    let answers = Dictionary(messages.compactMap { message in message.answered.map { ($0, message) } }) {
      first, _ in first
    }
    return messages.filter { $0.isCall("Notify", of: name ?? bus.launch.name) }.map { call in
      var notify = Notify(call["payload"]?["data"])
      let answer = call.reference.flatMap { answers[$0] }
      notify.error = answer?["error_name"]?.string
      notify.isOfBus = answer?["sender"]?.string == "org.freedesktop.DBus"
      notify.number = notify.error == nil ? answer?["payload"]?["data"]?.elements.first?.integer : nil
      return notify
    }
  }
}

extension ServerTraffic.Notify {
  /// The arguments, in the specification's order.
  fileprivate init(_ data: JSON?) {
    let values = data?.elements ?? []
    guard values.count == 8 else { return }
    app = values[0].string
    replaces = values[1].integer ?? 0
    icon = values[2].string
    title = values[3].string
    body = values[4].string
    actions = values[5].elements.map(\.string)
    if case .object(let fields) = values[6] {
      hints = Dictionary(fields.map { ($0.name, $0.value["data"] ?? .null) }) { first, _ in first }
    }
    timeout = values[7].integer ?? -1
  }

  /// All of its texts, including those in hints.
  package var everything: String { "\(app)\n\(icon)\n\(title)\n\(body)\n\(actions)\n\(hints)" }
}

extension JSON {
  fileprivate func isCall(_ member: String, of interface: String) -> Bool {
    self["type"] == .string("method_call") && self["member"] == .string(member)
      && self["interface"] == .string(interface)
  }

  /// The sender and serial of this call.
  fileprivate var reference: [String]? {
    guard let cookie = self["cookie"]?.integer, let sender = self["sender"]?.string else { return nil }
    return ["\(cookie)", sender]
  }

  /// The sender and serial of the call that this answers.
  fileprivate var answered: [String]? {
    guard let cookie = self["reply_cookie"]?.integer, let caller = self["destination"]?.string else {
      return nil
    }
    return ["\(cookie)", caller]
  }

  fileprivate var string: String { if case .string(let text) = self { text } else { "" } }
  fileprivate var integer: Int64? { if case .int(let number) = self { number } else { nil } }
  fileprivate var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
}
