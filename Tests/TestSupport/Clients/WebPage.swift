/// A page that notifies, on a server of its own, and what it tells of its notifications.
package final class WebPage: Sendable {
  private let server: ChildProcess
  /// Where browsers find it.
  package let address: String

  /// Returns when it is served.
  package init() async throws {
    let script = try TemporaryDirectory.shared.file("web-page.py")
    writeFile(script, String(decoding: PackageResources.web_page_py, as: UTF8.self))
    let server = try ChildProcess(["/usr/bin/python3", script])
    self.server = server
    let port = try await eventually("a web page that is served") {
      guard server.isRunning else { throw TimedOut(description: "the web page: \(server.output())") }
      return server.output().split(separator: "\n", omittingEmptySubsequences: false).dropLast().first
    }
    address = "http://127.0.0.1:\(port)/"
  }

  /// JavaScript for the page; `web-page.py` lists what it knows.
  package func run(_ script: String) { server.send(script) }

  /// What it has told so far, a line each.
  package var told: [String] { server.output().split(separator: "\n").dropFirst().map(String.init) }

  /// Waits until it tells that.
  package func tells(_ line: String) async throws {
    try await eventually("\"\(line)\" from the page, which told \(told)", holds: { told.contains(line) })
  }
}
