import TestSupport
import Testing

extension EndToEndTests {
  /// The disk as a power cut may leave it, at each step of a daemon's life, and the next start.
  ///
  /// Ordinary runs try some hundred of the cuts. `BELLHOP_CUTS=100000`: every cut with a single loss, and so many with
  /// several, in equal parts for each life; the figures are printed. `BELLHOP_SEED` is the first seed.
  @Suite struct Cuts {
    private static let asked = askedNumber("BELLHOP_CUTS").map { Int($0) }
    private static let seed = askedNumber("BELLHOP_SEED").map { UInt64($0) } ?? 1

    @Test(arguments: Life.allCases)
    func `what was answered is there at the next start, and nothing half`(life: Life) async throws {
      let cuts = try await life.recorded()
      let begin = ContinuousClock.now
      let single = try await cuts.each(Self.asked == nil ? 499 : 1)
      let several = try await cuts.random((Self.asked ?? 140) / Life.allCases.count, seed: Self.seed)
      #expect(single.cuts > 0 && several.cuts > 0)
      for failure in (single.failures + several.failures).prefix(20) { Issue.record("\(failure)") }
      guard Self.asked != nil else { return }
      let seconds = (ContinuousClock.now - begin).components.seconds
      print(
        "power cuts: \(single.cuts) with a single loss, \(several.cuts) with several, \(seconds) s, \(life.rawValue)"
      )
    }

    @Test func `a cut may take any sector, write or name alone, and a write may come behind any later one`()
      throws
    {
      /// The names behind these steps and a cut, with the first byte of each sector.
      func remains(_ steps: DiskStep...) throws -> Set<String> {
        var disk = try Disk(["f": Self.sectors("...."), "g": Self.sectors("."), "h": Self.sectors(".")])
        for step in steps { try disk.apply(step) }
        return Set(
          disk.losses(after: steps.last, before: .answer).map { loss in
            disk.remains(after: loss).sorted { $0.key < $1.key }.map { name, bytes in
              let firsts = stride(from: 0, to: bytes?.count ?? 0, by: 512).compactMap { bytes?[$0] }
              return name + String(decoding: firsts, as: UTF8.self)
            }.joined(separator: " ")
          })
      }
      func write(_ name: String, _ sector: Int, _ text: String) -> DiskStep {
        .write(name, offset: sector * 512, bytes: Self.sectors(text))
      }
      #expect(
        try remains(write("f", 0, "abcd"))
          == Set(
            ["....", "a...", "ab..", "abc.", ".bcd", "..cd", "...d", "a.cd", "ab.d"].map { "f\($0) g. h." }))
      #expect(
        try remains(write("f", 0, "aa"), write("f", 2, "b"), write("f", 1, "cc"))
          .isSuperset(of: [".cc.", "acc.", "aab.", "aac.", "acb."].map { "f\($0) g. h." }))
      #expect(
        try remains(write("f", 0, "a"), .rename("f", to: "i"), .rename("g", to: "k"), .remove("h"))
          .isSuperset(of: ["i.... k.", "fa... k.", "g. ia...", "h. ia... k.", "g. h. ia...", "f.... g. h."]))
    }

    private static func sectors(_ text: String) -> [UInt8] {
      text.utf8.flatMap { [UInt8](repeating: $0, count: 512) }
    }

    @Test func `a daemon that does not wait for the disk loses what it has answered, and a cut shows it`()
      async throws
    {
      let cuts = try await Life.plain("[Storage]\nDurability=crash\n")
      #expect(try await cuts.random(200, seed: 1).failures.contains { $0.reason.hasPrefix("missing") })
    }

    @Test func `a directory that is not synced loses what was answered, and a cut shows it`() async throws {
      let cuts = try await Life.plain()
      // Up to the first answer it is.
      let first = cuts.answers[0]
      let rest = cuts.steps[first...].filter { step in
        if case .sync(let path) = step { path != "" && path != "state" } else { true }
      }
      let failures = try await PowerCuts(start: cuts.start, steps: cuts.steps[..<first] + rest).each(499)
        .failures
      #expect(failures.contains { $0.reason.hasPrefix("missing") })
    }

    @Test func `a directory that a killed process has made holds what is answered afterwards`() async throws {
      let (state, images, spool) = (["state"], ["state", "state/images"], ["spool", "spool/65534"])
      for cuts in [
        try await Life.plain(in: state).making(state), try await Life.pictures(in: images).making(images),
        try await Life.spool(isMade: true).making(spool),
      ] { for failure in try await cuts.each(499).failures { Issue.record("\(failure)") } }
    }
  }
}
