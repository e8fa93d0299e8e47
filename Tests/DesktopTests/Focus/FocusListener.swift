import EventLoop
import Glibc
import Locks
import LoopExecutor
import TestSupport

@testable import Desktop

/// A source of the focus on a thread of its own, and its reports.
final class FocusListener: Sendable {
  private let host: SourceHost
  private let heard: Heard

  init(_ source: @escaping @Sendable (EventLoop) -> any FocusSource) throws {
    let host = try SourceHost()
    let heard = Heard()
    self.host = host
    self.heard = heard
    host.thread.loop.post { host.assumeIsolated { $0.start(source) { heard.add($0) } } }
  }

  deinit {
    let host = host
    host.thread.loop.post { host.assumeIsolated { $0.stop() } }
    host.thread.stop()
  }

  var reports: [WindowFocus] { heard.all.withLock { $0.map(\.focus) } }

  /// Waits for a report that holds, and returns when it came.
  @discardableResult
  func waits(for focus: WindowFocus) async throws -> ContinuousClock.Instant {
    try await eventually("\(focus) as the last of \(reports)") {
      heard.all.withLock { $0.last?.focus == focus ? $0.last?.time : nil }
    }
  }

  /// Waits for a window that fills the screen and inhibits idle, or does not, or for one that does not fill it.
  func waits(forFullScreen fullScreen: FullScreen?) async throws {
    try await eventually(
      "\(String(describing: fullScreen)) as the last of \(reports)",
      holds: {
        guard case .window(_, let found)? = reports.last else { return false }
        return found == fullScreen
      })
  }

  /// Waits for a window that calls itself so.
  @discardableResult
  func waits(forWindow name: String) async throws -> ContinuousClock.Instant {
    try await eventually("a window \(name) as the last of \(reports)") {
      heard.all.withLock { all in
        guard case .window(let window, _)? = all.last?.focus, window.names.contains(name) else { return nil }
        return all.last?.time
      }
    }
  }
}

private final class Heard: Sendable {
  let all = Mutex<[(focus: WindowFocus, time: ContinuousClock.Instant)]>([])

  func add(_ focus: WindowFocus) { all.withLock { $0.append((focus, .now)) } }
}

private actor SourceHost {
  nonisolated let thread: LoopThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.loop.asUnownedSerialExecutor() }
  private var source: (any FocusSource)?

  init() throws { thread = try LoopThread(name: "source") }

  func start(_ make: (EventLoop) -> any FocusSource, reporting: @escaping (WindowFocus) -> Void) {
    source = make(thread.loop)
    source?.start(reporting: reporting)
  }

  func stop() {
    source?.stop()
    source = nil
  }
}

extension WindowFocus {
  static func named(_ names: String..., process: Int32? = nil, fills: FullScreen? = nil) -> WindowFocus {
    .window(WindowIdentity(names: names, process: process), fills)
  }
}
