import NotificationModel
import TestSupport
import Testing
import Wording

@testable import bellhop

struct KeyTableTests {
  @Test("No key does two things, and everything that can be done has a key")
  func unambiguous() {
    let keys = KeyTable.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(KeyTable.all.map(\.command) == CenterCommand.allCases)
    for binding in KeyTable.all {
      #expect(!binding.keys.isEmpty)
      for key in binding.keys { #expect(KeyTable.command(for: key) == binding.command) }
    }
  }

  @Test("Help, manual page and documentation have every key with what it does")
  func documented() {
    let words = CenterWording(locale: "en")
    let page = PackageFiles.contents(of: "Sources/bellhop/CommandLine.docc/Center.md") ?? ""
    let rows = KeyTable.lines(words)
    for row in rows {
      #expect(page.contains("| \(row.keys) | \(row.meaning) |\n"), "\(row)")
      #expect(Subcommand.center.notes.contains("  \(row.keys)  "))
      #expect(Subcommand.center.notes.contains("  \(row.meaning)"))
    }
    var rig = CenterRig(columns: 120, rows: 60)
    rig.type("?")
    for row in rows { #expect(rig.screen.contains(row.keys)) }
    var narrow = CenterRig()
    narrow.type("?")
    #expect(narrow.lines.last?.contains("[+") == true)
  }

  @Test("Korean has words of its own for every command, setting and state, without a Latin letter")
  func korean() {
    let (english, korean) = (CenterWording(locale: "en"), CenterWording(locale: "ko"))
    func all(_ words: CenterWording) -> [String] {
      CenterCommand.allCases.flatMap { [words.command($0).label, words.command($0).meaning] }
        + State.allCases.map(words.state) + State.allCases.map { words.stateUntil($0, "1") }
        + AppSetting.allCases.map(words.setting)
        + Missed.Cause.allCases.map(words.missed) + Authorization.allCases.map(words.authorization)
        + Previews.allCases.map(words.previews) + ThroughQuiet.allCases.map(words.throughQuiet)
        + QuietKind.allCases.map { words.bar.quiet(QuietReport(kind: $0.rawValue), "1") }
        + [
          words.notifications, words.locked, words.waiting, words.isBack, words.nothing, words.noMatch,
          words.isGone, words.isBusy, words.noText, words.noActions, words.isHeading, words.nothingToUndo,
          words.restored(2),
          words.dismissed(2, "1"), words.search, words.chooseAction, words.open, words.onlyUnread,
          words.onlyMissed, words.nothingMissed, words.nothingRead,
          words.askClear(2, "1"), words.askClear(2, nil), words.askErase("1"), words.askEraseApp("1"),
          words.erased(2, "1"), words.erased(2, nil),
          words.nothingDismissed,
          words.destructive,
          words.minutes(2, "1"), words.anHour("1"), words.thisMorning("1"), words.tomorrowMorning("1"),
          words.thisEvening("1"), words.anotherTime, words.turnOff, words.untilTurnedOff, words.putOff("1"),
          words.bar.doNotDisturb(until: "1"), words.bar.doNotDisturb(), words.doNotDisturbOff, words.why,
          words.keys, words.letSender("1", "2", true), words.letSender("1", "2", false),
          words.letApp("1", true), words.letApp("1", false), words.muteApp("1", "2"),
          words.muteApp("1", nil), words.senderIsLet("1", true), words.senderIsLet("1", false),
          words.appIsLet("1", true), words.appIsLet("1", false), words.appIsMuted("1", "2"),
          words.appIsMuted("1", nil),
          words.settings("1"),
          words.fixed, words.allow, words.deliverQuietly, words.allowForAnHour("1"), words.until("1"),
          words.deny,
          words.askAuthorization("1"), words.asks("1"), words.isUnknown("1"), words.on, words.off,
        ]
    }
    for (word, same) in zip(all(korean), all(english)) {
      #expect(word != same && !word.contains { $0.isASCII && $0.isLetter }, "\(word)")
    }
  }
}
