import NotificationModel
import Testing

@testable import bellhop

/// The drawing, at every width, with any texts.
struct CenterPictureTests {
  private static let chat = AppID(literal: "org.example.Chat")
  private static let texts = [
    "Lunch at noon", "세 시에 회의실에서 만나요", "שלום עולם مرحبا", "👨‍👩‍👧 family 👍🏽 🇰🇷 ❤️", "क्षि नमस्ते 🇰🇷🇫🇷",
    String(repeating: "x", count: 300),
    String(repeating: "회", count: 200), "", "a\u{1b}[2J\u{9b}31m\u{7}b\nc\u{202E}d", "e\u{301}\u{302}\u{303}",
    "\u{301}",
  ]

  private static let entries = texts.enumerated().flatMap { place, text in
    let id = Int64(place * 3 + 1)
    return [
      CenterRig.entry(
        id, text, body: text + "\n" + text, name: text, thread: "t",
        missed: place.isMultiple(of: 3) ? .quiet(.doNotDisturb) : nil),
      CenterRig.entry(id + 1, "Title", body: text, app: chat, name: text, state: .held),
      CenterRig.entry(
        id + 2, text, state: .read,
        actions: [Entry.Button(id: ItemID(literal: "a"), title: text, destructive: true)]),
    ]
  }

  private func expectWhole(_ picture: Picture, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(picture.lines.count == picture.size.rows, sourceLocation: sourceLocation)
    for spans in picture.lines {
      var end = 0
      for span in spans.sorted(by: { $0.column < $1.column }) {
        #expect(span.column >= end && span.end <= picture.size.columns, sourceLocation: sourceLocation)
        end = span.end
        let scalars = span.text.text.unicodeScalars
        #expect(
          scalars.allSatisfy { $0.properties.generalCategory != .control && !$0.properties.isBidiControl },
          sourceLocation: sourceLocation)
        #expect(
          scalars.reduce(0) { $0 + $1.displayWidth } == span.text.width, sourceLocation: sourceLocation)
      }
    }
  }

  @Test(
    "Nothing overlaps or leaves the screen, and no control character is on it, at any size",
    arguments: [40, 80, 99, 100, 120, 200, 20, 10, 3, 1], [24, 5, 2, 1])
  func sizes(columns: Int, rows: Int) {
    for locale in ["en", "ko"] {
      var rig = CenterRig(Self.entries, columns: columns, rows: rows, locale: locale)
      expectWhole(rig.state.picture)
      for key in [Key.end, .home, .down, .character(" "), .enter, .pageDown, .character("o"), .escape] {
        rig.press(key)
        expectWhole(rig.state.picture)
      }
      for keys in ["?", "z", "n", "f", "f", "f", "c", "x", "z5x", "/\u{1b}회의", "q"] {
        rig.press(.escape, .escape)
        rig.type(keys)
        expectWhole(rig.state.picture)
      }
      for entry in Self.entries.prefix(12) {
        rig.press(.escape, .escape, .down)
        rig.press(.enter)
        expectWhole(rig.state.picture)
        _ = entry
      }
      rig.send(.resized(Picture.Size(rows: 24, columns: 80)))
      expectWhole(rig.state.picture)
    }
  }

  @Test("The line between the list and what is read stands in one column, whatever is beside it")
  func line() {
    let rig = CenterRig(Self.entries, columns: 120, rows: 60)
    let rows = rig.state.picture.lines.compactMap { spans in
      spans.first { $0.text.text == "│" }.map { line in
        (column: line.column, before: spans.filter { $0.column < line.column }.map(\.end).max() ?? 0)
      }
    }
    #expect(rows.count > 30 && Set(rows.map(\.column)).count == 1)
    #expect(rows.allSatisfy { $0.before <= $0.column })
  }

  @Test("At 80 columns the list has the whole width; from 100 on, the selected one is read beside it")
  func columns() {
    let entry = CenterRig.entry(1, "Ann", body: "first line\nsecond line")
    #expect(CenterRig([entry], columns: 80).lines[2].hasPrefix(">   * Ann — first line second line"))
    #expect(!CenterRig([entry], columns: 80).screen.contains("\n second"))
    for width in [100, 120, 200] {
      let rig = CenterRig([entry], columns: width)
      #expect(rig.lines.contains { $0.hasSuffix("│ first line") }, "\(rig.screen)")
      #expect(rig.lines.contains { $0.hasSuffix("│ second line") })
    }
  }

  @Test("A narrow screen keeps a line's time, and shows what there is room for")
  func narrow() {
    let held = CenterRig.entry(99_000, "A rather long title that goes on", state: .held)
    let wide = CenterRig([held], columns: 80).lines[2]
    let narrow = CenterRig([held], columns: 40).lines[2]
    #expect(wide.hasSuffix("  held back  11-22") && narrow.hasSuffix("  held back  11-22"))
    #expect(CenterRig([held], columns: 24).lines[2].hasSuffix("…  (11-22)"))
    #expect(narrow.hasPrefix(">   * A rather long t") && narrow.contains("…"), "\(narrow)")
  }

  @Test(
    "The column of times is when it came at every width, behind its state, and its end where there is room",
    arguments: [20, 24, 30, 40, 60, 80, 99, 100, 110, 131, 132, 200],
    [State.scheduled, .awaitingConsent, .held, .failed])
  func waiting(columns: Int, state: State) {
    var entry = CenterRig.entry(1, "Sn", body: "x", state: state)
    entry.came = CenterRig.clock.now.advanced(bySeconds: -300)
    entry.until = CenterRig.clock.now.advanced(bySeconds: 3_600)
    for locale in ["en", "ko"] {
      let rig = CenterRig([entry], columns: columns, locale: locale)
      let words = rig.state.words
      let line = String(rig.lines[2].prefix { $0 != "│" })
      let tails = [
        "  \(words.stateUntil(state, "13:00"))  11:55", "  \(words.state(state))  11:55", "  (11:55)",
      ]
      #expect(tails.contains { line.contains($0) }, "\(rig.screen)")
      #expect(line.contains(tails[0]) || ![80, 99, 200].contains(columns), "\(rig.screen)")
    }
  }

  @Test(
    "An end is told as one, in the list and beside it, and where there is none, none is",
    arguments: [
      ("en", State.held, "held back until 07:24", "held back"),
      ("ko", .held, "07:24까지 보류", "보류"),
      ("en", .scheduled, "scheduled for 07:24", "scheduled"),
      ("ko", .scheduled, "07:24에 예약됨", "예약됨"),
    ])
  func ends(locale: String, state: State, ending: String, endless: String) {
    var entry = CenterRig.entry(1, "Mail", state: state)
    entry.came = CenterRig.clock.now.advanced(bySeconds: -60)
    entry.until = CenterRig.clock.now.advanced(bySeconds: (19 * 60 + 24) * 60)
    var rig = CenterRig([entry], columns: 120, locale: locale)
    #expect(rig.lines[2].contains("  \(ending)  11:59"), "\(rig.screen)")
    #expect(rig.screen.contains("11:59 · \(ending)\n"), "\(rig.screen)")
    entry.until = nil
    rig.apply([entry])
    #expect(rig.lines[2].contains("  \(endless)  11:59") && rig.screen.contains("11:59 · \(endless)\n"))
    entry.until = CenterRig.clock.now.advanced(bySeconds: 3 * 86_400)
    rig.apply([entry])
    #expect(rig.screen.contains("11-26 12:00"))
  }

  @Test(
    "The foot has whole keys, those that matter most at 80 columns and more at 120, and help at any width",
    arguments: [
      (80, "en", " Enter Open  d Dismiss  u Undo  z Snooze  n DND  s Settings  q Quit  ? Help"),
      (
        120, "en",
        " Enter Open  d Dismiss  u Undo  z Snooze  n DND  s Settings  q Quit  t Let through  f Filter  c Clear  / Search  ? Help"
      ),
      (40, "en", " Enter Open  d Dismiss  u Undo  ? Help"), (20, "en", " Enter Open  ? Help"),
      (10, "en", " ? Help"), (5, "en", ""),
      (80, "ko", " Enter 열기  d 지우기  u 되돌리기  z 미루기  n 방해 금지  s 설정  q 종료  ? 도움"),
    ])
  func foot(columns: Int, locale: String, line: String) {
    #expect(CenterRig([CenterRig.entry(1, "One")], columns: columns, locale: locale).lines.last == line)
  }

  @Test("Where there is no room for both, a line shows its title, and not its time", arguments: [10, 12, 16])
  func titleFirst(columns: Int) {
    let line = CenterRig([CenterRig.entry(99_000, "Lunch at noon")], columns: columns).lines[2]
    #expect(line.hasPrefix(">   * Lun") && !line.contains(":"), "\(line)")
  }

  @Test("However long the texts are, a list is drawn from their beginnings", .timeLimit(.minutes(1)))
  func longTexts() {
    let body = String(repeating: "회의 👍🏽 ", count: 200_000)
    var rig = CenterRig((1...60).map { CenterRig.entry($0, "Number \($0)", body: body) }, rows: 60)
    rig.press(.down)
    #expect(rig.lines.contains { $0.hasPrefix(">   * Number 59 — 회의 👍 회의 👍") && $0.contains("…") })
  }

  @Test("What is read says how many lines come below, as long as there are some", arguments: [80, 120])
  func below(columns: Int) {
    let body = (1...40).map { "line \($0)" }.joined(separator: "\n")
    var rig = CenterRig([CenterRig.entry(1, "One", body: body)], columns: columns)
    rig.press(.enter)
    // Title, facts and a blank line stand above.
    #expect(rig.lines.last?.hasSuffix("[+\(columns < 100 ? 21 : 22)]") == true, "\(rig.screen)")
    rig.press(.end)
    #expect(rig.lines.last?.contains("[+") == false)
  }

  @Test("Without a notification it says so, and before the daemon has spoken nothing")
  func empty() {
    #expect(CenterRig([]).screen.contains("No notifications"))
    #expect(CenterRig([], locale: "ko").screen.contains("알림 없음"))
    let state = CenterState(
      words: CenterRig().state.words, clock: CenterRig.clock, size: Picture.Size(rows: 24, columns: 80))
    #expect(!state.picture.text.contains("No notifications"))
  }

  @Test("Where something is typed, the end of it and the cursor are seen")
  func cursor() throws {
    var rig = CenterRig(Self.entries, columns: 40)
    #expect(rig.state.picture.cursor == nil)
    rig.type("/" + String(repeating: "abc", count: 30) + "회")
    let cursor = try #require(rig.state.picture.cursor)
    #expect(cursor.row == 23 && cursor.column < 40)
    #expect(rig.lines.last?.hasSuffix("abc회") == true)
  }
}
