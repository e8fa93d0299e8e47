import Glibc
import Guidelines
import NotificationModel
import TestSupport
import Testing
import TimeZones

struct LocalZoneTests {
  private let directory = TemporaryDirectory()
  private let summer = Timestamp(milliseconds: 1_782_864_000_000)

  private func set(_ zone: String) throws -> String {
    let link = "\(directory.path)/localtime"
    let next = "\(link).next"
    try #require(symlink("/usr/share/zoneinfo/\(zone)", next) == 0)
    try #require(rename(next, link) == 0)
    return link
  }

  private func hoursEast(variable: String? = nil, link: String) -> Double {
    Double(SystemZones(variable: variable, link: link).local.secondsEastOfUTC(at: summer)) / 3_600
  }

  @Test("Another zone behind the link is noticed, also back and forth, while the earlier one is still in use")
  func replaced() throws {
    let first = SystemZones(variable: nil, link: try set("Asia/Kathmandu"))
    #expect(first.local.secondsEastOfUTC(at: summer) == 20_700)
    #expect(hoursEast(link: try set("Asia/Seoul")) == 9)
    #expect(hoursEast(link: try set("Asia/Kathmandu")) == 5.75)
    #expect(hoursEast(link: try set("America/New_York")) == -4)
    #expect(first.local.secondsEastOfUTC(at: summer) == 20_700)
  }

  @Test(
    "TZ goes before the link, in each of its forms",
    arguments: [
      ("Asia/Tokyo", 9.0), (":Asia/Tokyo", 9), ("EST5EDT,M3.2.0,M11.1.0", -4), ("+05", 5),
      ("/usr/share/zoneinfo/Asia/Tokyo", 9), ("nonsense", 0),
    ])
  func variable(_ text: String, _ hours: Double) throws {
    #expect(hoursEast(variable: text, link: try set("Asia/Seoul")) == hours)
  }

  @Test("Without a link, or with one that leads to no zone, it is UTC")
  func none() throws {
    #expect(hoursEast(link: "\(directory.path)/nothing") == 0)
    #expect(hoursEast(link: try set("zone.tab")) == 0)
    #expect(hoursEast(link: try set("Nowhere")) == 0)
  }
}
