import TestSupport
import Testing

/// What is wrong with a command line, as it is told.
struct UsageTests {
  private let directory = TemporaryDirectory()

  @Test(
    "A command line that is wrong says what would be right",
    arguments: [
      ("set a.x Critical=true", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("set a.x critical=on", "only an administrator's file decides Critical; see 'man bellhop.conf'"),
      ("dnd on 30m", "write 'bellhop dnd until 30m'"),
      ("dnd on on", "write 'bellhop dnd until TIME-or-DURATION'"), ("dnd off on", "off takes no end"),
    ])
  func reasons(words: String, reason: String) {
    let run = shell(
      "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted("\(PackageFiles.products)/bellhop")) \(words) 2>&1")
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("bellhop \(words.prefix { $0 != " " }): \(reason)\nusage: "), "\(run.output)")
  }
}
