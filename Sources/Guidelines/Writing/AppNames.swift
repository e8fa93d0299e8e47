/// Names of apps that are everyday words as well.
enum AppNames {
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
    "메일", "메모", "달력", "캘린더", "파일", "음악", "지도", "사진", "메시지", "시계", "날씨", "알림", "계산기", "연락처",
    "뉴스", "카메라", "설정", "채팅", "전화", "건강", "지갑", "백업", "업데이트", "다운로드", "은행", "배터리", "네트워크", "택배",
    "쇼핑", "게임", "일정", "가계부", "운동",
  ]

  /// Whether the name, where it stands in a text, may be meant as a word.
  static func isEveryday(_ name: WrittenText) -> Bool {
    guard let first = name.words.first else { return false }
    return name.words.count == 1 && everyday.contains(first)
  }
}
