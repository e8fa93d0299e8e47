import EventLoop
import Glibc

/// Follows the window in the foreground at Hyprland: by its event socket, and at first by its request socket.
final class HyprlandFocus: CompositorFocus {
  /// In milliseconds. A compositor that takes longer hangs.
  private static let patience: Int64 = 5_000
  /// Far more than one window's description.
  private static let longestAnswer = 65_536

  let name = "Hyprland"
  private(set) var isNamed = false
  private let variables: SessionVariables
  let loop: EventLoop
  private let user: UInt32
  var link: SocketLink<WindowFocus>?
  private var events: UnixStream?
  private var reader = LineReader()
  /// Set only while the first answer is due. Hyprland blocks for as long as a request's connection is open, five
  /// seconds at most (its `HyprCtl.cpp`), so the connection is closed as soon as the answer has arrived.
  private var request: UnixStream?
  private var answer: [UInt8] = []
  private var answerIsDue: Delay?

  /// `user`: the owner of the sockets to look for where no variable names one.
  init(variables: @escaping SessionVariables, _ loop: EventLoop, user: UInt32 = geteuid()) {
    self.variables = variables
    self.loop = loop
    self.user = user
  }

  // MARK: Connecting

  func connect() -> SocketAttempt {
    let instances = instances
    for instance in instances {
      guard let events = UnixStream(connectingTo: "\(instance)/.socket2.sock", loop),
        let request = UnixStream(connectingTo: "\(instance)/.socket.sock", loop)
      else { continue }
      isNamed = named.contains(instance)
      use(events, request)
      return .connected
    }
    return instances.isEmpty ? .nothingThere : .refused
  }

  private var named: [String] {
    variables("HYPRLAND_INSTANCE_SIGNATURE").map { signature in parents.map { "\($0)/\(signature)" } } ?? []
  }

  /// The folders with an instance's sockets, the one that the session names first.
  private var instances: [String] {
    let all = named.filter(UnixSocket.isDirectory)
    // An instance's name changes with every start, so the variable in a service's environment may be outdated.
    guard let parent = parents.first else { return all }
    let found = UnixSocket.entries(of: parent).compactMap { name in
      UnixSocket.sockets(in: "\(parent)/\(name)", of: user) { $0 == ".socket2.sock" }.first
    }
    return all + found.compactMap(UnixSocket.directory(of:)).filter { !all.contains($0) }
  }

  /// The folders that hold the instances' folders. Before version 0.40 Hyprland used /tmp.
  private var parents: [String] {
    (variables("XDG_RUNTIME_DIR").map { ["\($0)/hypr"] } ?? []) + ["/tmp/hypr"]
  }

  var directories: [String] {
    guard let runtime = variables("XDG_RUNTIME_DIR") else { return [] }
    return [runtime, "\(runtime)/hypr"]
      + UnixSocket.entries(of: "\(runtime)/hypr").map { "\(runtime)/hypr/\($0)" }
  }

  private func use(_ events: UnixStream, _ request: UnixStream) {
    self.events = events
    self.request = request
    reader = LineReader()
    answer = []
    events.follow(
      received: { [weak self] in self?.receivedEvents($0) }, ended: { [weak self] in self?.link?.lost() })
    request.follow(
      received: { [weak self] in self?.receivedAnswer($0) }, ended: { [weak self] in self?.answerEnded() })
    _ = request.write(Array("j/activewindow".utf8))
    answerIsDue = Delay(Self.patience, loop) { [weak self] in self?.link?.lost() }
  }

  func disconnect() {
    events = nil
    endRequest()
  }

  private func endRequest() {
    request = nil
    answer = []
    answerIsDue = nil
  }

  // MARK: Listening

  private func receivedAnswer(_ bytes: [UInt8]) {
    answer += bytes
    if answer.count > Self.longestAnswer { link?.lost() }
  }

  private func answerEnded() {
    if let focus = HyprlandWindows.focus(inAnswer: answer) {
      endRequest()
      link?.report(focus)
    } else {
      link?.lost()
    }
  }

  private func receivedEvents(_ bytes: [UInt8]) {
    do throws(LineReader.TooLong) {
      for line in try reader.lines(with: bytes) {
        guard let focus = HyprlandWindows.focus(inEvent: line) else { continue }
        // An event is newer than the answer can be.
        endRequest()
        link?.report(focus)
      }
    } catch {
      link?.lost()
    }
  }
}
