/// The language that a text is advised on in. What is neither of the two is left alone where it matters.
enum WrittenLanguage {
  case english
  case korean
  case other

  /// As the app says; else as the words themselves tell.
  init(tag: String?, of texts: @autoclosure () -> [WrittenText]) {
    if let tag {
      let main = tag.utf8.prefix { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
      self = main == Array("en".utf8) ? .english : main == Array("ko".utf8) ? .korean : .other
    } else {
      self.init(of: texts())
    }
  }

  private init(of texts: [WrittenText]) {
    var letters = LetterCount()
    for text in texts {
      letters.basic += text.letters.basic
      letters.hangul += text.letters.hangul
      letters.other += text.letters.other
    }
    if letters.hangul * 10 >= letters.all * 3, letters.hangul > 0 {
      self = .korean
    } else if letters.basic * 10 >= letters.all * 9, Self.readsAsEnglish(texts) {
      self = .english
    } else {
      self = .other
    }
  }

  /// Two different words that are English alone, or one with others around it that may be.
  private static func readsAsEnglish(_ texts: [WrittenText]) -> Bool {
    var seen: Set<WordKey> = []
    var only = 0
    var votes = 0
    for text in texts {
      for word in text.words where seen.count < mostWords && seen.insert(word.key).inserted {
        if onlyEnglish.contains(word) {
          only += 1
          votes += 2
        }
        if shared.contains(word) { votes += 1 }
        if foreign.contains(word) { votes -= 2 }
      }
    }
    return only > 0 && votes > 2
  }

  /// So many different words tell a language.
  private static let mostWords = 200

  /// Little words that are English and nothing else.
  private static let onlyEnglish: Phrases = [
    "the", "you", "your", "you're", "and", "are", "have", "with", "this", "that", "from", "its", "it's",
    "been",
    "can't", "don't", "my", "our", "their", "they", "these", "when", "which", "until", "before", "after",
    "now",
    "ready", "about", "would", "could", "should", "there", "here", "were", "who", "how", "us", "every",
    "tell",
    "tells", "notify", "notifies", "remind", "reminds", "notifications", "available", "finished", "better",
    "please",
  ]

  /// Little words that are English and something else as well.
  private static let shared: Phrases = [
    "a", "an", "in", "of", "on", "to", "at", "as", "be", "no", "or", "up", "is", "was", "will", "for", "has",
    "not", "by", "can", "new", "what", "we", "if", "it",
  ]

  /// Little words of the languages that share those.
  private static let foreign: Phrases = [
    "der", "das", "und", "ist", "nicht", "ein", "eine", "einen", "wurde", "für", "mit", "auf", "von", "zu",
    "le", "la", "les", "des", "du", "et", "est", "une", "pas", "pour", "sur", "dans", "avec", "el", "los",
    "las", "una", "para", "con", "por", "il", "che", "di", "della", "sono", "per", "het", "een", "van",
    "niet", "og", "och", "att", "som", "på", "ikke", "não", "em", "uma", "se", "nie", "jest", "na", "ja",
    "de", "er", "om", "aan", "es", "klaar", "gibt", "wir", "sie", "ihr", "vous", "votre", "tu", "su", "ditt",
    "din", "je", "zijn", "heeft",
  ]
}
