import NotificationModel
import TestSupport
import Testing

/// A transient notification that only a line has told is in the list for a day at most.
@Suite struct DayInListTests {
  private static let day: Int64 = 86_400
  private static let now = Timestamp(milliseconds: 1_000)
  private static let hour = now.advanced(bySeconds: 3_600)
  private static let tomorrow = now.advanced(bySeconds: day)
  private static let later = now.advanced(bySeconds: 2 * day)

  private func record(_ expiry: Expiry, after seconds: Int64?) -> NotificationRecord {
    var request = NotificationRequest(app: .literal("org.example.Mail"), title: "Now Playing")
    (request.transient, request.expiresAfter, request.expiresAt) = (true, seconds, expiry.moment)
    return NotificationRecord(
      request: request, life: .held(nil), outcome: .held, posted: Self.now, expiry: expiry)
  }

  @Test(
    "A line keeps it for a day, and no longer than its app says; after that it has its app's own end again",
    arguments: [
      (Expiry.never, nil, tomorrow),
      (Expiry(lapse: later), 2 * day, tomorrow),
      (Expiry(lapse: hour), 3_600, hour),
      (Expiry(moment: later), nil, tomorrow),
      (Expiry(moment: hour), nil, hour),
      (Expiry(moment: later, lapse: later), 2 * day, tomorrow),
      (Expiry(moment: hour, lapse: later), 2 * day, hour),
    ] as [(Expiry, Int64?, Timestamp)])
  func ends(own: Expiry, after seconds: Int64?, inList: Timestamp) {
    for telling in [
      LifeEvent.told(by: .notice, round: 1, waited: true, missed: nil, alerted: Self.now),
      .leftToList(until: Self.tomorrow),
    ] {
      for ending in [LifeEvent.released, .looked] {
        var record = record(own, after: seconds)
        _ = record.apply(telling)
        #expect(record.expires == inList)
        _ = record.apply(ending)
        #expect(record.expiry == own)
      }
    }
  }
}
