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
  /// Whether a container of windows filled a screen in the last tree.
  private var isContainerFullScreen = false

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

  func lookAgain() { if stream != nil { askTree() } }

  func disconnect() {
    stream = nil
    isContainerFullScreen = false
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
      isContainerFullScreen = SwayWindows.isContainerFullScreen(inTree: content)
      link?.report(SwayWindows.focus(inTree: content))
      if isTreeOutdated { askTree() }
    case I3Message.windowEvent: follow(SwayWindows.meaning(ofWindowEvent: content))
    case I3Message.workspaceEvent: follow(SwayWindows.meaning(ofWorkspaceEvent: content))
    default: break
    }
  }

  private func follow(_ meaning: SwayWindows.Meaning) {
    switch meaning {
    // The event does not tell of the containers around the window.
    case .focused where isContainerFullScreen: askTree()
    case .focused(let focus): link?.report(focus)
    case .askTree: askTree()
    case .nothing: break
    }
  }
}
