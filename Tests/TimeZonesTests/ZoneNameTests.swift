import Glibc
import TestSupport
import Testing
import TimeZones

struct ZoneNameTests {
  @Test(
    "A name of the database is a zone",
    arguments: [
      "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Pacific/Chatham",
      "America/Port-au-Prince",
    ])
  func known(_ name: String) {
    #expect(SystemZone(named: name) != nil)
  }

  @Test(
    "A rule, an offset, a path, another file of the database and nonsense are no zones",
    arguments: [
      "", "EST5EDT,M3.2.0,M11.1.0", "+05", "-03:30", "ABC5", "<+05>-5", "../zoneinfo/UTC", "Europe/../UTC",
      "/usr/share/zoneinfo/UTC", "/etc/localtime", ":UTC", "Europe", "Europe/", "Europe//Berlin",
      "europe/berlin",
      "Mars/Olympus", "zone.tab", "tzdata.zi", "leapseconds", "posix/UTC", "right/UTC", "localtime",
      "posixrules",
      "UTC\0", "UTC ", "Zürich", ".", "..", String(repeating: "A", count: 65),
      String(repeating: "A/", count: 20_000) + "A",
    ])
  func unknown(_ name: String) {
    #expect(SystemZone(named: name) == nil)
  }
}
