import Glibc
import NotificationModel

/// One sequence by its seed or its bytes, and the shortest one within it that still fails.
struct RandomSequence {
  private let name: String
  private let policy: PolicyShape
  private let alertBurst: Int
  /// Few rows or many: work in pieces must end as work at once.
  private let rowsPerTransaction: Int
  private let steps: [Step]

  init(seed: UInt64) {
    self.init("seed \(seed)", RandomSteps(seed: seed), rowsPerTransaction: seed % 2 == 0 ? 2 : 100)
  }

  init(bytes: [UInt8]) {
    var random = RandomSteps(bytes: bytes)
    let rowsPerTransaction = random.one(of: [100, 2])
    self.init("bytes", random, rowsPerTransaction: rowsPerTransaction)
  }

  private init(_ name: String, _ steps: RandomSteps, rowsPerTransaction: Int) {
    var random = steps
    (self.name, self.rowsPerTransaction) = (name, rowsPerTransaction)
    policy = random.policy()
    alertBurst = random.alertBurst()
    self.steps = random.sequence { $0.step() }
  }

  private var configuration: Policy {
    var policy = policy.applied(to: Policy())
    policy.limits.alertBurst = alertBurst
    policy.lockedValues[PostShape.apps[0]] = AppSettings(critical: true)
    return policy
  }

  /// The violation, and the fewest operations that cause it; nil without one.
  func failure(in directory: String) -> String? {
    ShortestFailure(of: steps, in: directory) { steps, directory in
      try Play.run(steps, configuration, directory: directory, rowsPerTransaction: rowsPerTransaction)
    }.map { "\(name): \($0)\n  (\(policy), burst \(alertBurst))" }
  }
}

/// The fewest of some operations that still fail, and how.
struct ShortestFailure<Step>: CustomStringConvertible {
  private let run: ([Step], String) throws -> Void
  private let directory: String
  private var steps: [Step]
  private var reason = ""

  /// Nil if the steps do not fail. `run` gets an empty directory, or one that does not exist yet.
  init?(of steps: [Step], in directory: String, run: @escaping ([Step], String) throws -> Void) {
    (self.steps, self.directory, self.run) = (steps, "\(directory)/state", run)
    guard let reason = violation(steps) else { return nil }
    self.reason = reason
    shorten()
  }

  var description: String { reason + "\n" + steps.map { "  \($0)" }.joined(separator: "\n") }

  private func violation(_ steps: [Step]) -> String? {
    for file in ["bellhop.db", "bellhop.db-wal", "bellhop.db-shm", "bellhop.lock"] {
      unlink("\(directory)/\(file)")
    }
    do {
      try run(steps, directory)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// They are taken away one by one for as long as it fails without them.
  private mutating func shorten() {
    var index = 0
    while index < steps.count {
      var fewer = steps
      fewer.remove(at: index)
      if let still = violation(fewer) {
        (steps, reason) = (fewer, still)
        index = 0
      } else {
        index += 1
      }
    }
  }
}
