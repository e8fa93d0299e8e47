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

  private static func readsAsEnglish(_ texts: [WrittenText]) -> Bool {
    var votes = 0
    for text in texts {
      for word in text.words {
        if onlyEnglish.contains(word) { votes += 2 }
        if shared.contains(word) { votes += 1 }
        if foreign.contains(word) { votes -= 2 }
      }
    }
    return votes > 1
  }

  /// Little words that are English and nothing else.
  private static let onlyEnglish: Phrases = [
    "the", "you", "your", "you're", "and", "are", "has", "have", "with", "for", "this", "that", "was",
    "from", "new", "not", "its", "it's", "been", "will", "can", "can't", "don't", "my", "our", "their",
    "they", "these", "when", "what", "which", "until", "before", "after", "now", "by", "ready", "is",
  ]

  /// Little words that are English and something else as well.
  private static let shared: Phrases = [
    "a", "an", "in", "of", "on", "to", "at", "as", "be", "no", "or", "up",
  ]

  /// Little words of the languages that share those.
  private static let foreign: Phrases = [
    "der", "das", "und", "ist", "nicht", "ein", "eine", "einen", "wurde", "für", "mit", "auf", "von", "zu",
    "le", "la", "les", "des", "du", "et", "est", "une", "pas", "pour", "sur", "dans", "avec", "el", "los",
    "las", "una", "para", "con", "por", "il", "che", "di", "della", "sono", "per", "het", "een", "van",
    "niet", "og", "och", "att", "som", "på", "ikke", "não", "em", "uma", "se", "nie", "jest", "na", "ja",
  ]
}
