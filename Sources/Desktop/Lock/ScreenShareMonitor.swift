import CPipeWire
import EventLoop

/// Follows whether the screen is shared or recorded by way of PipeWire. The recipient is not known, and does not
/// matter: any recipient may see the screen.
///
/// Invariant: used on the desktop thread; no method blocks.
final class ScreenShareMonitor: SocketFollower {
  /// In milliseconds. A recipient that changes the size of the pictures, or goes from one screen to another, replaces its
  /// node: in between, the screen is still shared.
  private static let renegotiating: Int64 = 4_000

  private let variables: SessionVariables
  private let loop: EventLoop
  private let reporting: (LockAnswer) -> Void
  private var link: SocketLink<LockAnswer>?
  private var connection: PipeWireConnection?
  private var monitor: DescriptorMonitor?
  private var isShared = false
  private var end: Delay?

  init(_ variables: @escaping SessionVariables, _ loop: EventLoop, reporting: @escaping (LockAnswer) -> Void)
  {
    self.variables = variables
    self.loop = loop
    self.reporting = reporting
  }

  func start() {
    let reporting = reporting
    let link = SocketLink(
      self, loop, unknown: LockAnswer.absent,
      // `absent` is not reported here, while the connection still settles, but by `connect` and `disconnect`.
      reporting: { if $0 != .absent { reporting($0) } })
    self.link = link
    link.connect()
  }

  /// The socket's path, by the rules of libpipewire.
  private var path: String? {
    let name = variables("PIPEWIRE_REMOTE") ?? "pipewire-0"
    if name.hasPrefix("/") { return name }
    return (variables("PIPEWIRE_RUNTIME_DIR") ?? variables("XDG_RUNTIME_DIR")).map { "\($0)/\(name)" }
  }

  var directories: [String] { [path.flatMap(UnixSocket.directory(of:))].compactMap(\.self) }

  func connect() -> SocketAttempt {
    let attempt = open()
    if attempt != .connected { reporting(.absent) }
    return attempt
  }

  private func open() -> SocketAttempt {
    guard let path, UnixSocket.exists(path) else { return .nothingThere }
    guard let socket = UnixSocket.connect(to: path) else { return .refused }
    guard let connection = PipeWireConnection(socket) else { return .refused }
    self.connection = connection
    monitor = DescriptorMonitor(connection.descriptor, loop) { [weak self] in self?.dispatch() }
    return .connected
  }

  func disconnect() {
    monitor = nil
    connection = nil
    end = nil
    isShared = false
    reporting(.absent)
  }

  private func dispatch() {
    guard let connection else { return }
    guard connection.dispatch() else {
      link?.lost()
      return
    }
    if connection.nodes.values.contains(where: \.isSharedScreen) {
      end = nil
      isShared = true
      link?.report(.locked)
    } else if isShared {
      if end == nil { end = Delay(Self.renegotiating, loop) { [weak self] in self?.ended() } }
    } else if connection.isSettled {
      link?.report(.unlocked)
    }
  }

  private func ended() {
    end = nil
    isShared = false
    link?.report(.unlocked)
  }
}

/// A connection to PipeWire, and its nodes that provide video.
///
/// Invariant: used on the desktop thread; no method blocks.
final class PipeWireConnection {
  /// The most nodes that are followed; more than any desktop has.
  private static let manyNodes = 256

  private(set) var nodes: [UInt32: VideoNode] = [:]
  /// Whether all nodes that existed at the start are known.
  private(set) var isSettled = false
  private var connection: OpaquePointer?

  /// Owns the connected socket from now on. `nil` where libpipewire is not installed.
  init?(_ socket: Int32) {
    var listener = cpipewire_listener(
      // Unretained: `deinit` closes the connection.
      context: Unmanaged.passUnretained(self).toOpaque(),
      appeared: { context, node, mediaClass in
        PipeWireConnection.from(context)?.appeared(node, mediaClass) ?? false
      },
      changed: { context, node, name, mediaName, isRunning in
        PipeWireConnection.from(context)?.changed(node, [name, mediaName], isRunning)
      },
      gone: { context, node in PipeWireConnection.from(context)?.nodes[node] = nil },
      settled: { context in PipeWireConnection.from(context)?.isSettled = true })
    connection = cpipewire_open(socket, &listener)
    if connection == nil { return nil }
  }

  deinit { if let connection { cpipewire_close(connection) } }

  /// Readable when `dispatch` is to be called.
  var descriptor: Int32 { cpipewire_descriptor(connection) }

  /// False when the connection is lost.
  func dispatch() -> Bool { cpipewire_dispatch(connection) }

  private static func from(_ context: UnsafeMutableRawPointer?) -> PipeWireConnection? {
    context.map { Unmanaged<PipeWireConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func appeared(_ node: UInt32, _ mediaClass: UnsafePointer<CChar>?) -> Bool {
    guard let mediaClass, VideoNode.classes.contains(String(cString: mediaClass)) else { return false }
    guard nodes[node] == nil, nodes.count < Self.manyNodes else { return false }
    nodes[node] = VideoNode()
    return true
  }

  private func changed(_ node: UInt32, _ names: [UnsafePointer<CChar>?], _ isRunning: Bool) {
    nodes[node] = VideoNode(
      names: names.compactMap { $0.map { String(cString: $0) } }, isRunning: isRunning)
  }
}

/// PipeWire's data about a node that provides video: a shared screen, or a camera.
struct VideoNode: Hashable {
  /// The media classes of the nodes of compositors, portals and cameras alike.
  static let classes: Set<String> = ["Video/Source", "Stream/Output/Video"]

  var names: [String] = []
  /// Whether a recipient reads the node's video.
  var isRunning = false

  /// The class alone does not distinguish a screen from a camera, so the names of the program or its stream do. They
  /// are the program's own, unverified claim; PipeWire has nothing better.
  var isSharedScreen: Bool { isRunning && names.contains(where: Self.isScreenCast) }

  /// `name`: the node's name, which is most often the program's, or the name of its stream.
  private static func isScreenCast(_ name: String) -> Bool {
    programs.contains(name) || streams.contains { name.hasPrefix($0) }
  }

  private static let programs: Set<String> = [
    // Where the stream's own name is "meta-screen-cast-src" (mutter, meta-screen-cast-stream-src.c).
    "gnome-shell",
    // KWin names the stream after the screen or window.
    "kwin", "kwin_wayland",
    "xdg-desktop-portal-wlr", "xdg-desktop-portal-hyprland",
    // xdg-desktop-portal-luminous, pipewirethread.rs.
    "wayshot-screenshot",
    // xdg-desktop-portal-cosmic, screencast_thread.rs.
    "cosmic-screenshot",
  ]

  /// Prefixes of stream names; a number or random characters follow.
  private static let streams = [
    // mutter, meta-screen-cast-stream-src.c.
    "meta-screen-cast-src",
    // KWin, screencaststream.cpp.
    "kwin-screen-cast",
    // xdg-desktop-portal-wlr, pipewire_screencast.c.
    "xdpw-stream",
    // xdg-desktop-portal-hyprland, Screencopy.cpp.
    "xdph-streaming",
    // niri, pw_utils.rs.
    "niri-screen-cast-src",
  ]
}
