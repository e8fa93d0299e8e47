import NotificationModel
import Wording

// The effects of keys and clicks.

extension CenterState {
  mutating func press(_ key: Key) -> [CenterEffect] {
    guard !isAway else {
      return KeyTable.command(for: key) == .leave
        ? [.leave] : KeyTable.command(for: key) == .redraw ? [.redraw] : []
    }
    if let prompt { return type(key, prompt) }
    if let menu = pages.last?.menu {
      if let place = KeyTable.choices.firstIndex(of: key), menu.choices.indices.contains(place) {
        return choose(place, in: menu)
      }
    } else if case .standing? = awaited, KeyTable.numbers.contains(key) {
      // The number is meant for the menu that is about to open, and not for an action of the notification.
      return []
    }
    guard let command = KeyTable.command(for: key) else { return [] }
    switch command {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help: if pages.last?.content != .help { pages.append(CenterPage(.help)) }
    case .back: goBack()
    case .up, .down, .pageUp, .pageDown, .first, .last:
      move(command)
      return refresh()
    default:
      guard let menu = pages.last?.menu else { return act(command, key) }
      return [.open, .fold, .press].contains(command) ? choose(menu.selected, in: menu) : []
    }
    return []
  }

  /// A click during typing would type a digit or discard the text.
  mutating func click(_ target: Target) -> [CenterEffect] {
    guard prompt == nil || isAway else { return [] }
    switch target {
    case .key(let key): return press(key)
    case .row(let place):
      guard list.rows.indices.contains(place) else { return [] }
      let isSecond = place == index
      pages = []
      awaited = nil
      select(place)
      return isSecond ? act(.open, .enter) : []
    }
  }

  private mutating func goBack() {
    if !pages.isEmpty {
      pages.removeLast()
      awaited = nil
    } else if !list.search.isEmpty {
      list.find("")
    } else {
      list.show(.all)
    }
  }

  // MARK: Moving

  private mutating func move(_ command: CenterCommand) {
    guard let page = pages.last else { return select(moved(index, command, last: list.rows.count - 1)) }
    if case .menu(var menu) = page.content {
      menu.selected = max(
        0, min(moved(menu.selected, command, last: menu.choices.count - 1), menu.choices.count - 1))
      pages[pages.count - 1].content = .menu(menu)
    } else {
      // `settle` corrects a value past the end.
      pages[pages.count - 1].top = moved(page.top, command, last: .max / 2)
    }
  }

  private func moved(_ place: Int, _ command: CenterCommand, last: Int) -> Int {
    switch command {
    case .up: place - 1
    case .down: place + 1
    case .pageUp: place - height
    case .pageDown: place + height
    case .first: 0
    default: last
    }
  }

  // MARK: Acting

  private mutating func act(_ command: CenterCommand, _ key: Key) -> [CenterEffect] {
    switch command {
    case .search: if pages.isEmpty { prompt = .search }
    case .undo: return [.call(.undo)]
    case .filter:
      guard pages.isEmpty else { break }
      list.show(list.filter.next)
    case .doNotDisturb:
      pages.append(
        CenterPage(.menu(.doNotDisturb(isOn: doNotDisturb, until: doNotDisturbUntil, clock, words))))
    case .fold: if pages.isEmpty { fold() }
    case .read: return call { .read($0.filter(\.unread).map(\.id)) }
    case .dismiss: return call { .dismiss(dismissible($0)) }
    case .clear: askClearing(nil)
    case .clearApp: if let entry = entryOfApp() { askClearing(entry) }
    case .erase: askErasing()
    case .settings: if let entry = entryOfApp() { return ask(.settings(entry.app)) }
    default: return act(command, key, on: subject)
    }
    return []
  }

  /// An entry of the app that a key applies to; `nil`, with a notice, on a heading of several apps.
  private mutating func entryOfApp() -> Entry? {
    if case .missed? = row, pages.isEmpty {
      notice = words.isHeading
      return nil
    }
    return subjects.first
  }

  /// Asks whether to clear the read ones of the entry's app; of all apps for `nil`.
  private mutating func askClearing(_ entry: Entry?) {
    let count = list.readCount(of: entry?.app)
    guard count > 0 else {
      notice = words.nothingRead
      return
    }
    prompt = .confirmation(.clear(entry?.app), question: words.askClear(count, entry?.shownName()))
  }

  private mutating func askErasing() {
    guard let first = entryOfApp() else { return }
    prompt =
      if let subject {
        .confirmation(.erase(.notifications([subject.id])), question: words.askErase(subject.title))
      } else {
        .confirmation(.erase(.app(first.app)), question: words.askEraseApp(first.shownName()))
      }
  }

  /// Folding an older notification hides it under the newest of its thread, which is then selected.
  private mutating func fold() {
    guard let row else { return }
    list.fold(row)
    guard case .entry(_, place: .older) = row else { return }
    let newest = list.rows[..<index].lastIndex { if case .entry(_, .newest) = $0 { true } else { false } }
    if let newest { select(newest) }
  }

  /// Handles a command about one notification.
  private mutating func act(_ command: CenterCommand, _ key: Key, on entry: Entry?) -> [CenterEffect] {
    if let row, !row.isEntry, pages.isEmpty {
      if command == .open { list.fold(row) } else { notice = words.isHeading }
      return []
    }
    guard let entry else { return [] }
    switch command {
    case .open: if pages.isEmpty { pages.append(CenterPage(.entry(entry.id))) }
    case .press:
      guard !entry.actions.isEmpty else { return [.call(.press(entry.id, .defaultAction, text: nil))] }
      pages.append(CenterPage(.menu(.actions(of: entry, words))))
    case .choose:
      let buttons = CenterMenu.buttons(of: entry, words)
      guard let number = KeyTable.numbers.firstIndex(of: key), buttons.indices.contains(number) else {
        notice = entry.actions.isEmpty ? words.noActions : nil
        return []
      }
      return perform(buttons[number].effect)
    case .reply:
      guard let action = entry.actions.first(where: \.takesText) else {
        notice = words.noText
        return []
      }
      return perform(.write(entry.id, action.id))
    case .snooze: pages.append(CenterPage(.menu(.snooze(entry.id, clock, words))))
    case .letThrough: return ask(.standing(entry.id, entry.app))
    case .explain: return ask(.explain(entry.id))
    default: break
    }
    return []
  }

  private func call(_ make: ([Entry]) -> CenterCall) -> [CenterEffect] {
    let entries = subjects
    guard !entries.isEmpty else { return [] }
    switch make(entries) {
    case .read(let ids) where ids.isEmpty, .dismiss(let ids) where ids.isEmpty: return []
    case let call: return [.call(call)]
    }
  }

  /// The entries that a person may dismiss together, by one call. Scheduled and waiting ones of apps
  /// are left out.
  private func dismissible(_ entries: [Entry]) -> [NotificationID] {
    guard entries.count > 1 else { return entries.map(\.id) }
    let ids = entries.filter { $0.app == .shell || ![.scheduled, .awaitingConsent].contains($0.state) }.map(
      \.id)
    return ids.batches.first ?? []
  }

  mutating func ask(_ call: CenterCall) -> [CenterEffect] {
    awaited = call
    return [.call(call)]
  }

  /// Asks again for the open settings, once at a time, since the daemon does not report every change made elsewhere.
  mutating func refresh() -> [CenterEffect] {
    guard awaited == nil, let app = pages.last?.menu?.app else { return [] }
    return ask(.settings(app))
  }

  // MARK: Menus

  private mutating func choose(_ place: Int, in menu: CenterMenu) -> [CenterEffect] {
    guard menu.choices.indices.contains(place) else { return [] }
    if menu.app == nil {
      pages.removeLast()
    } else {
      var menu = menu
      menu.selected = place
      pages[pages.count - 1].content = .menu(menu)
    }
    return perform(menu.choices[place].effect)
  }

  private mutating func perform(_ effect: CenterMenu.Effect) -> [CenterEffect] {
    switch effect {
    case .call(let call): return [.call(call)]
    case .write(let id, let action):
      let title = list[id]?.actions.first { $0.id == action }?.title ?? ""
      prompt = .reply(id, action, title: title, text: "")
    case .typeEnd(let ending): prompt = .end(ending, text: "")
    case .ask(let menu): pages.append(CenterPage(.menu(menu)))
    case .fixed: notice = words.fixed
    }
    return []
  }
}

/// The bindings of keys to commands, for the help, the manual page and the handling of keys. While text is typed, keys
/// are text.
enum KeyTable {
  struct Binding {
    let command: CenterCommand
    /// The first key is the one to show if there is room for one.
    let keys: [Key]
  }

  static let all: [Binding] = CenterCommand.allCases.map { Binding(command: $0, keys: keys(for: $0)) }

  static func keys(for command: CenterCommand) -> [Key] {
    switch command {
    case .up: [.up, .character("k"), .wheelUp]
    case .down: [.down, .character("j"), .wheelDown]
    case .pageUp: [.pageUp, .control("B")]
    case .pageDown: [.pageDown, .control("F")]
    case .first: [.home, .character("g")]
    case .last: [.end, .character("G")]
    case .open: [.enter, .right, .character("l")]
    case .fold: [.character(" ")]
    case .press: [.character("o")]
    case .choose: numbers
    case .reply: [.character("r")]
    case .read: [.character("m")]
    case .dismiss: [.character("d"), .delete]
    case .undo: [.character("u")]
    case .clear: [.character("c")]
    case .clearApp: [.character("C")]
    case .erase: [.character("x")]
    case .snooze: [.character("z")]
    case .letThrough: [.character("t")]
    case .search: [.character("/")]
    case .filter: [.character("f")]
    case .doNotDisturb: [.character("n")]
    case .explain: [.character("e")]
    case .settings: [.character("s")]
    case .help: [.character("?")]
    case .back: [.escape, .left, .character("h"), .backspace]
    case .redraw: [.control("L")]
    case .leave: [.character("q")]
    }
  }

  /// The keys of a notification's actions, in order.
  static let numbers: [Key] = "1234567890".map { .character($0) }
  /// The keys of a menu's choices. Letters are among them, since they have no other use in a menu; the last one goes to
  /// the first line of a menu with fewer choices.
  static let choices = numbers + "abcdefg".map { .character($0) }

  private static let commands = [Key: CenterCommand](
    all.flatMap { binding in binding.keys.map { ($0, binding.command) } },
    uniquingKeysWith: { first, _ in first })

  static func command(for key: Key) -> CenterCommand? { commands[key] }

  /// The key to show for a command.
  static func name(of command: CenterCommand, _ words: CenterWording) -> String {
    keys(for: command).first?.name(words) ?? ""
  }

  /// All keys of a binding, for the help.
  static func names(of binding: Binding, _ words: CenterWording) -> String {
    binding.command == .choose
      ? words.numbers : binding.keys.map { $0.name(words) }.joined(separator: ", ")
  }

  /// The lines of the help, one for each binding.
  static func lines(_ words: CenterWording) -> [(keys: String, meaning: String)] {
    all.map { (names(of: $0, words), words.command($0.command).meaning) }
  }
}
