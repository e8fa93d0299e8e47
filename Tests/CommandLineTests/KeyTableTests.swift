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
        + State.allCases.map(words.state) + AppSetting.allCases.map(words.setting)
        + Authorization.allCases.map(words.authorization) + Previews.allCases.map(words.previews)
        + [
          words.notifications, words.locked, words.waiting, words.isBack, words.nothing, words.noMatch,
          words.isGone, words.isBusy, words.noText, words.noActions, words.isApp, words.nothingToUndo,
          words.restored(2),
          words.dismissed(2, "1"), words.search, words.chooseAction, words.chooseEnd, words.open,
          words.destructive,
          words.minutes(2), words.hours(1), words.at("1"), words.why, words.keys, words.settings("1"),
          words.fixed, words.on, words.off,
        ]
    }
    for (word, same) in zip(all(korean), all(english)) {
      #expect(word != same && !word.contains { $0.isASCII && $0.isLetter }, "\(word)")
    }
  }
}
