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
    case .string("focus"): .focused(event["container"].map { focus(of: $0) } ?? .none)
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
    var waiting = [(node: root, isInFullScreen: false)]
    while let (node, isInFullScreen) = waiting.popLast() {
      let fillsScreen = isInFullScreen || isFullScreen(node)
      if node["focused"] == .bool(true) { return focus(of: node, isInFullScreen: fillsScreen) }
      waiting += children(of: node).map { ($0, fillsScreen) }
    }
    return .none
  }

  /// Whether a container of windows fills a screen, so that each of its windows counts as one that does.
  static func isContainerFullScreen(inTree root: JSON) -> Bool {
    var waiting = [root]
    while let node = waiting.popLast() {
      let inner = children(of: node)
      if !inner.isEmpty, isFullScreen(node) { return true }
      waiting += inner
    }
    return false
  }

  private static func children(of node: JSON) -> [JSON] {
    ["nodes", "floating_nodes"].flatMap { key -> [JSON] in
      if case .array(let nodes)? = node[key] { nodes } else { [] }
    }
  }

  /// 1 is full screen on an output, 2 across all of them. Workspaces always have 1.
  private static func isFullScreen(_ node: JSON) -> Bool {
    guard case .int(let mode)? = node["fullscreen_mode"], mode != 0 else { return false }
    return node["type"] == .string("con") || node["type"] == .string("floating_con")
  }

  /// A focused output, workspace or container of several windows counts as no window.
  /// `isInFullScreen`: whether a container around it fills the screen.
  private static func focus(of node: JSON, isInFullScreen: Bool = false) -> WindowFocus {
    let process = int32(node["pid"])
    let isWindow = process != nil || text(node["app_id"]) != nil || int32(node["window"]) != nil
    guard isWindow else { return .none }
    let fullScreen = isInFullScreen || isFullScreen(node) ? FullScreen(inhibitsIdle: inhibitsIdle(node)) : nil
    // The other names are claims of the sandboxed app, and may be another app's.
    if let verified = text(node["sandbox_app_id"]), !verified.isEmpty {
      return .window(WindowIdentity(naming: [verified]), fullScreen)
    }
    let properties = node["window_properties"]
    return .window(
      WindowIdentity(
        naming: [
          text(node["app_id"]), text(properties?["class"]), text(properties?["instance"]),
        ], process: process), fullScreen)
  }

  /// By the app's own word, or by the person's with sway's command `inhibit_idle`. i3 does not know it.
  private static func inhibitsIdle(_ node: JSON) -> Bool? {
    if case .bool(let inhibits)? = node["inhibit_idle"] { inhibits } else { nil }
  }

  private static func text(_ value: JSON?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func int32(_ value: JSON?) -> Int32? {
    if case .int(let number)? = value { Int32(exactly: number) } else { nil }
  }
}
