import TestSupport
import Testing

/// The order of Delivery's folders, and of the files beside them: each knows those below it, and nothing above.
struct DeliveryOrderTests {
  /// From the top.
  private static let order = [
    "DeliveryEngine.swift", "Recovery.swift", "Settings", "Listing", "Posting", "Shadow", "Feedback.swift",
    "Showing",
    "Schedule", "Following", "Holding", "Judging", "Apps", "State", "Outside", "Screen",
  ]

  private let figures = DeliveryFigures(root: PackageFiles.root)

  @Test("Every folder of Delivery, and every file beside them, has a place in the order")
  func places() {
    #expect(Set(figures.files.map { DeliveryFigures.folder($0.path) }) == Set(Self.order))
  }

  @Test("No file of Delivery names what stands above its folder")
  func nothingLooksUp() {
    let height = Dictionary(uniqueKeysWithValues: Self.order.enumerated().map { ($1, Self.order.count - $0) })
    for (path, names) in figures.mentionedNames {
      let own = height[DeliveryFigures.folder(path)] ?? 0
      for (name, declarers) in names {
        // Of functions with one name it is one further down that is meant, if there is one.
        let isBelow = declarers.contains { height[DeliveryFigures.folder($0)] ?? .max <= own }
        #expect(isBelow, "\(path) names \(name) of \(declarers.sorted().joined(separator: ", "))")
      }
    }
  }

  @Test("No two files of Delivery know each other, be it through others")
  func circles() {
    #expect(DeliveryFigures.inCircles(figures.mentions) == [])
  }

  @Test("The order in the documentation is this one")
  func documented() {
    let text = PackageFiles.contents(of: "Sources/Delivery/Delivery.docc/Architecture.md") ?? ""
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| folder |") }.dropFirst(2)
      .prefix { $0.hasPrefix("| `") }
    let named = rows.compactMap { row in
      row.split(separator: "`").dropFirst().first.map { String($0.last == "/" ? $0.dropLast() : $0) }
    }
    #expect(named == Self.order)
  }
}
