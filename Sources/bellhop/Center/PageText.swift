import NotificationModel
import Wording

/// The lines of what is open, or, beside the list, of the selected notification.
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
    columns = Stage(of: state).page.count
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

  /// A text that has something before it in its first line, and stays right of that in all.
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
