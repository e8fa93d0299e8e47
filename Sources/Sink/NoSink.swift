package import Delivery

/// Shows nothing, so that everything is held.
package struct NoSink: Sink {
  package static let name = "none"
  package static let showsOnDesktop = false
  /// Only where it is asked for.
  package static let isThere = false

  package init(lock: any LockReading, images: String) {}

  package func start(reporting: @escaping @Sendable (SinkReport) -> Void) {
    reporting(.presence(.absent(activatable: false)))
  }

  package func perform(_ command: SinkCommand) {}
  package func stop() {}
}
