import CSQLite
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The instructions of a post, step by step, in the build that the tests are of.
  @Suite(
    .enabled(if: burden == 1, "a sanitizer's own instructions would count"),
    .enabled(if: access("/usr/bin/callgrind_control", X_OK) == 0, "needs valgrind, which counts instructions")
  )
  struct BudgetTests {
    private static let isBuiltAsCounted: Bool = {
      let said = shell("swift --version 2>/dev/null").output.split(separator: " ")
      let compiler = said.drop { $0 != "version" }.dropFirst().first ?? ""
      let counted = "Swift \(compiler) and SQLite \(String(cString: sqlite3_libversion()))."
      return PackageFiles.contents(of: "Tests/Benchmarks/Budget.md")?.contains(counted) == true
    }()

    @Test(
      .enabled(if: isBuiltAsCounted, "Tests/Benchmarks/Budget.md has bars for another compiler or SQLite"))
    func `No step of a post costs more instructions than its budget`() {
      let run = shell("\(quoted(PackageFiles.products))/bellhop-benchmark --budget 2>&1")
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
