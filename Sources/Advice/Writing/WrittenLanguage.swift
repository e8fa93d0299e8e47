/// The language that a text is advised on in. What is neither of the two is left alone where it matters.
enum WrittenLanguage {
  case english
  case korean
  case other

  /// As the app says; else as the letters and words tell. `locale`: the language of the person at the desktop, such as
  /// `en`, in which a text is more likely to be.
  init(tag: String?, locale: String, of texts: [WrittenText]) {
    if let tag {
      let main = tag.utf8.prefix { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
      self = main == Array("en".utf8) ? .english : main == Array("ko".utf8) ? .korean : .other
    } else {
      self.init(of: texts, locale: locale)
    }
  }

  private init(of texts: [WrittenText], locale: String) {
    var letters = LetterCount()
    for text in texts {
      for word in text.words where Self.isOwn(word) { letters.add(text.bytes[word.range]) }
    }
    if letters.hangul * 10 >= letters.all * 3, letters.hangul > 0 {
      self = .korean
    } else if letters.basic * 10 >= letters.all * 9, Self.readsAsEnglish(texts, locale: locale) {
      self = .english
    } else {
      self = .other
    }
  }

  /// Addresses and file names are in no language, and what is quoted may be in another.
  private static func isOwn(_ word: Word) -> Bool {
    word.traits.isDisjoint(with: [.technical, .quoted])
  }

  /// How much more likely English is than another language with these letters, by its words and by the pairs of letters
  /// in them, each word once: in quarters of a natural logarithm, as `LetterPairs` counts.
  private static func readsAsEnglish(_ texts: [WrittenText], locale: String) -> Bool {
    var seen: [WordKey] = []
    seen.reserveCapacity(min(mostWords, texts.reduce(0) { $0 + $1.words.count }))
    var likelihood = 0
    var hasForeign = false
    for text in texts {
      for word in text.words where isOwn(word) && seen.count < mostWords && !seen.contains(word.key) {
        seen.append(word.key)
        if onlyEnglish.contains(word) { likelihood += 16 }
        if shared.contains(word) { likelihood += 6 }
        // A capital makes it a name as likely: Désir.
        if foreign.contains(word) || word.has(.foreign) && word.has(.small) {
          likelihood -= 24
          hasForeign = true
        }
        likelihood += LetterPairs.likelihood(of: text.bytes[word.range])
      }
    }
    return likelihood > (locale == "en" && !hasForeign ? likelyEnough : likelyEverywhere)
  }

  /// So many different words tell a language.
  private static let mostWords = 200
  /// Where English is to be expected.
  private static let likelyEnough = 8
  private static let likelyEverywhere = 14

  /// Words that are English and nothing else, or hardly anything.
  private static let onlyEnglish: Phrases = [
    "the", "you", "your", "you're", "and", "with", "this", "that", "from", "its", "it's", "been", "can't",
    "don't", "my", "our", "their", "they", "these", "when", "which", "until", "before", "after", "now",
    "ready", "about", "would", "could", "should", "there", "here", "were", "who", "how", "every", "tell",
    "tells", "notify", "notifies", "remind", "reminds", "available", "finished", "better",
    "please", "cannot", "failed", "must", "only", "does", "too", "unable", "while", "found", "but", "already",
    "because", "without", "tap", "touch", "between", "any", "other", "another", "such", "again", "still",
    "since", "click",
    "press", "restart", "updated", "battery", "low", "full", "connected", "disconnected", "connection",
    "settings", "changes", "removed", "received", "some", "each", "couldn't", "doesn't", "didn't", "isn't",
    "won't", "i'm", "i'll", "you've", "we're", "wasn't", "aren't", "tonight", "today", "yesterday",
    "tomorrow", "minutes", "hours", "days", "week", "first", "than", "then", "did", "done", "left", "right",
    "back", "down", "into", "over", "off", "out", "them", "his", "she", "he", "him", "yes", "two", "three",
    "needs", "need", "work", "working", "waiting", "running", "starting", "started", "stopped", "using",
    "used", "turned", "turn", "takes", "take", "make", "made", "get", "keep", "want", "know", "see", "look",
    "always", "never", "sure", "soon", "later", "once", "more", "most", "many", "much", "very", "just",
    "also", "both", "next", "last", "own", "high", "password", "unknown", "wrong", "missing", "enough",
    "required", "allowed", "denied", "expired", "successfully", "completed", "saved", "deleted", "shared",
    "posted", "joined", "wants", "liked", "replied", "mentioned", "reminder", "appointment", "delivery",
    "order", "arrives", "arrived", "starts", "ends", "meeting", "call", "missed", "voicemail",
  ]

  /// Words that are English and something else as well.
  private static let shared: Phrases = [
    "notifications", "a", "an", "in", "of", "on", "to", "at", "as", "be", "no", "or", "up", "is", "was",
    "will", "for", "has",
    "not", "by", "can", "new", "what", "we", "if", "it", "file", "error", "name", "use", "server", "version",
    "system", "code", "open", "key", "list", "data", "update", "online", "offline", "download", "backup",
    "message", "app", "network", "device", "are", "have", "one", "us", "her", "got",
  ]

  /// Little words of languages that are written with the same letters.
  private static let foreign: Phrases = [
    "tocca", "continuare", "accesso", "effettuato", "connessione", "conectando", "conectados", "compte",
    "courant", "appel",
    "entrant", "wordt", "heruntergeladen", "volym", "voltooid", "ingeschakeld", "uitgeschakeld", "tijdens",
    "verbinden",
    "dringend", "caricamento", "corso", "conexión", "foto", "loyer", "logement", "connexion", "toque", "toca",
    "appuyez", "tippen",
    "nuove", "effettuare", "impossibile", "pronto", "pronta", "falha", "erro", "errore", "erreur", "fehler",
    "feil", "fout", "ont", "alors", "actief", "completato", "ultimo", "ultima", "aktiv", "aktive", "aktiven",
    "alle", "viene",
    "stato", "bloccato", "annulée", "echec", "lue", "lues",
    "terminé", "mensagem", "mensagens", "novas", "novo", "nova", "nuevo", "nueva", "nuevos", "nuovo", "nuova",
    "nuovi", "neue", "neuer", "neues", "nouveau",
    "nouvelle", "nieuwe", "nye", "nytt", "nowy", "nowa", "nowe", "uusi", "ny", "der", "das", "und", "ist",
    "nicht", "ein", "eine", "einen", "wurde", "für", "mit", "auf", "von", "zu",
    "le", "la", "les", "des", "du", "et", "est", "une", "pas", "pour", "dans", "avec", "el", "los", "las",
    "una", "para", "con", "por", "il", "che", "di", "della", "sono", "het", "een", "van", "niet", "og", "och",
    "att", "som", "på", "ikke", "não", "em", "uma", "se", "nie", "jest", "na", "ja", "de", "er", "om", "aan",
    "es", "klaar", "gibt", "wir", "sie", "ihr", "vous", "votre", "tu", "su", "ditt", "din", "je", "zijn",
    "heeft", "tidak", "yang", "untuk", "dalam", "dari", "dapat", "kan", "inte", "ikkje", "för", "är", "till",
    "av", "bir", "için", "está", "lo", "nu", "ne", "ni", "ku", "e", "y", "un", "ez", "az", "nem", "és", "um",
    "os", "mga", "ang", "ng", "sa", "te", "da", "ti", "mi", "si", "ci", "ma", "più", "già", "qui", "alla",
    "alle", "dei", "nel", "nella", "degli", "gli", "zum", "zur", "beim", "sich", "oder", "auch", "kann",
    "wird", "werden", "sind", "hat", "haben", "noch", "kein", "keine", "mehr", "bitte", "dit", "deze",
    "wordt", "naar", "uit", "bij", "geen", "meer", "ook", "maar", "als", "ce", "cette", "vos", "nos", "sont",
    "être", "peut", "sans", "aux", "au", "cet", "fait", "más", "como", "este", "esta", "sus", "ha", "han",
    "sin", "muy", "hay", "pero", "dos", "ao", "pelo", "mais", "já", "foi", "são", "ser", "estão", "tem",
    "til", "af", "den", "det", "jag", "har", "kunde", "skal", "vil", "blev", "ved", "fra", "ei", "ole", "oli",
    "että", "kun", "się", "po", "za", "od", "dla", "czy", "został", "została", "było", "jako", "byl", "byla",
    "není", "při", "jsou", "ako", "sú", "bol", "egy", "meg", "lehet", "vagy", "volt", "pentru", "sau", "mai",
    "care", "dar", "sunt", "fost", "și", "în", "iz", "nije", "kao", "ovo", "bio", "yeni", "ve", "ile", "bu",
    "değil", "oldu", "var", "yok", "adalah", "dengan", "pada", "ini", "itu", "akan", "telah", "sudah", "anda",
    "ada", "atau", "kepada", "không", "và", "của", "được", "cho", "là", "một",
  ]
}
