import TestSupport
import Testing

struct LayoutTests {
  @Test("The top level holds what it is fixed to, and dot files")
  func topLevel() {
    let fixed: Set = ["Package.swift", "Sources", "Tests", "config", "systemd", "README.md"]
    let names = shell("ls \(quoted(PackageFiles.root))").output.split(separator: "\n").map(String.init)
    #expect(Set(names).subtracting(fixed) == [])
    #expect(Set(names).isSuperset(of: fixed.subtracting(["README.md"])))
  }

  @Test("Every folder of the sources stands in the README's map")
  func readme() {
    guard let readme = PackageFiles.contents(of: "README.md") else { return }
    let folders = shell("ls \(quoted(PackageFiles.root))/Sources").output.split(separator: "\n")
    for folder in folders { #expect(readme.contains("\(folder)/"), "\(folder)") }
  }
}
