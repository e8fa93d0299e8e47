import Varlink

/// What sway and i3 say of their windows, in JSON.
enum SwayWindows {
  /// What an event means for the window in front.
  enum Meaning: Hashable {
    case focused(WindowFocus)
    /// It may have changed: only the tree can tell.
    case askTree
    case nothing
  }

  /// Each container within another is an object in an array; nobody splits fifty times. Every level costs stack.
  private static let maximumDepth = 128

  /// `nil` when it is no JSON. A client may call its window by any bytes, and sway passes them on.
  static func parse(_ payload: [UInt8]) -> JSON? {
    let repaired = Array(String(decoding: payload, as: UTF8.self).utf8)
    return try? JSON(parsing: repaired, maximumDepth: maximumDepth)
  }

  static func meaning(ofWindowEvent event: JSON) -> Meaning {
    switch event["change"] {
    case .string("focus"): .focused(event["container"].map(focus(of:)) ?? .none)
    case .string("title"), .string("urgent"), .string("mark"): .nothing
    default: .askTree
    }
  }

  /// A workspace without windows takes the focus and no window tells.
  static func meaning(ofWorkspaceEvent event: JSON) -> Meaning {
    switch event["change"] {
    case .string("focus"), .string("move"), .string("reload"): .askTree
    default: .nothing
    }
  }

  static func focus(inTree root: JSON) -> WindowFocus {
    var waiting = [root]
    while let node = waiting.popLast() {
      if node["focused"] == .bool(true) { return focus(of: node) }
      for children in ["nodes", "floating_nodes"] {
        if case .array(let nodes)? = node[children] { waiting += nodes }
      }
    }
    return .none
  }

  /// Outputs, workspaces and containers of several windows can have the focus as well.
  private static func focus(of node: JSON) -> WindowFocus {
    let process = int32(node["pid"])
    let isWindow = process != nil || text(node["app_id"]) != nil || int32(node["window"]) != nil
    guard isWindow else { return .none }
    // All else is what the app in the sandbox says of itself, and may be another's name.
    if let verified = text(node["sandbox_app_id"]), !verified.isEmpty {
      return .window(WindowIdentity(naming: [verified]))
    }
    let properties = node["window_properties"]
    return .window(
      WindowIdentity(
        naming: [
          text(node["app_id"]), text(properties?["class"]), text(properties?["instance"]),
        ], process: process))
  }

  private static func text(_ value: JSON?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func int32(_ value: JSON?) -> Int32? {
    if case .int(let number)? = value { Int32(exactly: number) } else { nil }
  }
}
