import TestSupport
import Testing

/// A module's dependencies in Package.swift are all that it may import of the package and of C: `Tests/all.sh` builds with
/// SwiftPM's check for imports without a dependency. These tests hold the imports that need no dependency.
struct ImportRulesTests {
  /// Modules that compute, without a system call: they also leave out Glibc.
  private static let pure = [
    "Advice", "BusWire", "Delivery", "Front", "Guidelines", "LoopExecutor", "NotificationModel",
    "NotificationProtocol", "Records", "Retry", "Varlink", "Wording",
  ]

  @Test("The modules that only compute make no system call", arguments: pure)
  func systemCalls(module: String) {
    let files = SourceFile.all.filter { $0.module == module }
    #expect(!files.isEmpty)
    for file in files {
      for (number, module) in file.imports { #expect(module != "Glibc", "\(file.path):\(number)") }
    }
  }

  @Test("Foundation is nowhere in the sources")
  func foundation() {
    for file in SourceFile.all {
      for (number, module) in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path):\(number)")
      }
    }
  }
}
