import Glibc
import TestSupport
import Testing

/// How large Delivery is, and how much of it everybody can reach. `BELLHOP_TREE` names another checkout to count
/// instead; then nothing is expected of it.
struct DeliveryFiguresTests {
  private static let otherTree = getenv("BELLHOP_TREE").map { String(cString: $0) }
  private let figures = DeliveryFigures(root: otherTree ?? PackageFiles.root)

  @Test("Delivery's figures are told")
  func told() {
    let properties = figures.properties(of: "DeliveryEngine")
    let assignments = figures.phaseAssignments
    let mentions = figures.mentions
    let folders = figures.folders
    let mutual = folders.reduce(0) { count, entry in
      count + entry.value.count { entry.key < $0 && folders[$0]?.contains(entry.key) == true }
    }
    print(
      """
      Delivery:
        lines \(figures.lines), files \(figures.files.count)
        stored properties of the engine: \(properties.count), declared by itself \
      \(figures.ownProperties(of: "DeliveryEngine").count)
        of them, more than one file can write: \(properties.count(where: \.isOpen))
        places that assign a banner's phase: \(assignments.count), files \(Set(assignments.map(\.path)).count)
        files in a circle: \(DeliveryFigures.inCircles(mentions).count)
        folders in a circle: \(DeliveryFigures.inCircles(folders).count) of \(folders.count), \
      pairs that know each other: \(mutual)
      """)
    #expect(!properties.isEmpty && !assignments.isEmpty && mentions.count == figures.files.count)
  }

  @Test("The phase of a banner is assigned within one file")
  func phases() {
    guard Self.otherTree == nil else { return }
    #expect(Set(figures.phaseAssignments.map(\.path)) == ["Sources/Delivery/Screen/BannerRow.swift"])
  }

  @Test("No part of the engine's state can be written by another file, and none of it is replaced by two")
  func owners() {
    guard Self.otherTree == nil else { return }
    let properties = figures.properties(of: "DeliveryEngine")
    #expect(properties.filter(\.isOpen).map(\.name).isEmpty)
    #expect(properties.count <= 15)
    let replaced = Dictionary(grouping: figures.replacements(in: "live"), by: \.name)
    #expect(!replaced.isEmpty)
    for (name, places) in replaced { #expect(Set(places.map(\.path)).count == 1, "live.\(name)") }
  }
}
