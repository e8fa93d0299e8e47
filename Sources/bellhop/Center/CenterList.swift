import Glibc
import NotificationModel
import NotificationProtocol
import Wording

/// A line of the list.
enum CenterRow: Equatable {
  /// The heading of an app's notifications.
  case app(AppID, name: String, count: Int, unread: Int, isFolded: Bool)
  /// The heading above the notifications of all apps that were missed for this reason.
  case missed(Missed.Cause, count: Int, isFolded: Bool)
  case entry(NotificationID, place: ThreadPlace)

  /// The position of a notification in its thread.
  enum ThreadPlace: Equatable {
    case alone, older
    /// Among missed notifications, which are not grouped by thread.
    case missed
    /// The newest of the thread, with the number of older ones and whether they are shown.
    case newest(older: Int, isOpen: Bool)
  }

  /// Identifies a line while the lines around it change.
  enum Name: Hashable {
    case app(AppID)
    case missed(Missed.Cause)
    case entry(NotificationID)
  }

  var isEntry: Bool { if case .entry = self { true } else { false } }

  var name: Name {
    switch self {
    case .app(let app, _, _, _, _): .app(app)
    case .missed(let cause, _, _): .missed(cause)
    case .entry(let id, _): .entry(id)
    }
  }
}

/// The notifications as lines: first the missed ones, then the others by app and thread, newest first.
///
/// Invariant: after `arrange()`, `rows` matches the entries, the folded lines and the search.
struct CenterList {
  private struct Thread: Hashable {
    let app: AppID
    let name: OpaqueName
  }

  private(set) var rows: [CenterRow] = []
  private(set) var search = ""
  private(set) var filter = CenterFilter.all
  private var entries = KeptEntries()
  private var found = CenterSearch()
  /// Notifications that came to the list as missed. Each keeps its place when the person looks at it.
  private var missed: [NotificationID: Missed.Cause] = [:]
  /// The number of entries in `missed` that the person has not looked at.
  private(set) var missedCount = 0
  private var folded: Set<CenterRow.Name> = []
  private var openThreads: Set<Thread> = []
  private var isStale = false

  var isEmpty: Bool { entries.count == 0 }

  subscript(id: NotificationID) -> Entry? { entries[id] }

  mutating func apply(_ reply: WatchReply) {
    for entry in reply.changed {
      entries.put(entry)
      found.forget(entry.id)
      // A notification that is still held is not missed yet.
      if let cause = entry.missed, entry.state != .held { missed[entry.id] = cause }
    }
    for id in reply.gone {
      missed[id] = nil
      entries.remove(id)
      found.forget(id)
    }
    isStale = isStale || !reply.changed.isEmpty || !reply.gone.isEmpty
  }

  /// Discards every text; the folded lines and the search stay.
  mutating func removeAll() {
    entries.removeAll()
    missed = [:]
    found = CenterSearch()
    isStale = true
  }

  /// Shows only notifications with this text in title, subtitle, body or the app's name; all if it is empty.
  mutating func find(_ text: String) {
    search = text
    isStale = true
  }

  /// Sets the filter. Missed notifications that the person has looked at since move to their apps.
  mutating func show(_ filter: CenterFilter) {
    self.filter = filter
    missed = missed.filter { entries[$0.key]?.missed != nil }
    isStale = true
  }

  /// Folds a line, or unfolds a folded one.
  mutating func fold(_ row: CenterRow) {
    switch row {
    case .app, .missed: if folded.remove(row.name) == nil { folded.insert(row.name) }
    case .entry(_, place: .missed): return
    case .entry(let id, _):
      guard let entry = entries[id], let name = entry.thread else { return }
      let thread = Thread(app: entry.app, name: name)
      if openThreads.remove(thread) == nil { openThreads.insert(thread) }
    }
    isStale = true
  }

  /// The notifications that a line stands for; for an app's line all its shown ones, newest first.
  func entries(of row: CenterRow) -> [Entry] {
    switch row {
    case .app(let app, _, _, _, _): shown.filter { $0.app == app && missed[$0.id] == nil }
    case .missed(let cause, _, _): shown.filter { missed[$0.id] == cause }
    case .entry(let id, _): entries[id].map { [$0] } ?? []
    }
  }

  /// The number of read notifications of this app; of all apps for `nil`.
  func readCount(of app: AppID?) -> Int {
    entries.newestFirst.count { $0.state == .read && (app == nil || $0.app == app) }
  }

  private var shown: [Entry] {
    entries.newestFirst.filter { isShown($0) && (search.isEmpty || found.contains($0.id)) }
  }

  private func isShown(_ entry: Entry) -> Bool {
    switch filter {
    case .all: true
    case .unread: entry.unread
    case .missed: missed[entry.id] != nil
    }
  }

  /// Returns true if the lines have changed.
  @discardableResult
  mutating func arrange() -> Bool {
    guard isStale else { return false }
    isStale = false
    found.look(for: search, in: entries.newestFirst)
    let shown = shown
    missedCount = entries.newestFirst.count { missed[$0.id] != nil && $0.missed != nil }
    let byCause = Self.grouped(shown) { missed[$0.id] }
    let byApp = Self.grouped(shown) { missed[$0.id] == nil ? $0.app : nil }
    rows = byCause.flatMap { rows(missed: $0, $1) } + byApp.flatMap { rows(of: $0, $1) }
    return true
  }

  /// The groups in the order of their first entries; entries without a key are left out.
  private static func grouped<Key: Hashable>(
    _ entries: [Entry], by key: (Entry) -> Key?
  ) -> [(Key, [Entry])] {
    var order: [Key] = []
    var groups: [Key: [Entry]] = [:]
    for entry in entries {
      guard let key = key(entry) else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(entry)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }

  /// The new selection after a selected line of `former` is gone: the notification at its place, or the one above in
  /// the same app; otherwise the first of an app below, or the last of one above. `nil` if all are folded.
  func place(from gone: Int, of former: [CenterRow]) -> Int? {
    let places = Dictionary(
      rows.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let head = former.prefix(gone + 1).lastIndex { !$0.isEntry } ?? 0
    let above = former.prefix(gone).dropFirst(head).reversed().lazy.compactMap { places[$0.name] }.first
    if let above {
      for place in [above + 1, above] where rows.indices.contains(place) && rows[place].isEntry {
        return place
      }
    }
    let below = former.dropFirst(gone).lazy.compactMap { places[$0.name] }.first ?? rows.count
    return rows[below...].firstIndex(where: \.isEntry) ?? rows[..<below].lastIndex(where: \.isEntry)
  }

  private func rows(of app: AppID, _ entries: [Entry]) -> [CenterRow] {
    // A search shows matches in folded apps, too.
    let isFolded = search.isEmpty && folded.contains(.app(app))
    let head = CenterRow.app(
      app, name: entries.first?.shownName() ?? "", count: entries.count, unread: entries.count { $0.unread },
      isFolded: isFolded)
    guard !isFolded else { return [head] }
    return [head] + ThreadGroup.grouped(entries).flatMap(rows)
  }

  private func rows(missed cause: Missed.Cause, _ entries: [Entry]) -> [CenterRow] {
    let isFolded = search.isEmpty && folded.contains(.missed(cause))
    let head = CenterRow.missed(cause, count: entries.count, isFolded: isFolded)
    return [head] + (isFolded ? [] : entries.map { .entry($0.id, place: .missed) })
  }

  private func rows(of group: ThreadGroup) -> [CenterRow] {
    guard let newest = group.entries.first else { return [] }
    guard let name = newest.thread, group.entries.count > 1 else { return [.entry(newest.id, place: .alone)] }
    let isOpen = !search.isEmpty || openThreads.contains(Thread(app: newest.app, name: name))
    let older = group.entries.dropFirst()
    return [.entry(newest.id, place: .newest(older: older.count, isOpen: isOpen))]
      + (isOpen ? older.map { .entry($0.id, place: .older) } : [])
  }
}

/// The choice of notifications that the list shows.
enum CenterFilter: CaseIterable {
  case all, unread, missed

  /// The next filter; the first one follows the last.
  var next: CenterFilter {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension CenterWording {
  /// The heading above the list.
  func shown(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: notifications
    case .unread: onlyUnread
    case .missed: onlyMissed
    }
  }

  /// The text in place of an empty list.
  func nothing(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: nothing
    case .unread: bar.nothingNew
    case .missed: nothingMissed
    }
  }

  /// The state of an entry, with its end if it has one.
  func state(of entry: Entry, _ clock: LocalClock) -> String {
    let told = entry.until.map { stateUntil(entry.state, clock.end($0)) } ?? state(entry.state)
    return entry.isChanged ? "\(told), \(changed)" : told
  }
}

/// The notifications that contain a text. Each text is case-folded once per search.
private struct CenterSearch {
  /// NUL-terminated for `strstr`; no text contains a NUL.
  private var texts: [NotificationID: [CChar]] = [:]
  private var ids: Set<NotificationID> = []

  func contains(_ id: NotificationID) -> Bool { ids.contains(id) }

  /// Discards the folded text, because the notification has changed or gone.
  mutating func forget(_ id: NotificationID) { texts[id] = nil }

  mutating func look(for search: String, in entries: some Sequence<Entry>) {
    guard !search.isEmpty else {
      // Discard the second copy of the texts, which only a search needs.
      self = CenterSearch()
      return
    }
    let wanted = Self.folded(search)
    ids.removeAll(keepingCapacity: true)
    for entry in entries where strstr(text(of: entry), wanted) != nil { ids.insert(entry.id) }
  }

  private mutating func text(of entry: Entry) -> [CChar] {
    if let text = texts[entry.id] { return text }
    let text = Self.folded(
      [entry.title, entry.subtitle ?? "", entry.body ?? "", entry.appName].joined(separator: "\n"))
    texts[entry.id] = text
    return text
  }

  private static func folded(_ text: String) -> [CChar] { Array(text.lowercased().utf8CString) }
}
