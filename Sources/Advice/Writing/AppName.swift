package import NotificationModel

/// What people know an app by, as its texts may repeat it. Worth keeping where an app says much: it is a text of its own
/// to be taken apart.
package struct AppName: Sendable {
  /// The name as it was given.
  package let name: String
  let text: WrittenText
  /// How it can be told from other words of a text.
  let likeness: Likeness
  private let id: AppID
  /// The last word as a possessive: Parcelly's, Samosas'.
  let possessives: [WordKey]

  enum Likeness: Sendable {
    /// Nobody would write it for anything else.
    case none
    /// An everyday word as well, such as Mail: it is the name only where it stands apart from the sentence.
    case everyday
    /// The end of an id such as org.example.Tea, which may be any word: it is the name also where it has a capital
    /// that only names have there.
    case anyWord
  }

  /// `name` is that of the desktop entry. Without one an app goes by its id, of which people know the last part at
  /// most.
  package init(_ name: String, of app: AppID) {
    self.name = name
    id = app
    guard name == app.text else {
      text = WrittenText(name)
      possessives = Self.possessives(of: text)
      likeness = Self.isEveryday(text) ? .everyday : .none
      return
    }
    // An id has letters of ASCII alone.
    let parts = name.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
    text = WrittenText(String(parts.last { !Self.sorts.contains($0.lowercased()) } ?? parts.last ?? ""))
    possessives = Self.possessives(of: text)
    let isOneWord = text.words.count == 1 && !text.words[0].has(.mixed)
    likeness = Self.isEveryday(text) ? .everyday : isOneWord ? .anyWord : .none
  }

  var words: [Word] { text.words }

  /// Whether the id has it too. Others are translated, and so words of the language: Drucker, Red, 전원.
  var isBrand: Bool {
    let id = id.text.utf8.map(\.small)
    return text.bytes.split(separator: 0x20).contains { part in
      part.count > 2 && id.indices.contains { id[$0...].starts(with: part.lazy.map(\.small)) }
    }
  }

  private static func possessives(of name: WrittenText) -> [WordKey] {
    guard let last = name.words.last else { return [] }
    return ["'s", "'"].map { WordKey(bytes: Array(name.bytes[last.range]) + Array($0.utf8)) }
  }

  /// Whether, where nothing tells the two apart, it may be meant as a word.
  var mayBeWord: Bool { likeness != .none }

  /// Whether the text has it with a capital that no word has there: `Your letter is in Quillhaven now.`, but neither
  /// `Tea Is Ready` nor `Tea is ready.`
  func hasItsCapital(in text: WrittenText) -> Bool {
    let (capital, scored) = Capitals.capitalsWithinSentences(text, known: [])
    return capital.count * 2 <= scored && capital.contains { text.words[$0].key == words.first?.key }
  }

  private static func isEveryday(_ name: WrittenText) -> Bool {
    !name.words.isEmpty && name.words.allSatisfy { everyday.contains($0) || everydayParts.contains($0) }
  }

  /// Last parts that say what sort of program it is: org.telegram.desktop.
  private static let sorts: Set<String> = ["desktop", "client", "app", "gui"]

  /// What names of several everyday words are made of: Disk Space, USB Protection, Software Update.
  private static let everydayParts: Phrases = [
    "disk", "disc", "space", "usb", "protection", "manager", "update", "updater", "notifier", "control",
    "center",
    "centre", "device", "devices", "screen", "display", "sound", "volume", "file", "folder", "image", "photo",
    "document", "viewer", "print", "job", "jobs", "queue", "time", "date", "task", "note", "message", "alarm",
    "call", "desktop", "computer", "user", "account", "accounts", "startup", "session", "night", "light",
    "color",
    "colour", "mouse", "keyboard", "touchpad", "bluetooth", "wifi", "internet", "connection", "connections",
    "firewall", "service", "package", "packages", "installer", "archive", "search", "help", "online", "usage",
    "monitor", "history", "driver", "drivers", "language", "region", "input", "break", "app", "apps",
    "notification", "notifications", "available", "알림", "사용", "가능", "매니저", "애플릿", "보호", "관리자", "센터", "디스크",
    "공간",
    "화면", "소리", "장치", "계정",
  ]
  private static let everyday: Phrases = [
    "mail", "notes", "calendar", "files", "music", "maps", "photos", "messages", "clock", "clocks", "weather",
    "reminders", "calculator", "contacts", "news", "books", "podcasts", "camera", "settings", "store",
    "software", "terminal", "chat", "phone", "home", "health", "wallet", "backup", "backups", "disks",
    "printers",
    "printer", "updates", "downloads", "tasks", "games", "shop", "bank", "power", "battery", "network",
    "security", "system", "videos", "video", "fitness", "alarms", "timer", "timers", "travel", "sports",
    "stocks",
    "finance", "email", "browser", "editor", "player", "radio", "library", "documents", "passwords", "keys",
    "journal", "signal", "things", "teams", "numbers",
    "pages", "zoom", "steam", "meet", "drive", "keep", "sheets", "slides", "docs", "word", "office",
    "console",
    "boxes", "characters", "fonts", "logs", "web", "transmission", "polls", "lists", "boards", "paint",
    "recipes", "scanner", "garden", "metro", "transit", "market", "parcel", "parcels",
    "session", "element", "matrix", "agenda", "studio", "server", "torrent", "podcast", "contact", "audio",
    "album", "archives", "calls", "clips", "fragments", "secrets", "resources", "identity", "connect",
    "explore",
    "focus", "translate", "translator", "authenticator", "passwords", "tracker", "record", "recorder",
    "recordings",
    "remote", "media", "gallery", "dictionary", "compass", "voice", "agent", "stopwatch", "updater",
    "installer",
    "메일", "메모", "달력", "캘린더", "파일", "음악", "지도", "사진", "메시지", "시계", "날씨", "알림", "계산기", "연락처",
    "뉴스", "카메라", "설정", "채팅", "전화", "건강", "지갑", "백업", "업데이트", "다운로드", "은행", "배터리", "네트워크", "택배",
    "쇼핑", "게임", "일정", "가계부", "운동", "시스템", "디스크", "소프트웨어", "전원", "인쇄", "프린터", "블루투스", "포모도로", "알리미",
    "이메일", "문서", "비디오", "동영상", "웹", "보안", "업데이터", "화면", "작업", "할 일",
  ]
}
