import Glibc
import TestSupport

/// The size of the installed programs: stripped, the third as a link to the second.
struct ProgramSizes {
  private static let programs = ["bellhopd", "bellhop"]
  private static let barMegabytes = 25.0

  func measure(_ report: inout Report) async throws {
    let directory = TemporaryDirectory()
    var sum = 0.0
    for program in Self.programs {
      let copy = "\(directory.path)/\(program)"
      _ = try await run(["/usr/bin/strip", "-o", copy, "\(PackageFiles.products)/\(program)"], [:])
      var status = stat()
      guard stat(copy, &status) == 0 else { throw Unmeasurable("there is no \(copy)") }
      sum += Double(status.st_size) / 1e6
    }
    report.add("all programs, as installed", sum, "MB", digits: 1, .atMost(Self.barMegabytes))
  }
}
