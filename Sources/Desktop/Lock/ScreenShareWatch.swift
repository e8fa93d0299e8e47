import EventLoop

/// Whether the screen is shared or recorded, as far as that goes through PipeWire. Who takes the pictures is not
/// told, and does not matter: they may see what is on the screen.
///
/// Invariant: used on the watch's thread; nothing it does waits.
final class ScreenShareWatch: SocketFollower {
  /// One who takes pictures of another size lets go of a node and takes a new one: what is private must not come
  /// back in between.
  private static let renegotiating: Int64 = 1_000

  private let variables: SessionVariables
  private let loop: EventLoop
  private let reporting: (LockAnswer) -> Void
  private var link: SocketLink<LockAnswer>?
  private var connection: PipeWireConnection?
  private var watch: DescriptorWatch?
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
    watch = DescriptorWatch(connection.descriptor, loop) { [weak self] in self?.dispatch() }
    return .connected
  }

  func disconnect() {
    watch = nil
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
