import Glibc
import Testing

/// The address sanitizer of this process, if it has one (`sanitizer/common_interface_defs.h`, `lsan_interface.h`).
private enum AddressSanitizer {
  static var isPresent: Bool { function("__asan_init") != nil }
  static var findsLeaks: Bool {
    getenv("ASAN_OPTIONS").map { String(cString: $0).contains("detect_leaks=1") } ?? false
  }

  /// A report on purpose is none of the run's reports.
  static func reportToStandardError() {
    guard let set = function("__sanitizer_set_report_path") else { return }
    unsafeBitCast(set, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)("stderr")
  }

  /// Ends the process with a report if it has lost memory.
  static func reportLeaks() {
    guard let check = function("__lsan_do_leak_check") else { return }
    unsafeBitCast(check, to: (@convention(c) () -> Void).self)()
  }

  private static func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }
}

extension EndToEndTests {
  /// The address sanitizer as `Tests/Sanitizers/sanitizers.sh` sets it up finds faults that are put in on purpose.
  @Suite(.enabled(if: AddressSanitizer.isPresent, "Tests/Sanitizers/sanitizers.sh address and leaks run it"))
  struct LeaksAndFaultsOnPurpose {
    @Test func `a read behind the end of a block of memory ends the program with a report`() async throws {
      let ended = try #require(
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          AddressSanitizer.reportToStandardError()
          let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
          block.initialize(repeating: 1, count: 8)
          print(strnlen(block, 16))
        })
      #expect(String(decoding: ended.standardErrorContent, as: UTF8.self).contains("heap-buffer-overflow"))
    }

    @Test(.enabled(if: AddressSanitizer.findsLeaks, "Tests/Sanitizers/sanitizers.sh leaks runs it"))
    func `memory that nothing points to is reported`() async throws {
      let ended = try #require(
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          AddressSanitizer.reportToStandardError()
          for _ in 0..<100 { memset(malloc(1_000), 1, 1_000) }
          AddressSanitizer.reportLeaks()
        })
      #expect(String(decoding: ended.standardErrorContent, as: UTF8.self).contains("detected memory leaks"))
    }
  }
}
