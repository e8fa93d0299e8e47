import NotificationModel
import NotificationProtocol
import Wording

/// An input of the notification centre.
enum CenterEvent {
  case key(Key)
  case clicked(Target)
  /// Pasted text, which is never read as keys.
  case pasted(String)
  case resized(Picture.Size)
  /// Replies that arrived together, in order.
  case news([WatchReply])
  case lockChanged, away
  case answered(CenterAnswer)
  /// This notification has been on screen long enough to be read.
  case looked(NotificationID)
}

/// An effect of an event, besides drawing.
enum CenterEffect: Equatable {
  case call(CenterCall)
  /// This missed notification is on screen from now on; `nil` if it is no longer.
  case look(NotificationID?)
  case redraw, leave
}

/// The notification centre without terminal and daemon: its list, selection and pages.
///
/// Invariant: after each event the selected line and the page's first line exist, and no page is about a notification
/// that is gone.
struct CenterState {
  let words: CenterWording
  /// The present moment, for snoozing and for showing times.
  var clock: LocalClock

  private(set) var size: Picture.Size
  var list = CenterList()
  /// The index of the selected line.
  private(set) var index = 0
  /// The index of the first visible line.
  private(set) var top = 0
  /// The open pages; the last one is on top.
  var pages: [CenterPage] = []
  var prompt: CenterPrompt?
  /// Shown until the next key.
  var notice: String?

  private(set) var unread = 0
  private(set) var held = 0
  private(set) var quiet: [QuietReport] = []
  private(set) var doNotDisturb = false
  private(set) var doNotDisturbUntil: Timestamp?
  /// `nil` until the daemon's first reply.
  private(set) var locked: Bool?
  /// The daemon does not answer.
  private(set) var isAway = false
  /// Whether the first state of the list is still coming: what is counted is too little.
  private(set) var isFilling = false

  /// The call whose answer opens or updates a page; any other such answer is outdated.
  var awaited: CenterCall?
  private var selected: CenterRow.Name?
  /// The notification of the last `look` effect.
  private var looking: NotificationID?
  /// The app whose settings open once the daemon has replied and the screen is unlocked.
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
    case .lockChanged:
      forgetTexts()
      locked = nil
    case .away: disconnect()
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
    case nil: size.columns >= ScreenLayout.wide ? entry.id : nil
    case .explanation?, .help?, .menu?: nil
    }
  }

  // MARK: The daemon

  private mutating func apply(_ reply: WatchReply) {
    if isAway { notice = words.isBack }
    isAway = false
    // A page from before the daemon went away or the screen was locked may no longer be visible.
    if locked != reply.locked, locked != nil { forgetTexts() }
    locked = reply.locked
    unread = reply.unread
    held = reply.held ?? 0
    quiet = reply.causes
    doNotDisturb = reply.doNotDisturb
    doNotDisturbUntil = reply.doNotDisturbUntil
    isFilling = reply.more
    list.apply(reply)
  }

  private mutating func forgetTexts() {
    list.removeAll()
    list.find("")
    pages = []
    prompt = nil
    // A daemon that has just come back treats the screen as locked until the desktop reports it.
    if notice != words.isBack { notice = nil }
    awaited = nil
  }

  /// Hides the texts: without the daemon it is unknown which ones may be shown. Typed text is kept, but hidden.
  private mutating func disconnect() {
    (isAway, isFilling) = (true, false)
    list.removeAll()
    pages = []
    awaited = nil
  }

  private mutating func apply(_ answer: CenterAnswer) {
    switch answer {
    case .done: break
    case .dismissed(let count):
      notice = count == 0 ? words.nothingDismissed : words.dismissed(count, KeyTable.name(of: .undo, words))
    case .restored(0, let app): notice = app.map { words.earlierSettings($0.text) } ?? words.nothingToUndo
    case .restored(let count, _): notice = words.restored(count)
    case .erased(let count, let keeper): notice = words.erased(count, keeper)
    case .putOff(let end): notice = words.putOff(clock.end(end))
    case .doNotDisturb(let isOn, let end):
      notice = isOn ? words.bar.doNotDisturb(until: end.map(clock.end)) : words.doNotDisturbOff
    case .letThrough(let choice): notice = choice.told(clock, words)
    case .failed(let call, let reason): fail(call, reason)
    case .explained(let id, let decisions, let advice):
      guard awaited == .explain(id) else { return }
      pages.append(CenterPage(.explanation(id, decisions, advice)))
      awaited = nil
    case .standing(let id, let app, let senders, let cameInFront):
      guard awaited == .standing(id, app.app) else { return }
      awaited = nil
      guard let entry = list[id] else { return }
      pages.append(
        CenterPage(.menu(.letThrough(entry, app, senders, cameInFront: cameInFront, clock, words))))
    case .settings(let app, let withdrawn):
      if withdrawn > 0 { notice = words.offList(withdrawn, KeyTable.name(of: .undo, words)) }
      show(settingsOf: app)
    }
  }

  /// Shows the reason for a failed call. A failed refresh of open settings is silent: the next news repeats it.
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

  /// The number of visible lines of the list or a page.
  var height: Int { max(1, size.rows - 2) }

  var row: CenterRow? { list.rows.indices.contains(index) ? list.rows[index] : nil }

  /// The notification of the open page, or the selected one.
  var subject: Entry? {
    if let page = pages.last { return page.subject.flatMap { list[$0] } }
    guard case .entry(let id, _)? = row else { return nil }
    return list[id]
  }

  /// The notifications that a key applies to; on an app's line, all of its notifications.
  var subjects: [Entry] {
    if pages.isEmpty, let row { return list.entries(of: row) }
    return subject.map { [$0] } ?? []
  }

  mutating func select(_ place: Int) {
    index = max(0, min(place, list.rows.count - 1))
    selected = row?.name
  }

  /// Selects the newest notification at the next `settle`.
  private mutating func selectFirst() { selected = nil }

  private mutating func settle() {
    let (rows, former) = (list.rows, index)
    if list.arrange() { findSelection(from: rows) }
    // Scrolls with the selected line, so that its neighbours stay in place.
    top += index - former
    top = max(min(top, index), index - height + 1, 0)
    top = min(top, max(0, list.rows.count - height))
    let count = pages.count
    pages.removeAll { page in page.subject.map { list[$0] == nil } ?? false }
    if pages.count < count { notice = notice ?? words.isGone }
    guard var page = pages.last else { return }
    let (lines, room) = (PageText(of: self).lines, ScreenLayout(of: self).pageRows.count)
    if let selected = lines.firstIndex(where: { $0.look == .selected }) {
      page.top = max(min(page.top, selected), selected - room + 1)
    }
    page.top = max(0, min(page.top, lines.count - room))
    pages[pages.count - 1] = page
  }

  /// Keeps the selection through a change of lines. Never moves it to an app's line: the next key would apply to all of
  /// the app's notifications.
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

/// A prompt for the person's input.
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

  /// Ignores pasted text if no prompt for text is open.
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
      guard let end, end.end(from: clock.now).time > clock.now else {
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

  /// The text after this key; unchanged for a key that writes nothing.
  private func edited(_ text: String, _ key: Key) -> String {
    switch key {
    case .character(let character): Self.joined(text, String(character))
    case .backspace: String(text.dropLast())
    case .control("U"): ""
    default: text
    }
  }

  /// The first text, and as much of the second as fits.
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
