/// How much likelier English is to have two letters beside each other than some sixty languages that are written with the
/// same ones. English has "th" and "wh", and few words that end in "i" or "o".
///
/// Logarithms of the ratio of the frequencies in the messages of desktop programs and their translations.
enum LetterPairs {
  /// Of all pairs in a word, its beginning and its end among them; in quarters of a natural logarithm.
  static func likelihood(of word: ArraySlice<UInt8>) -> Int {
    var sum = 0
    var last = 0
    for byte in word {
      let small = byte | 0x20
      switch small {
      case _ where byte >= 0x80: return sum - foreignLetter
      case 0x61...0x7A:
        let letter = Int(small) - 0x60
        sum += weight(last, letter)
        last = letter
      // An apostrophe; digits belong to no language.
      case 0x27: break
      default: return 0
      }
    }
    return sum + weight(last, 0)
  }

  private static let foreignLetter = 8

  private static func weight(_ first: Int, _ second: Int) -> Int { Int(weights[first * 27 + second]) }

  /// Rows by the first letter, columns by the second, the edge of a word before a. `m` stands for 0, the letters before
  /// it for less and those behind for more.
  private static let weights: [Int8] = rows.joined().utf8.map { Int8(bitPattern: $0) - 0x6D }

  private static let rows = [
    "mnmpklokmogglmlokkpnonkrlig",
    "faonmekmdldemlnfkdllnlhgola",
    "okmkmnombippqlklnokpmljempk",
    "opmnkopomjfrpnkqnooltnmkjlf",
    "shmlokjlckdgmlhkjmlpmkjmopf",
    "npjrslplffgaklkintmnlflprpa",
    "qmlkolokhoikoniqqlpqomljnpm",
    "ogklhojmllcflopimjlnkkjflei",
    "nmjljqlklnigdmimlkknjiihmgl",
    "bkkmmjmmefaamjoqlijnnemflal",
    "dclligllicjjfjdhimkkefjmmlk",
    "kdlgmlnoggaaajoanjfiebifmej",
    "liijpoohflafmhenlkqmnlkgsrg",
    "lknmmmhhclhiipommkilkmkhmcj",
    "nkqpnkooiiampkopqlqpnlrklig",
    "lnlploulfkbfmmpoofpirrlslha",
    "nlmnqoknlkhjoielqnlnrmmlnpk",
    "kfmmjimnlflmmmmfmkklinmnmmm",
    "mkjnmpmnfkelkmomlhpnmlmkksc",
    "oijklokinmegjmlkmnlpmnirlpe",
    "pkjpmnlktogfnkfopmmolifphpc",
    "dimohnjkflbanlmkqgloohefkfc",
    "hmlkjnnjjkiifmdfmmckjbknnbj",
    "smklklnmyrlkoktolmrnjfmmmbl",
    "onhrlmjmipmllkmitmmlqmnjlll",
    "rakhdeehhhddhpjlqmiokeikkjk",
    "echjfnmheblgffafhmjjfbegngh",
  ]
}
