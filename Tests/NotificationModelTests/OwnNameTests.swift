import NotificationModel
import Testing

struct OwnNameTests {
  @Test(
    "Bellhop's name is taken by all that people would read so, and by ids below io.bellhop",
    arguments: [
      "Bellhop", "bellhop", "BELLHOP", " Bell hop ", "B-e-l-l-h-o-p", "“Bellhop”", "Bellhop™",
      "Bell\u{200B}hop\u{2060}", "Bell\u{3164}hop", "Bell\u{AD}hop\u{FE0F}",
      "\u{202E}Bellhop", "BeIIhop", "Be11hop", "Be||hop", "Bellh0p", "Ｂｅｌｌｈｏｐ", "Веllhор", "ΒΕΙΙΗΟΡ",
      "io.bellhop",
      "io.bellhop.Shell", "IO.Bellhop.Anything",
    ])
  func taken(_ name: String) { #expect(OwnName.isTaken(by: name)) }

  @Test(
    "Other names are others'",
    arguments: [
      "", " ", "Bellhops", "Bell", "Hotel Bellhop", "Bellhop 2", "claimed-Bellhop", "org.example.Bellhop",
      "벨홉", "Mail",
      "io.bellhopper",
    ])
  func free(_ name: String) { #expect(!OwnName.isTaken(by: name)) }
}
