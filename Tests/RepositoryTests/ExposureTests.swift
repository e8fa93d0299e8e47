import TestSupport
import Testing

/// What systemd says each unit leaves its processes: from 0, nothing, to 10.
struct ExposureTests {
  /// By `systemd-analyze security` of Debian 12. It knows no user units: about half of it is in namespaces, which a
  /// person's manager cannot give, and in privileges, which a person has none of.
  private static let exposures: [String: Double] = [
    "bellhop.service": 5.9, "bellhop-bus.service": 5.9, "bellhop-failed@.service": 1.2,
  ]

  @Test("Each unit has its bound")
  func bounded() {
    let units = PackageFiles.paths(below: "systemd", suffix: ".service").map {
      $0.dropFirst("systemd/".count)
    }
    #expect(Set(units.map(String.init)) == Set(Self.exposures.keys))
  }

  @Test("A unit is no more exposed than it was", arguments: exposures.keys.sorted())
  func exposure(unit: String) throws {
    let found = try Self.exposure(of: "\(PackageFiles.root)/systemd/\(unit)")
    #expect(found <= Self.exposures[unit] ?? 0, "systemd-analyze security --offline=true systemd/\(unit)")
  }

  @Test("A unit without one of its restrictions is")
  func restriction() throws {
    let directory = TemporaryDirectory()
    let whole = PackageFiles.contents(of: "systemd/bellhop.service") ?? ""
    directory.write("bellhop.service", whole.replacing("NoNewPrivileges=yes\n", with: "").utf8)
    let present = try Self.exposure(of: "\(PackageFiles.root)/systemd/bellhop.service")
    #expect(try Self.exposure(of: "\(directory.path)/bellhop.service") > present)
  }

  private static func exposure(of path: String) throws -> Double {
    let directory = TemporaryDirectory()
    let manager = path.contains("@") ? "--system" : "--user"
    let said = shell(
      "XDG_RUNTIME_DIR=\(directory.path) systemd-analyze \(manager) security --offline=true --no-pager \(quoted(path)) 2>&1"
    ).output
    let words = said.split(separator: "Overall exposure level for ").last?.split(separator: " ") ?? []
    return try #require(words.count > 1 ? Double(words[1]) : nil, "\(said)")
  }
}
