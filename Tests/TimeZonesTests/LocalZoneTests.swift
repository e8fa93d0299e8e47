import Glibc
import Guidelines
import NotificationModel
import TestSupport
import Testing

@testable import TimeZones

struct LocalZoneTests {
  private let directory = TemporaryDirectory()
  private let summer = Timestamp(milliseconds: 1_782_864_000_000)

  /// As an image is built where links are of no use.
  private func copy(_ zone: String) throws -> String {
    let file = "\(directory.path)/localtime"
    try #require(shell("cp /usr/share/zoneinfo/\(zone) \(file).next && mv \(file).next \(file)").status == 0)
    return file
  }

  private func set(_ zone: String) throws -> String {
    let link = "\(directory.path)/localtime"
    let next = "\(link).next"
    try #require(symlink("/usr/share/zoneinfo/\(zone)", next) == 0)
    try #require(rename(next, link) == 0)
    return link
  }

  private func hoursEast(variable: String? = nil, link: String) -> Double? {
    SystemZones(variable: variable, link: link).map { Double($0.local.secondsEastOfUTC(at: summer)) / 3_600 }
  }

  @Test("Another zone behind the link is noticed, also back and forth, while the earlier one is still in use")
  func replaced() throws {
    let first = try #require(SystemZones(variable: nil, link: try set("Asia/Kathmandu")))
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

  @Test("Without a link, or with one that leads to no zone, there is nothing to go by")
  func none() throws {
    #expect(hoursEast(link: "\(directory.path)/nothing") == nil)
    #expect(hoursEast(link: try set("zone.tab")) == nil)
    #expect(hoursEast(link: try set("Nowhere")) == nil)
    #expect(SystemZones.utc.local.secondsEastOfUTC(at: summer) == 0)
  }

  @Test("A file in place of the link is read anew as well, while the earlier one is still in use")
  func file() throws {
    let first = try #require(SystemZones(variable: nil, link: try copy("Asia/Seoul")))
    #expect(hoursEast(link: try copy("America/New_York")) == -4)
    #expect(hoursEast(link: try copy("Asia/Kathmandu")) == 5.75)
    #expect(first.local.secondsEastOfUTC(at: summer) == 9 * 3_600)
  }

  @Test(
    "TZ that only names the link counts as none",
    arguments: [
      ("", true), ("/etc/localtime", true), (":/etc/localtime", true), ("UTC", false), (":UTC", false),
    ])
  func namesLink(_ variable: String, _ isLink: Bool) {
    #expect(SystemZones.isLink(variable) == isLink)
  }

  @Test("A zone that was looked up is remembered, and one that is unknown is looked for again")
  func remembered() throws {
    let zones = SystemZones.utc
    let first = try #require(zones.zone(named: "Europe/Berlin") as? SystemZone)
    #expect(zones.zone(named: "Europe/Berlin") as? SystemZone === first)
    #expect(zones.zone(named: "Europe/Nowhere") == nil)
    #expect(SystemZones.utc.zone(named: "Europe/Berlin") as? SystemZone !== first)
  }
}
