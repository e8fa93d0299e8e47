/// The language by whose rules a text is judged. There are rules of style for two languages only.
enum WrittenLanguage {
  case english
  case korean
  case other

  /// The language that the app states, or else the one that letters and words suggest. `locale`: the language of the
  /// person at the desktop, such as
  /// `en`, in which a text is more likely to be.
  init(tag: String?, locale: String, of texts: [WrittenText]) {
    if let tag {
      let main = tag.prefix { $0 != "-" }.lowercased()
      self = main == "en" ? .english : main == "ko" ? .korean : .other
    } else {
      self.init(of: texts, locale: locale)
    }
  }

  private init(of texts: [WrittenText], locale: String) {
    // Addresses and file names have no language, and a quotation may be in another language.
    let words = texts.flatMap { text in
      text.words.filter { $0.traits.isDisjoint(with: [.technical, .quoted]) }
    }
    var (count, hangul, basic) = (0, 0, 0)
    for word in words {
      for letter in word.key.unicodeScalars where !letter.isDigit && letter != "'" {
        count += 1
        if letter.isHangul { hangul += 1 } else if letter.isASCII { basic += 1 }
      }
    }
    if hangul > 0, hangul * 10 >= count * 3 {
      self = .korean
    } else if basic * 10 >= count * 9, Self.readsAsEnglish(words, locale: locale) {
      self = .english
    } else {
      self = .other
    }
  }

  /// How much more likely English is than another language with these letters, by its words and by the pairs of letters
  /// in them, each word once: in quarters of a natural logarithm, as `LetterPairs` counts.
  private static func readsAsEnglish(_ words: [Word], locale: String) -> Bool {
    var seen: Set<String> = []
    var likelihood = 0
    var hasForeign = false
    for word in words where seen.insert(word.key).inserted {
      if onlyEnglish.contains(word) { likelihood += 16 }
      if shared.contains(word) { likelihood += 6 }
      // A word with a capital may as well be a name: Désir.
      if foreign.contains(word) || word.has(.foreign) && word.has(.small) {
        likelihood -= 24
        hasForeign = true
      }
      likelihood += LetterPairs.likelihood(of: word.key)
    }
    return likelihood > (locale == "en" && !hasForeign ? likelyEnough : likelyEverywhere)
  }

  /// The likelihood that suffices if English is to be expected.
  private static let likelyEnough = 8
  private static let likelyEverywhere = 14

  /// Words that hardly occur in other languages.
  private static let onlyEnglish: Phrases = """
    the, you, your, and, with, this, that, from, its, it's, been, my, our, they, these, when, which, until, before,
    after, now, ready, about, would, could, should, there, here, were, who, how, every, available, finished, please,
    cannot, can't, don't, failed, must, only, too, unable, while, found, but, already, because, without, tap, any,
    other, again, still, click, press, updated, battery, low, full, connected, disconnected, connection, settings,
    changes, removed, received, some, couldn't, today, minutes, than, then, left, off, out, needs, need, waiting,
    running, started, stopped, turned, get, see, more, just, also, password, unknown, missing, required, successfully,
    completed, saved, deleted, missed
    """

  /// Words that also occur in other languages.
  private static let shared: Phrases = """
    notifications, a, an, in, of, on, to, at, as, be, no, or, up, is, was, will, for, has, not, by, can, new, what, we,
    if, it, file, error, use, server, version, system, open, list, update, download, backup, message, network, device,
    are, have
    """

  /// Little words of languages that are written with the same letters.
  private static let foreign: Phrases = """
    le, la, les, des, du, et, est, une, un, pas, pour, dans, avec, votre, vous, sont, au, aux, el, los, las, una, para,
    con, por, su, se, es, está, il, che, di, della, sono, non, più, alla, dei, nel, der, das, und, ist, nicht, ein,
    eine, wurde, für, mit, auf, von, zu, den, sie, wird, kein, het, een, van, niet, zijn, je, aan, wordt, voor, og,
    och, att, som, på, ikke, inte, en, af, til, har, det, jag, não, em, uma, um, os, foi, da, dos, ao, nie, jest, na,
    się, po, dla, ja, ei, tidak, yang, untuk, dari, bir, için, nu, de, om, si, alle, tu, ma, que, com, sin, más, como,
    mais, ser, kan, blev, ne, ya, ji, za, nuovo, nuova, nuevo, nueva, nouveau, nouvelle, neue, terminé, fehler, erreur,
    errore, erro, fout, conexión, foto, tocca, appuyez, novo, nova, ny, nye, nytt, nowy, uusi, aktiv, aktive, tippen,
    impossibile, falha, pronto, ini, dan, pada
    """
}

/// How much likelier English is to have two letters beside each other than some sixty languages that are written with
/// the same ones: it has "th" and "wh", and few words that end in "i" or "o". Logarithms of the ratio of their
/// frequencies in the messages of desktop programs and their translations.
private enum LetterPairs {
  /// The sum for all pairs in a word, including its beginning and its end.
  static func likelihood(of word: String) -> Int {
    var sum = 0
    var last = 0
    for byte in word.utf8 {
      switch byte {
      case 0x80...: return sum - foreignLetter
      case 0x61...0x7A:
        let letter = Int(byte) - 0x60
        sum += weight(last, letter)
        last = letter
      case UInt8(ascii: "'"): break
      // Digits belong to no language.
      default: return 0
      }
    }
    return sum + weight(last, 0)
  }

  private static let foreignLetter = 8

  private static func weight(_ first: Int, _ second: Int) -> Int { Int(weights[first * 27 + second]) }

  /// 27 for each first letter, the edge of a word before a. `m` stands for 0, the letters before it for less and those
  /// behind for more.
  private static let weights: [Int8] = rows.utf8.map { Int8(bitPattern: $0) - 0x6D }
  private static let rows =
    "mnmpklokmogglmlokkpnonkrligfaonmekmdldemlnfkdllnlhgolaokmkmnombippqlklnokpmljempk"
    + "opmnkopomjfrpnkqnooltnmkjlfshmlokjlckdgmlhkjmlpmkjmopfnpjrslplffgaklkintmnlflprpa"
    + "qmlkolokhoikoniqqlpqomljnpmogklhojmllcflopimjlnkkjfleinmjljqlklnigdmimlkknjiihmgl"
    + "bkkmmjmmefaamjoqlijnnemflaldclligllicjjfjdhimkkefjmmlkkdlgmlnoggaaajoanjfiebifmej"
    + "liijpoohflafmhenlkqmnlkgsrglknmmmhhclhiipommkilkmkhmcjnkqpnkooiiampkopqlqpnlrklig"
    + "lnlploulfkbfmmpoofpirrlslhanlmnqoknlkhjoielqnlnrmmlnpkkfmmjimnlflmmmmfmkklinmnmmm"
    + "mkjnmpmnfkelkmomlhpnmlmkkscoijklokinmegjmlkmnlpmnirlpepkjpmnlktogfnkfopmmolifphpc"
    + "dimohnjkflbanlmkqgloohefkfchmlkjnnjjkiifmdfmmckjbknnbjsmklklnmyrlkoktolmrnjfmmmbl"
    + "onhrlmjmipmllkmitmmlqmnjlllrakhdeehhhddhpjlqmiokeikkjkechjfnmheblgffafhmjjfbegngh"
}
