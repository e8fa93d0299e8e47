import Glibc
import TestSupport

/// Instructions and statements of SQL by step, compared with the bars in Budget.md. The numbers are repeatable:
/// callgrind counts them, hashing is deterministic, and each post is a transaction of its own.
struct Budget {
  private static let page = "Tests/Benchmarks/Budget.md"
  private static let tools = ["/usr/bin/valgrind", "/usr/bin/callgrind_control", "/usr/bin/objcopy"]

  /// One row of the page's table.
  private struct Bar {
    let scenario: BudgetScenario
    let step: String
    /// Empty for the whole program.
    let function: String
    let instructions: Double?
    let calls: Double?
  }

  func measure(_ report: inout Report) async throws {
    for tool in Self.tools where access(tool, X_OK) != 0 {
      throw Unmeasurable("there is no \(tool); install valgrind and binutils")
    }
    let bars = try Self.bars()
    for scenario in BudgetScenario.allCases
    where bars.contains(where: { $0.scenario == scenario && $0.instructions != nil }) {
      let profile = try await scenario.profile()
      let repetitions = Double(scenario.repetitions)
      for bar in bars where bar.scenario == scenario {
        let cost =
          bar.function.isEmpty
          ? CallgrindProfile.Cost(instructions: profile.instructions) : profile.cost(of: bar.function)
        let name = "\(scenario.rawValue): \(bar.step)"
        if let most = bar.instructions {
          guard cost.instructions > 0 else { throw Unmeasurable("\(bar.function) is never called") }
          report.add(
            name, Double(cost.instructions) / repetitions / 1_000, "k instructions", digits: 1,
            .atMost(most))
        }
        if let most = bar.calls {
          report.add(name, Double(cost.calls) / repetitions, "calls", digits: 2, .atMost(most))
        }
      }
    }
  }

  /// The cell of a row that holds for the daemon beside this program, which is built as this program is.
  private static var instructions: Int {
    #if DEBUG
      5
    #else
      4
    #endif
  }

  /// The rows of the page: scenario, step, function, thousands of instructions in a release build and in a debug build,
  /// calls.
  private static func bars() throws -> [Bar] {
    let lines = PackageFiles.contents(of: page)?.split(separator: "\n") ?? []
    let bars = lines.compactMap { line -> Bar? in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed() }
        .map { String($0) }
      guard cells.count == 8, let scenario = BudgetScenario(rawValue: cells[1]) else { return nil }
      return Bar(
        scenario: scenario, step: cells[2], function: cells[3].filter { $0 != "`" },
        instructions: Double(cells[instructions]), calls: Double(cells[6]))
    }
    guard !bars.isEmpty else { throw Unmeasurable("\(page) holds no table") }
    return bars
  }
}
