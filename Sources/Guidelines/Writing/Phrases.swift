/// Words and phrases to look for, in small letters and with plain apostrophes.
struct Phrases: ExpressibleByArrayLiteral, Sendable {
  /// Further words of each phrase, by its first; open addressing, at most half full.
  private var slots: [Slot]
  private let mask: Int

  private struct Slot {
    let first: WordKey
    /// Longest first.
    var rests: [[WordKey]]
  }

  init(arrayLiteral phrases: String...) { self.init(phrases) }

  init(_ phrases: [String]) {
    var byFirst: [WordKey: [[WordKey]]] = [:]
    for phrase in phrases {
      let keys = phrase.split(separator: " ").map { WordKey($0) }
      guard let first = keys.first else { continue }
      byFirst[first, default: []].append(Array(keys.dropFirst()))
    }
    var size = 4
    while size < byFirst.count * 2 { size *= 2 }
    mask = size - 1
    var table = [Slot?](repeating: nil, count: size)
    for (first, rests) in byFirst {
      var index = Self.start(first) & mask
      while table[index] != nil { index = (index + 1) & mask }
      table[index] = Slot(first: first, rests: rests.sorted { $0.count > $1.count })
    }
    slots = table.map { $0 ?? Slot(first: Self.nothing, rests: []) }
  }

  /// The key of the empty word, which no text has.
  private static let nothing = WordKey()

  private static func start(_ key: WordKey) -> Int { Int(truncatingIfNeeded: key.value ^ (key.value >> 32)) }

  private func slot(of key: WordKey) -> Int? {
    var index = Self.start(key) & mask
    while true {
      let first = slots[index].first
      if first == key { return index }
      if first == Self.nothing { return nil }
      index = (index + 1) & mask
    }
  }

  /// The longest phrase that begins with this word: the words it covers.
  func match(_ words: [Word], at start: Int) -> Range<Int>? {
    guard let slot = slot(of: words[start].key) else { return nil }
    for rest in slots[slot].rests where rest.count < words.count - start {
      if rest.indices.allSatisfy({ rest[$0] == words[start + 1 + $0].key }) {
        return start..<(start + 1 + rest.count)
      }
    }
    return nil
  }

  func first(in words: [Word], from start: Int = 0) -> Range<Int>? {
    var index = start
    while index < words.count {
      if let match = match(words, at: index) { return match }
      index += 1
    }
    return nil
  }

  /// Whether the word alone is one of them.
  func contains(_ word: Word) -> Bool {
    guard let slot = slot(of: word.key) else { return false }
    return slots[slot].rests.last?.isEmpty == true
  }
}
