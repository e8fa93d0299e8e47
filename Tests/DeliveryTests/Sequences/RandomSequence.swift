import Glibc
import NotificationModel
import TestSupport

/// One sequence by its seed, and the shortest one within it that still fails.
struct RandomSequence {
  let seed: UInt64
  let policy: PolicyShape
  let alertBurst: Int
  let steps: [Step]

  init(seed: UInt64) {
    self.seed = seed
    var random = RandomSteps(seed: seed)
    policy = random.policy()
    alertBurst = random.alertBurst()
    steps = random.sequence()
  }

  /// What comes in pieces must end as what comes at once.
  private var rowsPerTransaction: Int { seed % 2 == 0 ? 2 : 100 }

  private var configuration: Policy {
    var policy = policy.applied(to: Policy())
    policy.limits.alertBurst = alertBurst
    policy.lockedValues[PostShape.apps[0]] = AppSettings(critical: true)
    return policy
  }

  /// Every so many of these seeds, until one fails.
  static func firstFailure(in seeds: Range<UInt64>, by stride: Int) -> String? {
    let directory = TemporaryDirectory(inMemory: true)
    for seed in Swift.stride(from: seeds.lowerBound, to: seeds.upperBound, by: stride) {
      let sequence = RandomSequence(seed: seed)
      if let violation = sequence.violation(sequence.steps, in: directory.path) {
        return sequence.explained(violation, in: directory.path)
      }
    }
    return nil
  }

  private func violation(_ steps: [Step], in directory: String) -> String? {
    for file in ["bellhop.db", "bellhop.db-wal", "bellhop.db-shm", "bellhop.lock"] {
      unlink("\(directory)/state/\(file)")
    }
    do {
      try Play.run(
        steps, configuration, directory: "\(directory)/state", rowsPerTransaction: rowsPerTransaction)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Operations are taken away one by one for as long as it fails without them.
  private func explained(_ violation: String, in directory: String) -> String {
    var (steps, reason) = (steps, violation)
    var index = 0
    while index < steps.count {
      var fewer = steps
      fewer.remove(at: index)
      if let still = self.violation(fewer, in: directory) {
        (steps, reason) = (fewer, still)
        index = 0
      } else {
        index += 1
      }
    }
    return "seed \(seed): \(reason)\n  (\(policy), burst \(alertBurst))\n"
      + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}
