import NotificationModel
import NotificationProtocol
import Wording

/// Entries of the list, one line each.
struct EntryList {
  let entries: [Entry]
  /// Puts the entries of a thread together, the older ones indented.
  var isGrouped = false
  var words = CommandWording.english
  let clock: LocalClock

  /// On a narrower terminal, the text has no room beside the other columns.
  private static let narrow = 60

  func text(style: Style, columns: Int?, header: Bool = true) -> String {
    if style.isPlain { return plain(style) }
    let isNarrow = columns.map { $0 < Self.narrow } ?? false
    let rows = inOrder.map { entry, isOlder in
      [entry.unread ? "*" : "", entry.id.description]
        + (isNarrow ? [] : [time(of: entry), entry.shownName(style), state(of: entry)])
        + [(isOlder ? "  " : "") + visible(summary(of: entry))]
    }
    let list = words.list
    let all =
      ["", list.id] + (isNarrow ? [] : [list.time, list.app, list.state]) + [list.text]
    let names = header && !rows.isEmpty ? all : []
    return Table(header: names, rows: rows, rightAligned: [1]).text(style: style, columns: columns)
  }

  /// A sentence per entry for screen readers, with the subject first.
  private func plain(_ style: Style) -> String {
    let list = words.list
    return inOrder.map { entry, isOlder in
      let repeats = entry.repeats == 1 ? list.twice : list.repeated(entry.repeats + 1)
      var parts = [visible(text(of: entry))] + (entry.repeats > 0 ? [repeats] : [])
      if entry.unread { parts.append(words.terms.unread) }
      if entry.state != .delivered || entry.missed != nil { parts.append(state(of: entry)) }
      if isOlder { parts.append(list.sameThread) }
      parts.append(clock.short(entry.came))
      if let occurred = entry.occurred { parts.append(list.happened(clock.short(occurred))) }
      parts.append(list.number(entry.id.description))
      return "\(entry.shownName(style)): \(parts.joined(separator: ", "))\n"
    }.joined()
  }

  private var inOrder: [(entry: Entry, isOlder: Bool)] {
    guard isGrouped else { return entries.map { ($0, false) } }
    return ThreadGroup.grouped(entries).flatMap { group in
      group.entries.enumerated().map { ($0.element, $0.offset > 0) }
    }
  }

  /// The time at which the entry last came, followed by the time of its occurrence in parentheses, if that is earlier.
  private func time(of entry: Entry) -> String {
    clock.short(entry.came) + (entry.occurred.map { " (\(clock.short($0)))" } ?? "")
  }

  private func state(of entry: Entry) -> String {
    let terms = words.terms
    let told =
      entry.until.map { terms.told(entry.state, until: clock.short($0)) } ?? terms.state(entry.state)
    return told + (entry.missed == nil ? "" : ", \(terms.missed)")
      + (entry.isChanged ? ", \(terms.changed)" : "")
  }

  private func summary(of entry: Entry) -> String {
    text(of: entry) + (entry.repeats > 0 ? " (×\(entry.repeats + 1))" : "")
  }

  private func text(of entry: Entry) -> String {
    [entry.title, entry.body ?? ""].filter { !$0.isEmpty }.joined(separator: " — ")
  }
}

/// An entry of the list, in full.
struct EntryText {
  let entry: Entry
  var advice: [Advice] = []
  var words = CommandWording.english
  let clock: LocalClock
  var wording = Wording.english

  func text(style: Style) -> String {
    var text = style.bold(visible(entry.title)) + "\n"
    if let subtitle = entry.subtitle { text += visible(subtitle) + "\n" }
    if let body = entry.body { text += visible(body, keepingLines: true) + "\n" }
    return text + "\n" + Table(facts: facts(style)).text(style: style)
      + AdviceText.lines(advice, words.judgement)
  }

  private func facts(_ style: Style) -> [[String]] {
    let (terms, words) = (words.terms, words.entry)
    // In some languages the two words are the same, which is then written once.
    let state =
      [terms.state(entry.state)] + (entry.unread ? [terms.unread] : [])
      + (entry.isChanged ? [terms.changed] : [])
    var facts = [
      [words.id, entry.id.description], [words.app, "\(entry.shownName(style)) (\(entry.app))"],
    ]
    if let thread = entry.thread { facts.append([words.thread, visible(thread.text)]) }
    facts.append([words.posted, clock.long(entry.posted)])
    if entry.came != entry.posted { facts.append([words.lastCame, clock.long(entry.came)]) }
    if let occurred = entry.occurred { facts.append([words.happened, clock.long(occurred)]) }
    if let until = entry.until {
      facts.append([entry.state == .scheduled ? words.due : words.until, clock.long(until)])
    }
    facts.append([words.level, terms.level(entry.level)])
    facts.append([words.state, (state.first == state.last ? [state[0]] : state).joined(separator: ", ")])
    if let missed = entry.missed { facts.append([words.missed, wording.missedWhile(missed)]) }
    facts.append([words.outcome, terms.outcome(entry.outcome)])
    if entry.repeats > 0 { facts.append([words.repeats, String(entry.repeats)]) }
    if let url = entry.url { facts.append([words.opens, visible(url.text)]) }
    for action in entry.actions {
      let told =
        [action.title] + (action.destructive ? [terms.destructive] : [])
        + (action.takesText ? [terms.asksForText] : [])
      facts.append([words.action, visible("\(action.id) (\(told.joined(separator: ", ")))")])
    }
    return facts
  }
}

/// The entries of one thread, with the newest first.
struct ThreadGroup {
  /// Newest first; never empty.
  var entries: [Entry]

  private struct Place: Hashable {
    let app: AppID
    let thread: OpaqueName
  }

  /// `entries`: newest first. The group with the newest entry comes first; an entry without a thread is a group of its
  /// own.
  static func grouped(_ entries: [Entry]) -> [ThreadGroup] {
    var groups: [ThreadGroup] = []
    var places: [Place: Int] = [:]
    for entry in entries {
      guard let thread = entry.thread else {
        groups.append(ThreadGroup(entries: [entry]))
        continue
      }
      let key = Place(app: entry.app, thread: thread)
      if let place = places[key] {
        groups[place].entries.append(entry)
      } else {
        places[key] = groups.count
        groups.append(ThreadGroup(entries: [entry]))
      }
    }
    return groups
  }
}

/// The name of an app in texts for people: a claimed name, which is unverified, ends with a mark. Scripts have the id,
/// and `claimed`.
private func marked(_ name: String, isClaimed: Bool, _ style: Style) -> String {
  guard isClaimed else { return visible(name) }
  let shown = visible(name)
  let short = shown.count > claimedCharacters ? shown.prefix(claimedCharacters - 1) + "…" : shown[...]
  return short + (style.isPlain ? " (claimed)" : "?")
}

/// Limits a claimed name, so that the rest of its line and its mark stay visible.
private let claimedCharacters = 32

extension Entry {
  func shownName(_ style: Style = .signs) -> String {
    marked(appName, isClaimed: isNameClaimed, style)
  }
}

extension AppEntry {
  func shownName(_ style: Style = .signs) -> String {
    marked(name, isClaimed: isNameClaimed, style)
  }

  /// The app's permission to notify, in words.
  func shownAuthorization(_ words: AppsWording) -> String {
    front.map { words.asConsentSays(words.may($0)) } ?? words.may(settings.authorization)
  }

  /// Whether it may show banners, and either all of it comes through quiet, or nothing.
  var hasOwnWayThrough: Bool {
    (front ?? settings.authorization) == .authorized && settings.dnd != .urgent
  }
}

extension Style {
  /// The style of lines with signs between words: a bar, the notification centre.
  fileprivate static let signs = Style(isColoured: false)
}
