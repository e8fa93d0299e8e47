import Glibc
import NotificationModel

/// Which notifications have a text in them. Each text is folded once, as long as something is searched for.
struct CenterSearch {
  /// Bytes up to a NUL, as `strstr` takes them; no text has one in it.
  private var texts: [NotificationID: [CChar]] = [:]
  private var ids: Set<NotificationID> = []

  func contains(_ id: NotificationID) -> Bool { ids.contains(id) }

  /// Its text is another one, or gone.
  mutating func forget(_ id: NotificationID) { texts[id] = nil }

  mutating func look(for search: String, in entries: some Sequence<Entry>) {
    guard !search.isEmpty else {
      // Nothing is searched for: the texts need not be held twice.
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
