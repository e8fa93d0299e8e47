import NotificationModel
import TestSupport
import Testing

@testable import Desktop

@Suite struct InstalledNamesTests {
  private let directory = TemporaryDirectory()

  @Test func `what is installed is known a moment after somebody asked, by its id and its name`() async throws
  {
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    for (id, name) in [("org.example.A", "Files"), ("org.example.B", "Files"), ("org.example.C", "Mail")] {
      writeFile("\(directory.path)/applications/\(id).desktop", "[Desktop Entry]\nName=\(name)\n")
    }
    let names = InstalledNames(DesktopEntries(dataDirectories: [directory.path], languages: []))
    // Before the first reading nothing is known; that it were not installed is never said.
    #expect(names.contains(.literal("org.example.A")) != false)
    try await eventually("the entries", holds: { names.contains(.literal("org.example.A")) == true })
    #expect(names.apps(named: "Files").map(\.text).sorted() == ["org.example.A", "org.example.B"])
    #expect(names.apps(named: "Mail") == [AppID.literal("org.example.C")])
    #expect(names.contains(.literal("org.example.D")) == false && names.apps(named: "D").isEmpty)
  }

  @Test func `what is installed later is known too`() async throws {
    let names = InstalledNames(DesktopEntries(dataDirectories: [directory.path], languages: []))
    try await eventually(
      "that there is nothing", holds: { names.contains(.literal("org.example.A")) == false })
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    writeFile("\(directory.path)/applications/org.example.A.desktop", "[Desktop Entry]\nName=A\n")
    try await eventually("the new one", holds: { names.contains(.literal("org.example.A")) == true })
  }
}
