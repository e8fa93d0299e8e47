import TestSupport
import Testing

/// The page about notification servers against the table that the end-to-end tests compare with the servers.
struct ServersPageTests {
  @Test("The table of notification servers is the one that is tested")
  func table() {
    let page = PackageFiles.contents(of: ServerMatrix.page) ?? ""
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
    #expect(lines == ServerMatrix.table)
  }

  @Test("Every feature has a cell for each server")
  func cells() {
    for feature in ServerMatrix.Feature.allCases {
      #expect(ServerMatrix.cells[feature]?.count == ServerMatrix.Server.allCases.count, "\(feature)")
    }
  }
}
