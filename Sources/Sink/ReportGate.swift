import Delivery
import Synchronization

/// Lets reports through until it is closed. Whoever hears them must not close it from within a report.
final class ReportGate: Sendable {
  private let hearer: Mutex<(@Sendable (SinkReport) -> Void)?>

  init(_ hearer: @escaping @Sendable (SinkReport) -> Void) { self.hearer = Mutex(hearer) }

  func send(_ report: SinkReport) { hearer.withLock { $0?(report) } }

  /// Nothing is reported after this returns.
  func close() { hearer.withLock { $0 = nil } }
}
