import TestSupport
import Testing

struct LayoutTests {
  @Test("The top level holds what it is fixed to, and dot files")
  func topLevel() {
    let fixed: Set = ["Package.swift", "Sources", "Tests", "config", "systemd", "README.md"]
    let names = shell("ls \(quoted(PackageFiles.root))").output.split(separator: "\n").map(String.init)
    #expect(Set(names).subtracting(fixed) == [])
    #expect(Set(names).isSuperset(of: fixed))
  }
}
