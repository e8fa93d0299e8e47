import EventLoop

/// A compositor that tells over a socket of its own which window is in front.
protocol CompositorFocus: FocusSource, SocketFollower {
  /// While it is followed.
  var link: SocketLink<WindowFocus>? { get set }
  var loop: EventLoop { get }
}

extension CompositorFocus {
  func start(reporting: @escaping (WindowFocus) -> Void) {
    let link = SocketLink(self, loop, unknown: .unknown, reporting: reporting)
    self.link = link
    link.connect()
  }

  func stop() {
    link = nil
    disconnect()
  }
}
