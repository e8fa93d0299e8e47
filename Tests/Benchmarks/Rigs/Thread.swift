import Glibc

/// A thread that runs until the process ends.
enum Thread {
  private final class Body {
    let run: @Sendable () throws -> Void
    init(_ run: @escaping @Sendable () throws -> Void) { self.run = run }
  }

  static func start(_ body: @escaping @Sendable () throws -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        do { try Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() } catch {
          fail("\(error)", status: 3)
        }
        return nil
      }, argument)
    pthread_detach(thread)
  }
}
