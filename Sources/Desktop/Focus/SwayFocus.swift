import EventLoop
import Glibc
import Varlink

/// Follows the window in the foreground at sway and i3, over their IPC socket.
final class SwayFocus: CompositorFocus {
  /// In milliseconds. A compositor that takes longer hangs, and its last report may be outdated.
  private static let patience: Int64 = 5_000
  private static let events = #"["window","workspace","shutdown"]"#

  private(set) var name = "sway"
  private(set) var isNamed = false
  private let variables: SessionVariables
  let loop: EventLoop
  private let user: UInt32
  var link: SocketLink<WindowFocus>?
  private var stream: UnixStream?
  private var reader = I3MessageReader()
  /// Set while a request for the tree is unanswered. There is one such request at a time.
  private var answerIsDue: Delay?
  private var isTreeOutdated = false

  /// `user`: the owner of the sockets to look for where no variable names one.
  init(variables: @escaping SessionVariables, _ loop: EventLoop, user: UInt32 = geteuid()) {
    self.variables = variables
    self.loop = loop
    self.user = user
  }

  // MARK: Connecting

  func connect() -> SocketAttempt {
    let paths = sockets
    for path in paths {
      guard let stream = UnixStream(connectingTo: path, loop) else { continue }
      use(stream)
      isNamed = named.contains(path)
      name = path.split(separator: "/").last?.hasPrefix("ipc-socket") == true ? "i3" : "sway"
      return .connected
    }
    return paths.isEmpty ? .nothingThere : .refused
  }

  private var named: [String] { ["SWAYSOCK", "I3SOCK"].compactMap(variables) }

  private var sockets: [String] {
    let named = named.filter(UnixSocket.exists)
    guard let runtime = variables("XDG_RUNTIME_DIR") else { return named }
    let ours = "sway-ipc.\(user)."
    let found =
      UnixSocket.sockets(in: runtime, of: user) { $0.hasPrefix(ours) && $0.hasSuffix(".sock") }
      + UnixSocket.sockets(in: "\(runtime)/i3", of: user) { $0.hasPrefix("ipc-socket.") }
    return named + found.filter { !named.contains($0) }
  }

  var directories: [String] {
    let named = named.compactMap(UnixSocket.directory(of:))
    guard let runtime = variables("XDG_RUNTIME_DIR") else { return named }
    return named + [runtime, "\(runtime)/i3"]
  }

  private func use(_ stream: UnixStream) {
    self.stream = stream
    reader = I3MessageReader()
    stream.follow(
      received: { [weak self] in self?.received($0) }, ended: { [weak self] in self?.link?.lost() })
    send(I3Message.subscribe, Self.events)
    askTree()
  }

  func disconnect() {
    stream = nil
    answerIsDue = nil
    isTreeOutdated = false
  }

  // MARK: Talking

  /// A failed write needs no handling: the time limit for the answer covers it.
  private func send(_ type: UInt32, _ payload: String = "") {
    _ = stream?.write(I3Message(type: type, payload: Array(payload.utf8)).bytes)
  }

  private func askTree() {
    guard answerIsDue == nil else {
      isTreeOutdated = true
      return
    }
    isTreeOutdated = false
    answerIsDue = Delay(Self.patience, loop) { [weak self] in self?.link?.lost() }
    send(I3Message.getTree)
  }

  private func received(_ bytes: [UInt8]) {
    reader.append(bytes)
    do throws(I3MessageReader.Fault) {
      while stream != nil, let message = try reader.next() { handle(message) }
    } catch {
      link?.lost()
    }
  }

  private func handle(_ message: I3Message) {
    guard message.type != I3Message.shutdownEvent, let content = SwayWindows.parse(message.payload) else {
      link?.lost()
      return
    }
    switch message.type {
    case I3Message.subscribe:
      if content["success"] != .bool(true) { link?.lost() }
    case I3Message.getTree:
      answerIsDue = nil
      link?.report(SwayWindows.focus(inTree: content))
      if isTreeOutdated { askTree() }
    case I3Message.windowEvent: follow(SwayWindows.meaning(ofWindowEvent: content))
    case I3Message.workspaceEvent: follow(SwayWindows.meaning(ofWorkspaceEvent: content))
    default: break
    }
  }

  private func follow(_ meaning: SwayWindows.Meaning) {
    switch meaning {
    case .focused(let focus): link?.report(focus)
    case .askTree: askTree()
    case .nothing: break
    }
  }
}

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

/// A message of the IPC protocol of i3 and sway: "i3-ipc", the payload's length, the type, the payload; numbers are in
/// the machine's byte order (https://i3wm.org/docs/ipc.html, sway-ipc(7)).
struct I3Message: Hashable {
  static let subscribe: UInt32 = 2
  static let getTree: UInt32 = 4
  /// The types of events have the highest bit set.
  static let workspaceEvent: UInt32 = 0x8000_0000
  static let windowEvent: UInt32 = 0x8000_0003
  static let shutdownEvent: UInt32 = 0x8000_0006

  var type: UInt32
  var payload: [UInt8]

  fileprivate static let magic = Array("i3-ipc".utf8)
  fileprivate static let headerLength = magic.count + 8

  var bytes: [UInt8] {
    var bytes = Self.magic
    withUnsafeBytes(of: UInt32(clamping: payload.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload
  }
}

/// Assembles messages from a stream of bytes.
struct I3MessageReader {
  struct Fault: Error, Hashable {}

  /// In bytes. A window takes 1.5 KiB of the tree plus its title, so this is enough for over a thousand windows.
  /// Parsing takes some ten times as much memory for a moment.
  static let maximumLength = 4 << 20

  private var buffer: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// The next message, once it is whole.
  mutating func next() throws(Fault) -> I3Message? {
    // Fail at the first wrong byte, without waiting for a whole header.
    guard buffer.starts(with: I3Message.magic.prefix(buffer.count)) else { throw Fault() }
    guard buffer.count >= I3Message.headerLength else { return nil }
    let length = number(at: I3Message.magic.count)
    guard length <= Self.maximumLength else { throw Fault() }
    let end = I3Message.headerLength + Int(length)
    guard buffer.count >= end else { return nil }
    let message = I3Message(
      type: number(at: I3Message.magic.count + 4), payload: Array(buffer[I3Message.headerLength..<end]))
    buffer.removeFirst(end)
    return message
  }

  private func number(at offset: Int) -> UInt32 {
    buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}
