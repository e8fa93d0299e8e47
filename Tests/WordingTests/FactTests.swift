import NotificationModel
import Testing

@testable import Wording

@Suite("What is found of the desktop")
struct FactTests {
  private static let server = DesktopFact.Server(
    name: "<0>", process: 12, program: "<1>", ownsName: true)

  /// Facts with a placeholder for each word that they name.
  private static let facts: [DesktopFact] = [
    .configurationIsSound, .configurationFault("<0>"), .stores(path: "<0>"), .storageNotice("<0>"),
    .nothingStored(reason: "<0>"), .noRoom, .noServerBus, .serverCanBeStarted, .noServer,
    .noServerBehind(name: "<0>"),
    .nothingHeardOfServer, .serverAnswers(server, milliseconds: 3, capabilities: ["<2>", "body"]),
    .serverAnswers(server, milliseconds: 3, capabilities: nil), .serverIsSilent(server, seconds: 2),
    .ownerIsNoServer(server), .bannersGoElsewhere(sink: "<0>"), .frontIsOn, .frontIsOnButForGTK,
    .frontShutsOut(server: "<0>", line: "<1>"),
    .frontWaits(owner: "<0>"),
    .frontUnreachable(reason: "<0>"), .frontHasNoDirectory,
    .nameBelongs(to: "<0>"), .frontFilesLeft(["<0>", "<1>"]), .focusIsLearnt(from: "<0>"),
    .focusIsUnknown, .focusIsOfX11Alone,
    .lock(sources: ["<0>", "<1>"], isLockKnown: false, isSharingKnown: false), .noServerToMute,
    .serverToMuteIsNameless, .serverHasNoMute, .gnomeHasNoSettings, .serverMuteIsUnknown(server: "<0>"),
    .serverMuteIsRead(server: "<0>"), .plasmaCannotMute, .noBadgeBus, .noDock, .dockShowsBadges,
    .soundsArePlayed,
    .noSoundLibrary, .soundFailed(reason: "<0>"), .noBusForApps, .appsStart, .appsStartByBusAlone,
  ]

  private static func named(_ finding: DesktopFinding) -> Set<String> {
    let text = finding.text + (finding.remedy ?? "")
    return Set((0..<3).map { "<\($0)>" }.filter(text.contains))
  }

  @Test("is told in Korean with what the English sentence names, and with a remedy where that has one")
  func languages() {
    for fact in Self.facts {
      let (english, korean) = (Wording.english.finding(fact), Wording.korean.finding(fact))
      #expect(Self.named(english) == Self.named(korean), "\(fact)")
      #expect((english.remedy == nil) == (korean.remedy == nil), "\(fact)")
      #expect(english.subject == korean.subject && english.verdict == korean.verdict)
      if case .storageNotice = fact { continue }
      #expect(korean.text != english.text, "\(fact)")
    }
  }

  @Test("has a remedy where something is missing, but where nothing can be done")
  func remedies() {
    for fact in Self.facts where fact.verdict == .missing && fact != .nothingHeardOfServer {
      #expect(Wording.english.finding(fact).remedy != nil, "\(fact)")
    }
  }

  @Test(
    "judges a server by what it can do",
    arguments: [
      (["actions", "body"], DesktopFinding.Verdict.works), (["body"], .limited), (nil, .limited),
    ] as [([String]?, DesktopFinding.Verdict)])
  func capabilities(_ capabilities: [String]?, _ verdict: DesktopFinding.Verdict) {
    #expect(
      DesktopFact.serverAnswers(Self.server, milliseconds: 3, capabilities: capabilities).verdict == verdict)
  }
}
