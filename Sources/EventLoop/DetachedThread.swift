internal import Glibc

/// A thread that nobody waits for, for work that may take for ever: a file system that another computer answers for.
package enum DetachedThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs it on a thread of its own. `false` where the system has none to give, and nothing is run.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Work(run)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    if code == 0 { pthread_detach(thread) } else { Unmanaged<Work>.fromOpaque(argument).release() }
    return code == 0
  }
}
