import Varlink

/// Parses the JSON with which sway and i3 describe their windows.
enum SwayWindows {
  /// The effect of an event on the window in the foreground.
  enum Meaning: Hashable {
    case focused(WindowFocus)
    /// The window in the foreground may have changed: ask for the tree.
    case askTree
    case nothing
  }

  /// Bounded because each level costs stack. A nested container takes two levels (an object in an array), so that 128
  /// levels hold over fifty containers within each other.
  private static let maximumDepth = 128

  /// `nil` for invalid JSON. Invalid UTF-8 is repaired first, since sway does not check the bytes of titles.
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

  /// An empty workspace can get the focus without an event of any window.
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

  /// A focused output, workspace or container of several windows counts as no window.
  private static func focus(of node: JSON) -> WindowFocus {
    let process = int32(node["pid"])
    let isWindow = process != nil || text(node["app_id"]) != nil || int32(node["window"]) != nil
    guard isWindow else { return .none }
    // The other names are claims of the sandboxed app, and may be another app's.
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
