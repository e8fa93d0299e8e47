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
      let single = try await cuts.each(Self.asked == nil ? 60 : 1)
      let several = try await cuts.random((Self.asked ?? 140) / Life.allCases.count, seed: Self.seed)
      for failure in single.failures + several.failures { Issue.record("\(failure)") }
      guard Self.asked != nil else { return }
      let seconds = (ContinuousClock.now - begin).components.seconds
      print(
        "power cuts: \(single.cuts) with a single loss, \(several.cuts) with several, \(seconds) s, \(life.rawValue)"
      )
    }

    @Test func `a daemon that does not wait for the disk loses what it has answered, and a cut shows it`()
      async throws
    {
      let cuts = try await Life.plain("[Storage]\nDurability=crash\n")
      #expect(try await cuts.each(5).failures.contains { $0.reason.hasPrefix("missing") })
    }

    @Test func `a directory that is not synced loses what was answered, and a cut shows it`() async throws {
      let cuts = try await Life.plain()
      let steps = cuts.steps.filter { step in
        if case .sync(let path) = step { path != "" && path != "state" } else { true }
      }
      let failures = try await PowerCuts(start: cuts.start, steps: steps).each(5).failures
      #expect(failures.contains { $0.reason.hasPrefix("missing") })
    }

    @Test func `a directory that a killed process has made holds what is answered afterwards`() async throws {
      let (state, images, spool) = (["state"], ["state", "state/images"], ["spool", "spool/65534"])
      for cuts in [
        try await Life.plain(in: state).making(state), try await Life.pictures(in: images).making(images),
        try await Life.spool(isMade: true).making(spool),
      ] { for failure in try await cuts.each(20).failures { Issue.record("\(failure)") } }
    }
  }
}
