/// Words and phrases to look for, in small letters and with plain apostrophes.
struct Phrases: ExpressibleByArrayLiteral, Sendable {
  /// A bit for each first word, of 256 that several share: most words of a text begin nothing.
  private let filter: SIMD4<UInt64>
  /// The first words, by open addressing, at most half full.
  private let firsts: [WordKey]
  /// Where the phrases of each first word begin among all; one more, which ends the last.
  private let starts: [UInt16]
  /// Where the other words of each phrase end among all; longest first within a first word.
  private let ends: [UInt16]
  private let others: [WordKey]

  init(arrayLiteral phrases: String...) {
    var byFirst: [WordKey: [[WordKey]]] = [:]
    for phrase in phrases {
      let keys = phrase.split(separator: " ").map { WordKey($0) }
      guard let first = keys.first else { continue }
      byFirst[first, default: []].append(Array(keys.dropFirst()))
    }
    var size = 4
    while size < byFirst.count * 2 { size *= 2 }
    var firsts = [WordKey](repeating: Self.nothing, count: size)
    var filter = SIMD4<UInt64>()
    for first in byFirst.keys {
      filter[Self.word(first)] |= Self.bit(first)
      var index = Self.start(first) & (size - 1)
      while firsts[index] != Self.nothing { index = (index + 1) & (size - 1) }
      firsts[index] = first
    }
    // Flat, for there are many lists, and all of them stay in memory.
    var starts: [UInt16] = []
    var ends: [UInt16] = []
    var others: [WordKey] = []
    for first in firsts {
      starts.append(UInt16(ends.count))
      for rest in (byFirst[first] ?? []).sorted(by: { $0.count > $1.count }) {
        others += rest
        ends.append(UInt16(others.count))
      }
    }
    self.filter = filter
    self.firsts = firsts
    self.starts = starts + [UInt16(ends.count)]
    self.ends = ends
    self.others = others
  }

  /// The key of the empty word, which no text has.
  private static let nothing = WordKey()

  @inline(__always)
  private static func start(_ key: WordKey) -> Int { Int(truncatingIfNeeded: key.value ^ (key.value >> 32)) }

  @inline(__always) private static func word(_ key: WordKey) -> Int { Int(key.value >> 62) }
  @inline(__always) private static func bit(_ key: WordKey) -> UInt64 { 1 << (key.value >> 56 & 63) }

  @inline(__always)
  private func slot(of key: WordKey) -> Int? {
    guard filter[Self.word(key)] & Self.bit(key) != 0 else { return nil }
    let mask = firsts.count - 1
    var index = Self.start(key) & mask
    while true {
      let first = firsts[index]
      if first == key { return index }
      if first == WordKey() { return nil }
      index = (index + 1) & mask
    }
  }

  /// The longest phrase that begins with this word: the words it covers.
  @inline(__always)
  func match(_ words: [Word], at start: Int) -> Range<Int>? {
    slot(of: words[start].key).flatMap { match(words, at: start, slot: $0) }
  }

  private func match(_ words: [Word], at start: Int, slot: Int) -> Range<Int>? {
    for phrase in Int(starts[slot])..<Int(starts[slot + 1]) {
      let rest = otherWords(of: phrase)
      guard rest.count < words.count - start else { continue }
      if rest.indices.allSatisfy({ others[$0] == words[start + 1 + $0 - rest.lowerBound].key }) {
        return start..<(start + 1 + rest.count)
      }
    }
    return nil
  }

  /// Where the words of a phrase behind its first stand.
  private func otherWords(of phrase: Int) -> Range<Int> {
    Int(phrase > 0 ? ends[phrase - 1] : 0)..<Int(ends[phrase])
  }

  func first(in words: [Word]) -> Range<Int>? { first(in: words, within: words.indices) }

  func first(in words: [Word], within range: Range<Int>) -> Range<Int>? {
    for index in range {
      if let match = match(words, at: index), match.upperBound <= range.upperBound { return match }
    }
    return nil
  }

  /// Whether the word alone is one of them.
  func contains(_ word: Word) -> Bool {
    guard let slot = slot(of: word.key) else { return false }
    return otherWords(of: Int(starts[slot + 1]) - 1).isEmpty
  }
}
