/// A web page that shows notifications, on a server of its own, and its log.
package final class WebPage: Sendable {
  private let server: ChildProcess
  /// Its address for browsers.
  package let address: String

  /// Returns when the page is served.
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

  /// Runs JavaScript in the page; `web-page.py` lists the functions.
  package func run(_ script: String) { server.send(script) }

  /// The lines of its log so far.
  package var told: [String] { server.output().split(separator: "\n").dropFirst().map(String.init) }

  /// Waits until the log has this line.
  package func tells(_ line: String) async throws {
    try await eventually("\"\(line)\" from the page, which told \(told)", holds: { told.contains(line) })
  }
}
