import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Runs the scripts of the page about tests and CI, and compares their output.
  @Suite struct TestingPage {
    private let page =
      PackageFiles.contents(of: "Sources/NotificationProtocol/Protocol.docc/Testing.md") ?? ""

    /// Each script, and the indented lines below it.
    private var examples: [(script: String, output: String)] {
      page.split(separator: "\n```sh\n").dropFirst().compactMap { part in
        guard let end = part.firstRange(of: "\n```\n") else { return nil }
        let lines = part[end.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        let output = lines.drop { $0.isEmpty }.prefix { $0.hasPrefix("    ") }
        return (String(part[..<end.lowerBound]), output.map { "\($0.dropFirst(4))\n" }.joined())
      }
    }

    @Test func `the scripts for tests and CI print what stands below them`() throws {
      #expect(examples.count == 2)
      let path = getenv("PATH").map { String(cString: $0) } ?? ""
      for (script, output) in examples {
        let printed = shell(
          "PATH=\(quoted("\(PackageFiles.products):\(path)")) bash -c \(quoted(script)) 2>/dev/null")
        #expect(printed.status == 0)
        #expect(printed.output == output)
      }
    }
  }
}
