import TestSupport

@testable import DeliveryTests

/// What apps, people, time and the desktop do to an engine with its store, one step after another. The plain account that
/// the random sequences keep is the judge: of the list and of every banner after each step, and in the end.
///
/// One directory in memory each, since targets are replayed side by side.
let engineTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "engine-steps",
    parsers: [
      "Delivery/DeliveryEngine.swift", "Delivery/Entries/Ending.swift", "Delivery/Entries/Entries.swift",
      "Delivery/Feedback/Feedback.swift", "Delivery/Holding/Holding.swift",
      "Delivery/Holding/Releasing.swift",
      "Delivery/Judging/Situations.swift", "Delivery/Posting/Posting.swift",
      "Delivery/Reconciling/PermissionChanges.swift", "Delivery/Reconciling/Reconciling.swift",
      "Delivery/Screen/BannerQueue.swift", "Delivery/Screen/Sink.swift",
      "Delivery/Showing/ScreenChanges.swift", "Delivery/Showing/Showing.swift",
      "Delivery/Showing/Summaries.swift", "Delivery/State/Attention.swift",
      "Delivery/Transaction/Transaction.swift", "Records/BannerPhase.swift", "Records/BannerRow.swift",
    ],
    maximumLength: 1_024,
    check: { [directory = TemporaryDirectory(inMemory: true)] bytes in
      try keeps(RandomSequence(bytes: bytes).failure(in: directory.path))
    }),
  FuzzTarget(
    name: "front-steps",
    parsers: [
      "Delivery/Entries/FrontEntries.swift", "Delivery/Posting/FrontPosting.swift",
      "Delivery/Showing/TransientBanners.swift",
    ],
    maximumLength: 1_024,
    check: { [directory = TemporaryDirectory(inMemory: true)] bytes in
      try keeps(FrontSequence(bytes: bytes).failure(in: directory.path))
    }),
]

/// A failure tells the fewest steps that break a promise.
private func keeps(_ failure: String?) throws {
  if let failure { throw Violation(failure) }
}
