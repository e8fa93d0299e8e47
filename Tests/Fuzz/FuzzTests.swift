import Glibc
import TestSupport
import Testing

/// Replays the kept inputs of every target. `Tests/Fuzz/fuzz.sh` fuzzes in a build of its own.
@Suite("Bytes from outside")
struct FuzzTests {
  @Test("every kept input keeps its target's rules", arguments: FuzzTarget.all)
  func replay(target: FuzzTarget) throws {
    let inputs = try #require(Corpus(of: target)).inputs
    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(throws: Never.self, "\(Corpus.written(input))") { try target.check(input) }
    }
  }

  @Test("a kept input reads as it was written")
  func corpusText() {
    let input = (0...255).map { UInt8($0) }
    #expect(Corpus.bytes(written: Corpus.written(input)) == input)
    for text in ["\\", "\\x", "\\x4", "\\xzz", "\\n"] { #expect(Corpus.bytes(written: text) == nil) }
  }
}

/// The steps of `fuzz.sh`, which runs each by its name, for the target in `BELLHOP_FUZZ_TARGET`.
@Suite(
  "Fuzzing",
  .enabled(if: getenv("BELLHOP_FUZZ") != nil, "BELLHOP_FUZZ is not set: Tests/Fuzz/fuzz.sh sets it"))
struct FuzzingSteps {
  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
  private let target = FuzzTarget.named(variable("BELLHOP_FUZZ_TARGET"))
  private let directory = variable("BELLHOP_FUZZ_DIRECTORY")

  @Test func list() {
    for target in FuzzTarget.all {
      print("target \(target.name) \(target.maximumLength) \(target.parsers.joined(separator: " "))")
    }
  }

  /// The kept inputs as files, from which libFuzzer starts.
  @Test func unpack() throws {
    let target = try #require(target)
    try #require(Corpus(of: target)).write(to: directory)
  }

  /// The inputs of a directory become the kept ones.
  @Test func keep() throws {
    try Corpus(directory: directory).keep(for: #require(target))
  }

  /// Every input that was found, so that the lines that they reach are counted.
  @Test func replay() throws {
    let target = try #require(target)
    for input in try Corpus(directory: directory).inputs { try target.check(input) }
  }

  @Test func fuzz() throws {
    let target = try #require(target)
    let words = Self.variable("BELLHOP_FUZZ_ARGUMENTS").split(separator: " ").map(String.init)
    try LibFuzzer().run(
      target, arguments: words, seconds: askedNumber("BELLHOP_FUZZ_SECONDS") ?? 600)
  }
}
