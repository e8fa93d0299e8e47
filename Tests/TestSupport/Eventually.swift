import Glibc

/// A condition that did not hold in time.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String
}

/// The timeout of a test: generous, since it passes only when a feature is broken. `BELLHOP_TEST_TIMEOUT` gives other
/// seconds for slower machines.
package let testTimeout: Duration =
  getenv("BELLHOP_TEST_TIMEOUT").flatMap { Double(String(cString: $0)) }.map { .seconds($0) } ?? .seconds(60)

/// Waits until the condition has a value, and returns it.
@discardableResult
package func eventually<Value>(
  _ what: String, within timeout: Duration = testTimeout, _ condition: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + timeout
  while true {
    if let value = try await condition() { return value }
    guard ContinuousClock.now < deadline else { throw TimedOut(description: "not in time: \(what)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits until the condition holds.
package func eventually(
  _ what: String, within timeout: Duration = testTimeout, holds condition: () async throws -> Bool
) async throws {
  try await eventually(what, within: timeout) { try await condition() ? () : nil }
}
