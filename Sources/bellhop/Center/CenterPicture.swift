import NotificationModel
import Wording

extension CenterState {
  /// The whole screen for this state.
  var picture: Picture {
    var picture = Picture(size: size)
    putHead(in: &picture)
    let layout = ScreenLayout(of: self)
    var below = 0
    if let columns = layout.list { putList(in: &picture, columns, layout.rows) }
    if layout.list == nil || layout.page.lowerBound > layout.list?.upperBound ?? 0 {
      if let list = layout.list {
        for row in layout.rows {
          picture.put(CellText("│"), row: row, column: list.upperBound + 1, look: .dim)
        }
      }
      below = putPage(in: &picture, layout)
    }
    if size.rows > 1 { putFoot(in: &picture, size.rows - 1, below: below) }
    return picture
  }

  // MARK: Head and foot

  private func putHead(in picture: inout Picture) {
    let shown =
      pages.isEmpty || size.columns >= ScreenLayout.wide
      ? words.shown(list.filter) : PageText(of: self).title.text
    var parts = [shown]
    if isAway {
      parts.append(words.waiting)
    } else {
      if locked == true { parts.append(words.locked) }
      if unread > 0 { parts.append(words.bar.unread(unread)) }
      if list.missedCount > 0 { parts.append(words.bar.missed(list.missedCount)) }
      if held > 0 { parts.append(words.bar.held(held)) }
      parts += words.bar.causes(of: quiet, clock)
      if !list.search.isEmpty { parts.append("/\(list.search)") }
    }
    let end = picture.put(CellText(" " + parts.joined(separator: " · ")), row: 0, column: 0, look: .bar)
    picture.fill(row: 0, column: end, end: size.columns, look: .bar)
  }

  /// `below`: the number of lines of the page that do not fit on the screen.
  private func putFoot(in picture: inout Picture, _ row: Int, below: Int) {
    if let prompt, !isAway { return put(prompt, in: &picture, row) }
    if let notice {
      picture.put(CellText(notice), row: row, column: 1, look: .notice)
      return
    }
    var end = size.columns
    let more = CellText("[+\(below)]")
    if below > 0, more.width + 1 < end {
      end -= more.width + 1
      picture.put(more, row: row, column: end + 1, look: .bold)
    }
    var column = 1
    for command in hints(room: end - column) {
      let target = KeyTable.keys(for: command).first.map(Target.key)
      column = picture.put(hint(command), row: row, column: column, look: .dim, target: target) + 2
    }
  }

  /// The hints that fit into `room` whole. The last one leads to all others and has precedence: without room for it,
  /// there are no hints.
  private func hints(room: Int) -> [CenterCommand] {
    guard let last = hints.last, hint(last).width <= room else { return [] }
    var room = room - hint(last).width
    return hints.dropLast().prefix { command in
      room -= hint(command).width + 2
      return room >= 0
    } + [last]
  }

  private func hint(_ command: CenterCommand) -> CellText {
    CellText("\(KeyTable.name(of: command, words)) \(label(of: command))")
  }

  /// In a menu, the key that opens also chooses.
  private func label(of command: CenterCommand) -> String {
    words.command(command == .open && pages.last?.menu != nil ? .choose : command).label
  }

  private func put(_ prompt: CenterPrompt, in picture: inout Picture, _ row: Int) {
    let (label, text) =
      switch prompt {
      case .search: (words.search, list.search)
      case .reply(_, _, let title, let text): (title, text)
      case .end(_, let text, let isUnclear): (isUnclear ? words.askEndAgain : words.askEnd, text)
      case .confirmation(_, let question): (question, "")
      }
    // The possible answers stay visible, however long the question is.
    let sign = if case .confirmation = prompt { " [y/N] " } else { ": " }
    let room = text.isEmpty ? size.columns - sign.utf8.count - 2 : size.columns / 2
    let head = CellText(label).cut(to: max(1, room))
    var column = picture.put(head, row: row, column: 1, look: .bold)
    column = picture.put(CellText(sign), row: row, column: column, look: .bold)
    let typed = CellText(text).end(size.columns - column - 1)
    picture.setCursor(row: row, column: picture.put(typed, row: row, column: column))
  }

  /// The most important keys, since not all may fit. Help comes last, and lists the others.
  private var hints: [CenterCommand] {
    guard !isAway else { return [.leave] }
    return switch pages.last?.content {
    case .menu?: [.open, .back, .leave, .help]
    case .entry?:
      [
        .back, .press, .reply, .dismiss, .snooze, .letThrough, .settings, .explain, .read, .leave, .help,
      ]
    case .explanation?, .help?: [.back, .leave]
    case nil:
      [
        .open, .dismiss, .undo, .snooze, .doNotDisturb, .settings, .leave, .letThrough, .filter, .clear,
        .search,
        .press, .read, .help,
      ]
    }
  }

  // MARK: The list

  private func putList(in picture: inout Picture, _ columns: Range<Int>, _ lines: Range<Int>) {
    guard !list.rows.isEmpty else {
      let text = isAway ? "" : list.search.isEmpty ? words.nothing(list.filter) : words.noMatch
      // Before the daemon has reported the lock state, the list is unknown.
      if locked != nil, let first = lines.first {
        picture.put(CellText(text), row: first, column: 2, end: columns.upperBound)
      }
      return
    }
    for (line, place) in zip(lines, max(0, top)..<list.rows.count) {
      put(list.rows[place], at: place, in: &picture, line, columns)
      picture.mark(row: line, columns, .row(place))
    }
  }

  private func put(
    _ row: CenterRow, at place: Int, in picture: inout Picture, _ line: Int, _ columns: Range<Int>
  ) {
    let isSelected = place == index
    var column = columns.lowerBound
    var end = columns.upperBound
    func put(_ text: String, to limit: Int, _ look: Look) {
      column = picture.put(
        CellText(text, columns: limit - column), row: line, column: column, end: limit,
        look: isSelected ? .selected : look)
    }
    put(isSelected ? "> " : "  ", to: end, .plain)
    switch row {
    case .app(_, let name, let count, let unread, let isFolded):
      let facts = [isFolded ? "[+\(count)]" : "", unread > 0 ? words.bar.unread(unread) : ""]
      put(([name] + facts.filter { !$0.isEmpty }).joined(separator: "  "), to: end, .heading)
    case .missed(let cause, let count, let isFolded):
      put(words.missed(cause) + (isFolded ? "  [+\(count)]" : ""), to: end, .heading)
    case .entry(let id, let thread):
      guard let entry = list[id] else { break }
      let indent = thread == .older ? "    " : "  "
      put(indent + (entry.unread ? "* " : "  "), to: end, .plain)
      let tail = Self.tail(of: entry, words, clock, room: end - column)
      end -= tail.width
      put(Self.summary(of: entry, thread, room: end - column), to: end, entry.unread ? .bold : .plain)
      if isSelected { picture.fill(row: line, column: column, end: end, look: .selected) }
      column = end
      put(tail.text, to: columns.upperBound, .dim)
    }
    if isSelected { picture.fill(row: line, column: column, end: columns.upperBound, look: .selected) }
  }

  private static func summary(of entry: Entry, _ thread: CenterRow.ThreadPlace, room: Int) -> String {
    var fold = ""
    if case .newest(let older, let isOpen) = thread { fold = isOpen ? "[-] " : "[+\(older)] " }
    // A long name leaves two thirds of the room to the title.
    let app = thread == .missed ? "\(CellText(entry.shownName(), columns: room / 3).text): " : ""
    let repeats = entry.repeats > 0 ? " (×\(entry.repeats + 1))" : ""
    return fold + app + [entry.title, entry.body ?? ""].filter { !$0.isEmpty }.joined(separator: " — ")
      + repeats
  }

  /// The end of a line: the time at which the entry arrived, after the state of an entry that waits. The state is
  /// shortened, or replaced by parentheses, so that the title keeps a third of the room.
  private static func tail(
    of entry: Entry, _ words: CenterWording, _ clock: LocalClock, room: Int
  ) -> CellText {
    let waits = [.held, .scheduled, .awaitingConsent, .failed].contains(entry.state)
    let time = clock.numeric(entry.came)
    let states = [words.state(of: entry, clock), words.state(entry.state)]
    let tails = waits ? states.map { "\($0)  \(time)" } + ["(\(time))"] : [time]
    return tails.map { CellText("  " + $0) }.first { $0.width * 3 <= room * 2 } ?? CellText("")
  }

  // MARK: Pages

  /// Returns the number of lines that do not fit below.
  private func putPage(in picture: inout Picture, _ layout: ScreenLayout) -> Int {
    let text = PageText(of: self)
    let top = pages.last?.top ?? 0
    // Beside the list, the page has a title of its own.
    if layout.list != nil, let first = layout.rows.first {
      picture.put(text.title, row: first, column: layout.page.lowerBound, look: .heading)
    }
    for (row, line) in zip(layout.pageRows, text.lines.dropFirst(top)) {
      picture.put(
        line.text, row: row, column: layout.page.lowerBound, end: layout.page.upperBound, look: line.look,
        target: line.target)
    }
    return max(0, text.lines.count - top - layout.pageRows.count)
  }
}

/// The lines of the open page, or, beside the list, of the selected notification.
struct PageText {
  struct Line: Equatable {
    let text: CellText
    var look = Look.plain
    var target: Target?
  }

  private(set) var title: CellText
  private(set) var lines: [Line] = []
  private let columns: Int
  private let words: CenterWording
  private let clock: LocalClock

  init(of state: CenterState) {
    columns = ScreenLayout(of: state).page.count
    words = state.words
    clock = state.clock
    title = CellText("")
    switch state.pages.last?.content {
    case .entry(let id)?: state.list[id].map { add($0) }
    case .explanation(let id, let decisions, let advice)?:
      title = CellText(words.why)
      if let entry = state.list[id] { addText(entry.title, .bold) }
      add(decisions, advice)
    case .help?: addHelp()
    case .menu(let menu)?: add(menu)
    case nil: state.subject.map { add($0) }
    }
  }

  private mutating func addText(_ text: String, _ look: Look = .plain, indent: Int = 0, target: Target? = nil)
  {
    for line in CellText.lines(text, columns: columns - indent) {
      let indented = indent == 0 ? line : CellText(String(repeating: " ", count: indent) + line.text)
      lines.append(Line(text: indented, look: look, target: target))
    }
  }

  /// Adds a text after `head` on its first line; the further lines are indented as well.
  private mutating func addText(
    _ text: String, behind head: String, indent: Int, _ look: Look = .plain, target: Target? = nil
  ) {
    var head = CellText(head)
    for line in CellText.lines(text, columns: columns - indent) {
      let gap = String(repeating: " ", count: max(0, indent - head.width))
      lines.append(Line(text: CellText(head.text + gap + line.text), look: look, target: target))
      head = CellText("")
    }
  }

  private mutating func addBlank() { lines.append(Line(text: CellText(""))) }

  private mutating func add(_ entry: Entry) {
    title = CellText(entry.shownName())
    addText(entry.title, .bold)
    if let subtitle = entry.subtitle { addText(subtitle) }
    addText(Self.facts(of: entry, words, clock), .dim)
    if let body = entry.body {
      addBlank()
      addText(body)
    }
    guard !entry.actions.isEmpty else { return }
    addBlank()
    for (place, button) in CenterMenu.buttons(of: entry, words).enumerated() {
      addChoice(button.label, place, of: KeyTable.numbers)
    }
  }

  /// Adds a choice with the key of its place, if there is one.
  private mutating func addChoice(
    _ text: String, _ place: Int, of keys: [Key], behind head: String = "", _ look: Look = .plain
  ) {
    let key = keys.indices.contains(place) ? keys[place] : nil
    addText(
      text, behind: head + (key.map { "[\($0.name(words))] " } ?? "    "), indent: head.count + 4, look,
      target: key.map { .key($0) })
  }

  private static func facts(of entry: Entry, _ words: CenterWording, _ clock: LocalClock) -> String {
    var facts = [clock.numeric(entry.came, withClock: true)]
    if let occurred = entry.occurred { facts[0] += " (\(clock.numeric(occurred, withClock: true)))" }
    if entry.repeats > 0 { facts.append("×\(entry.repeats + 1)") }
    facts.append(words.state(of: entry, clock))
    return facts.joined(separator: " · ")
  }

  private mutating func add(_ decisions: [DatedDecision], _ advice: [Advice]) {
    for dated in decisions {
      addBlank()
      addText(dated.decision.why)
      let time = clock.numeric(dated.time, withClock: true)
      addText("\(time) · \(words.terms.told(dated.decision))", .dim)
    }
    guard !advice.isEmpty else { return }
    addBlank()
    for one in advice { addText(AdviceText(one, words.judgement).line) }
  }

  private mutating func addHelp() {
    title = CellText(words.keys)
    let rows = KeyTable.lines(words)
    let column = (rows.map { CellText($0.keys).width }.max() ?? 0) + 2
    guard columns >= column + 16 else {
      for row in rows {
        addText(row.keys, .bold)
        addText(row.meaning, indent: 2)
      }
      return
    }
    for row in rows { addText(row.meaning, behind: row.keys, indent: column) }
  }

  private mutating func add(_ menu: CenterMenu) {
    title = CellText(menu.title)
    if let note = menu.note {
      addText(note, .dim)
      addBlank()
    }
    for (place, choice) in menu.choices.enumerated() {
      let isSelected = place == menu.selected
      let value = choice.value.map { ": \($0)" } ?? ""
      addChoice(
        choice.label + value, place, of: KeyTable.choices, behind: isSelected ? "> " : "  ",
        isSelected ? .selected : .plain)
    }
  }
}
