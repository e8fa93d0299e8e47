/// Texts that end in the middle of a word, as far as that can be told without a dictionary.
enum CutWords {
  /// Shorter ones were hardly cut.
  static let columns = 40
  static let longest = 4

  static func endsWithin(_ text: WrittenText, _ language: WrittenLanguage) -> Bool {
    guard let last = text.words.last, text.tail.isEmpty, text.columns >= columns, text.words.count > 6 else {
      return false
    }
    switch language {
    case .english:
      guard last.has(.small), !last.has(.technical), !last.has(.foreign) else { return false }
      // What follows a number is its unit.
      if text.words.dropLast().last?.has(.hasDigit) == true { return false }
      return last.range.count <= longest && !closing.contains(last) || leading.contains(last)
    case .korean: return polite.contains { text.korean?.endsWith($0) == true }
    case .other: return false
    }
  }

  /// Little words that something must follow.
  private static let leading: Phrases = [
    "the", "a", "an", "and", "or", "of", "with", "from", "your", "my", "our", "their", "his", "because",
    "which",
  ]

  /// Polite endings of Korean without their last syllable.
  private static let polite = ["합니", "습니", "됩니", "입니", "랍니", "하세", "주세", "보세", "십시"]

  /// The short words that English sentences end with.
  private static let closing: Phrases = [
    "in", "on", "up", "out", "off", "by", "at", "to", "it", "me", "us", "you", "him", "her", "them", "so",
    "too",
    "now", "ago", "one", "two", "six", "ten", "four", "five", "nine", "here", "away", "back", "down", "over",
    "soon",
    "time", "day", "days", "week", "hour", "year", "home", "work", "left", "done", "file", "mail", "door",
    "desk",
    "room", "hall", "gate", "road", "sea", "park", "city", "town", "car", "bus", "team", "game", "goal",
    "way",
    "long", "late", "last", "next", "new", "old", "open", "full", "free", "fast", "slow", "low", "high",
    "safe",
    "well", "good", "fine", "best", "more", "less", "most", "all", "none", "some", "any", "each", "both",
    "many",
    "much", "few", "lot", "bit", "end", "rest", "half", "part", "page", "list", "note", "text", "call",
    "plan",
    "rain", "snow", "wind", "sun", "heat", "cold", "warm", "tea", "cake", "food", "meal", "milk", "shop",
    "bank",
    "card", "code", "data", "disk", "link", "site", "app", "apps", "tab", "map", "net", "web", "book", "song",
    "show", "film", "play", "run", "walk", "ride", "trip", "race", "step", "pm", "am", "min", "km", "then",
    "than",
    "that", "this", "yet", "not", "no", "yes", "be", "do", "go", "see", "say", "can", "will", "want",
    "need",
    "know", "help", "wait", "stop", "sent", "seen", "read", "paid", "sold", "lost", "won", "set", "met",
    "kept",
    "made", "sale", "stay", "date", "name", "side", "area", "line", "lift", "pool", "lane", "moon",
    "tide",
    "noon", "dawn", "dusk", "bed", "kid", "kids", "men", "life", "love", "hand", "face", "eye", "eyes",
    "feet",
    "head", "body", "kind", "case", "fact", "idea", "job", "jobs", "task", "bug", "fix", "pay", "fee", "tax",
    "bill",
    "cost", "mode", "copy", "size", "menu", "icon", "user", "host", "port", "key", "keys", "lock", "box",
    "bag", "cat",
    "dog", "pet", "pets", "bin", "bike", "boat", "ship", "taxi", "seat", "row", "tour", "beta", "item",
    "type", "used", "use", "able", "ever", "also", "else", "push", "sync", "wifi", "http", "mins", "secs",
    "main",
    "root", "tray",
    "feed", "tags", "info", "auto", "fail", "mute", "view", "join", "sign", "once", "past", "pair", "rate",
    "rows", "save",
    "same", "self", "send", "skip", "slot", "spam", "spot", "sure", "term", "test", "tool", "turn", "unit",
    "vote", "wave",
    "wide", "zone", "zero", "cpu", "gpu", "ram", "usb", "vpn", "pdf", "ago", "yours", "mine", "ours", "less",
  ]
}
