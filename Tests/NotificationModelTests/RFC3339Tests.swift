import NotificationModel
import Testing

@Suite("RFC 3339")
struct RFC3339Tests {
  @Test(
    "reads what the format allows",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-03-29T02:30:00+02:00", 1_774_744_200_000),
      ("2026-03-29T00:30:00Z", 1_774_744_200_000), ("2026-03-29t00:30:00z", 1_774_744_200_000),
      ("2026-03-29 00:30:00Z", 1_774_744_200_000), ("2026-03-29T00:30:00.5Z", 1_774_744_200_500),
      ("2026-03-29T00:30:00.123456789Z", 1_774_744_200_123), ("2024-02-29T12:00:00Z", 1_709_208_000_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("9999-12-31T23:59:59.999Z", Timestamp.latest),
    ] as [(String, Int64)])
  func reads(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    "refuses what it does not",
    arguments: [
      "", "now", "2026-03-29", "2026-03-29T00:30:00", "2026-3-29T00:30:00Z", "2026-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00+2:00", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00Zx",
      "1969-12-31T23:59:59Z",
      "1970-01-01T00:00:00+00:01", "２０２６-01-01T00:00:00Z",
      "2026-01-01T00:00:00.\(String(repeating: "1", count: 40))Z",
    ])
  func refuses(_ text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test("what is written is read back, on every day of four hundred years")
  func roundTrip() {
    for day in stride(from: Int64(0), to: 146_097, by: 1) {
      let time = Timestamp(milliseconds: day * 86_400_000 + day % 86_400_000)
      guard Timestamp(rfc3339: time.rfc3339) == time else {
        Issue.record("\(time.rfc3339)")
        return
      }
    }
    #expect(Timestamp(milliseconds: 1_774_744_200_000).rfc3339 == "2026-03-29T00:30:00Z")
  }
}
