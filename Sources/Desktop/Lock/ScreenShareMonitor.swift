import CPipeWire
import EventLoop

/// Whether the screen is shared or recorded, as far as that goes through PipeWire. Who takes the pictures is not
/// told, and does not matter: they may see what is on the screen.
///
/// Invariant: used on the desktop thread; nothing it does waits.
final class ScreenShareMonitor: SocketFollower {
  /// One who takes pictures of another size lets go of a node and takes a new one: what is private must not come
  /// back in between.
  private static let renegotiating: Int64 = 1_000

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
      // That it is absent is not said while it is still being asked.
      reporting: { if $0 != .absent { reporting($0) } })
    self.link = link
    link.connect()
  }

  /// As libpipewire would look for it.
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

/// A connection to PipeWire, and the nodes there that have pictures to give.
///
/// Invariant: used on the desktop thread; nothing it does waits.
final class PipeWireConnection {
  /// More than any desktop has. What a program adds to that is not followed.
  private static let manyNodes = 256

  private(set) var nodes: [UInt32: VideoNode] = [:]
  /// Everything that was there at first is known.
  private(set) var isSettled = false
  private var connection: OpaquePointer?

  /// Takes over a connected socket. `nil` where libpipewire is not installed.
  init?(_ socket: Int32) {
    var listener = cpipewire_listener(
      // The connection is closed before this object goes.
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

  /// Can be read when `dispatch` has something to do.
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

/// What PipeWire says of a node that has pictures to give: a shared screen, or a camera.
struct VideoNode: Hashable {
  /// Of what compositors, portals and cameras make alike.
  static let classes: Set<String> = ["Video/Source", "Stream/Output/Video"]

  var names: [String] = []
  /// Somebody takes its pictures.
  var isRunning = false

  /// The class alone does not tell a screen from a camera: the name of who makes it does. It is that program's own
  /// claim, as everything is that an unsandboxed program says; nothing else is to be had.
  var isSharedScreen: Bool { isRunning && names.contains(where: Self.isScreenCast) }

  /// The name of the node, which is most often the program's, or that of its stream.
  private static func isScreenCast(_ name: String) -> Bool {
    programs.contains(name) || streams.contains { name.hasPrefix($0) }
  }

  private static let programs: Set<String> = [
    // Where the stream's own name is "meta-screen-cast-src" (mutter, meta-screen-cast-stream-src.c).
    "gnome-shell",
    // KWin names the stream after the screen or window.
    "kwin", "kwin_wayland",
    "xdg-desktop-portal-wlr", "xdg-desktop-portal-hyprland",
  ]

  /// What follows is a number, or random.
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
