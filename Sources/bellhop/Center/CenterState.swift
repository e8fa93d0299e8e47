import NotificationModel
import NotificationProtocol
import Wording

/// What happens to the notification centre.
enum CenterEvent {
  case key(Key)
  case clicked(Target)
  /// Text, and no keys.
  case pasted(String)
  case resized(Picture.Size)
  /// What came together, in its order.
  case news([WatchReply])
  case turned, away
  case answered(CenterAnswer)
  /// This notification has been on screen long enough to be read.
  case looked(NotificationID)
}

/// What is to be done about it, beside drawing.
enum CenterEffect: Equatable {
  case call(CenterCall)
  /// From now on this missed notification is on screen; `nil` for none.
  case look(NotificationID?)
  case redraw, leave
}

/// The notification centre without a terminal and without a daemon: what is there, what is selected, and what is open.
///
/// Invariant: after each event the selected line and the page's first line are ones that exist, and no page is about a
/// notification that is gone.
struct CenterState {
  let words: CenterWording
  /// The present moment, for what is put off and how times are shown.
  var clock: LocalClock

  private(set) var size: Picture.Size
  var list = CenterList()
  /// The place of the selected line.
  private(set) var index = 0
  /// The first line that is seen.
  private(set) var top = 0
  /// What is open above the list, the last one in front.
  var pages: [CenterPage] = []
  var prompt: CenterPrompt?
  /// Said until the next key.
  var notice: String?

  private(set) var unread = 0
  private(set) var held = 0
  private(set) var doNotDisturb = false
  private(set) var doNotDisturbUntil: Timestamp?
  /// `nil` until the daemon has told, and with it what there is.
  private(set) var locked: Bool?
  /// Nobody answers.
  private(set) var isAway = false

  /// What was asked for to be shown; an answer to anything else comes too late.
  var awaited: CenterCall?
  private var selected: CenterRow.Name?
  /// The notification of the last `look` effect.
  private var looking: NotificationID?
  /// The app for which settings open once the daemon has told the state of things and the screen is unlocked.
  private var wanted: AppID?

  init(words: CenterWording, clock: LocalClock, size: Picture.Size, settings: AppID? = nil) {
    self.words = words
    self.clock = clock
    self.size = size
    wanted = settings
  }

  mutating func apply(_ event: CenterEvent) -> [CenterEffect] {
    var effects: [CenterEffect] = []
    switch event {
    case .key(let key):
      notice = nil
      effects = press(key)
    case .clicked(let target):
      notice = nil
      effects = click(target)
    case .pasted(let text): paste(text)
    case .resized(let size): self.size = size
    case .news(let replies):
      for reply in replies { apply(reply) }
      effects = openWanted() ?? refresh()
    case .turned:
      forgetTexts()
      locked = nil
    case .away: lose()
    case .answered(let answer): apply(answer)
    case .looked(let id): if id == missedInView { effects = [.call(.markSeen(id))] }
    }
    settle()
    if missedInView != looking {
      looking = missedInView
      effects.append(.look(looking))
    }
    return effects
  }

  /// The missed notification that is on screen with its whole text.
  private var missedInView: NotificationID? {
    guard locked == false, !isAway, let entry = subject, entry.missed != nil else { return nil }
    return switch pages.last?.content {
    case .entry?: entry.id
    case nil: size.columns >= Stage.wide ? entry.id : nil
    case .explanation?, .help?, .menu?: nil
    }
  }

  // MARK: The daemon

  private mutating func apply(_ reply: WatchReply) {
    if isAway { notice = words.isBack }
    isAway = false
    // What was open before the daemon went away, or the screen was locked, may not be seen any more.
    if locked != reply.locked, locked != nil { forgetTexts() }
    locked = reply.locked
    unread = reply.unread
    held = reply.held ?? 0
    doNotDisturb = reply.doNotDisturb
    doNotDisturbUntil = reply.doNotDisturbUntil
    list.apply(reply)
  }

  private mutating func forgetTexts() {
    list.removeAll()
    list.find("")
    pages = []
    prompt = nil
    // A daemon that has just come back takes the screen for locked until the desktop tells.
    if notice != words.isBack { notice = nil }
    awaited = nil
  }

  /// Nobody tells any more what may be seen. What is being typed is kept, and not shown.
  private mutating func lose() {
    isAway = true
    list.removeAll()
    pages = []
    awaited = nil
  }

  private mutating func apply(_ answer: CenterAnswer) {
    switch answer {
    case .done: break
    case .dismissed(let count):
      notice = count == 0 ? words.nothingDismissed : words.dismissed(count, KeyTable.name(of: .undo, words))
    case .restored(let count): notice = count == 0 ? words.nothingToUndo : words.restored(count)
    case .erased(let count, let keeper): notice = words.erased(count, keeper)
    case .putOff(let end): notice = words.putOff(clock.end(end))
    case .doNotDisturb(let isOn, let end):
      notice = isOn ? words.doNotDisturb(end.map(clock.end)) : words.doNotDisturbOff
    case .failed(let call, let reason): fail(call, reason)
    case .explained(let id, let decisions, let advice):
      guard awaited == .explain(id) else { return }
      pages.append(CenterPage(.explanation(id, decisions, advice)))
      awaited = nil
    case .settings(let app): show(settingsOf: app)
    }
  }

  /// What was asked for is not done. Nothing is said of settings that are open and were to be looked at again: they are
  /// asked for with the next news.
  mutating func fail(_ call: CenterCall, _ reason: String) {
    if awaited == call { awaited = nil }
    let isLookAgain = pages.contains { page in page.menu?.app.map { call == .settings($0) } ?? false }
    if !isLookAgain { notice = reason }
  }

  private mutating func openWanted() -> [CenterEffect]? {
    guard let app = wanted, locked == false else { return nil }
    wanted = nil
    return ask(.settings(app))
  }

  private mutating func show(settingsOf app: AppEntry) {
    var menu = CenterMenu.settings(of: app, clock, words)
    if let place = pages.lastIndex(where: { $0.menu?.app == app.app }) {
      menu.selected = pages[place].menu?.selected ?? menu.selected
      pages[place].content = .menu(menu)
    } else if awaited == .settings(app.app) {
      pages.append(CenterPage(.menu(menu)))
    }
    if awaited == .settings(app.app) { awaited = nil }
  }

  // MARK: The selection

  /// The lines of the list or of a page that are seen at once.
  var height: Int { max(1, size.rows - 2) }

  var row: CenterRow? { list.rows.indices.contains(index) ? list.rows[index] : nil }

  /// The notification that is open, else the selected one.
  var subject: Entry? {
    if let page = pages.last { return page.subject.flatMap { list[$0] } }
    guard case .entry(let id, _)? = row else { return nil }
    return list[id]
  }

  /// What a key is about: on an app's line, all of its notifications.
  var subjects: [Entry] {
    if pages.isEmpty, let row { return list.entries(of: row) }
    return subject.map { [$0] } ?? []
  }

  mutating func select(_ place: Int) {
    index = max(0, min(place, list.rows.count - 1))
    selected = row?.name
  }

  /// The newest notification, once it is known which that is.
  mutating func selectFirst() { selected = nil }

  private mutating func settle() {
    let (rows, former) = (list.rows, index)
    if list.arrange() { findSelection(from: rows) }
    // The lines around the selected one stay where they are.
    top += index - former
    top = max(min(top, index), index - height + 1, 0)
    top = min(top, max(0, list.rows.count - height))
    let count = pages.count
    pages.removeAll { page in page.subject.map { list[$0] == nil } ?? false }
    if pages.count < count { notice = notice ?? words.isGone }
    guard var page = pages.last else { return }
    let (lines, room) = (PageText(of: self).lines, Stage(of: self).pageRows.count)
    if let selected = lines.firstIndex(where: { $0.look == .selected }) {
      page.top = max(min(page.top, selected), selected - room + 1)
    }
    page.top = max(0, min(page.top, lines.count - room))
    pages[pages.count - 1] = page
  }

  /// An app's line is selected by moving there alone: a key pressed once more would be about all of its notifications.
  private mutating func findSelection(from former: [CenterRow]) {
    if selected == nil {
      select(list.rows.firstIndex(where: \.isEntry) ?? 0)
    } else if let place = list.rows.firstIndex(where: { $0.name == selected }) {
      index = place
    } else {
      select(list.place(from: index, of: former) ?? index)
    }
  }
}

/// Input that the person is typing.
enum CenterPrompt: Equatable {
  case search
  case reply(NotificationID, ItemID, title: String, text: String)
  /// `isUnclear`: the text typed before held no time.
  case end(CenterEnding, text: String, isUnclear: Bool = false)
  /// Answered by one key.
  case confirmation(CenterCall, question: String)
}

extension CenterState {
  mutating func type(_ key: Key, _ prompt: CenterPrompt) -> [CenterEffect] {
    switch (prompt, key) {
    case (.confirmation(let call, _), _):
      self.prompt = nil
      return key == .character("y") || key == .character("Y") ? [.call(call)] : []
    case (_, .enter): return submit(prompt)
    case (_, .escape):
      if prompt == .search { list.find("") }
      self.prompt = nil
    case (.search, .up), (.search, .wheelUp): select(index - 1)
    case (.search, .down), (.search, .wheelDown): select(index + 1)
    default: write(edited(typed(in: prompt), key), prompt)
    }
    return []
  }

  /// Where nothing asks for a text, what is pasted is nothing.
  mutating func paste(_ pasted: String) {
    guard let prompt, !isAway else { return }
    write(Self.joined(typed(in: prompt), pasted), prompt)
  }

  private mutating func submit(_ prompt: CenterPrompt) -> [CenterEffect] {
    switch prompt {
    case .reply(_, _, _, text: ""), .end(_, text: "", _): return []
    case .search, .confirmation: break
    case .reply(let id, let action, _, let text):
      self.prompt = nil
      return [.call(.press(id, action, text: text))]
    case .end(let ending, let text, _):
      let end = try? timeOrDuration(text, of: "", clock: clock)
      guard let end, end > clock.now else {
        self.prompt = .end(ending, text: text, isUnclear: true)
        return []
      }
      self.prompt = nil
      return [.call(ending.call(until: end))]
    }
    self.prompt = nil
    return []
  }

  private func typed(in prompt: CenterPrompt) -> String {
    switch prompt {
    case .search: list.search
    case .reply(_, _, _, let text), .end(_, let text, _): text
    case .confirmation: ""
    }
  }

  private mutating func write(_ text: String, _ prompt: CenterPrompt) {
    switch prompt {
    case .search:
      guard text != list.search else { return }
      list.find(text)
      selectFirst()
    case .reply(let id, let action, let title, _):
      self.prompt = .reply(id, action, title: title, text: text)
    case .end(let ending, _, _): self.prompt = .end(ending, text: text)
    case .confirmation: break
    }
  }

  /// The same for a key that writes nothing.
  private func edited(_ text: String, _ key: Key) -> String {
    switch key {
    case .character(let character): Self.joined(text, String(character))
    case .backspace: String(text.dropLast())
    case .control("U"): ""
    default: text
    }
  }

  /// As much of the second as there is room for.
  private static func joined(_ text: String, _ added: String) -> String {
    var joined = text
    var room = Limits.replyBytes - text.utf8.count
    for character in added {
      room -= character.utf8.count
      guard room >= 0 else { break }
      joined.append(character)
    }
    return joined
  }
}
