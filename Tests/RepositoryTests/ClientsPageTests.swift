import TestSupport
import Testing

/// Compares the page about clients with the table that the end-to-end tests check.
struct ClientsPageTests {
  private let page = PackageFiles.contents(of: ClientMatrix.page) ?? ""

  @Test("The table of clients is the one that is tested")
  func table() {
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
    #expect(lines == ClientMatrix.table)
  }

  @Test("Every client has a cell for each server, and every difference that one names is explained")
  func differences() {
    let explained = page.split(separator: "\n").filter { $0.hasPrefix("- **") }
      .compactMap { $0.dropFirst(4).split(separator: "*").first.map(String.init) }
    #expect(explained == ClientMatrix.Difference.allCases.map(\.rawValue))
    for client in ClientMatrix.Client.allCases {
      let cells = ClientMatrix.cells[client] ?? []
      #expect(cells.count == ClientMatrix.servers.count, "\(client)")
      for difference in cells.flatMap({ $0.components(separatedBy: ", ") }) {
        #expect(difference == ClientMatrix.none || explained.contains(difference), "\(difference)")
      }
    }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
