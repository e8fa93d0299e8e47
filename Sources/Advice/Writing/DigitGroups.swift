/// Numbers as people group them: digits with single blanks, hyphens or dots between.
struct DigitGroups {
  let digits: [UInt8]
  /// How many digits stand in each group.
  let lengths: [Int]
  let hyphens: Int

  static func all(in text: WrittenText) -> [DigitGroups] {
    var found: [DigitGroups] = []
    var digits: [UInt8] = []
    var lengths: [Int] = []
    var hyphens = 0
    var previous = 0
    func close() {
      if digits.count >= 9 { found.append(DigitGroups(digits: digits, lengths: lengths, hyphens: hyphens)) }
      digits = []
      lengths = []
      hyphens = 0
    }
    for word in text.words {
      let bytes = text.bytes[word.range]
      guard bytes.allSatisfy(\.isDigit) else {
        close()
        continue
      }
      let gap = text.bytes[previous..<word.range.lowerBound]
      let isJoined = gap.count == 1 && (gap.first == 0x20 || gap.first == UInt8(ascii: "-"))
      if !isJoined { close() }
      if isJoined, gap.first == UInt8(ascii: "-"), !digits.isEmpty { hyphens += 1 }
      digits += bytes.map { $0 - UInt8(ascii: "0") }
      lengths.append(bytes.count)
      previous = word.range.upperBound
    }
    close()
    return found
  }

  /// 13 to 19 digits whose last checks the others (ISO/IEC 7812, the rule of Luhn), in the groups of a card.
  var isCardNumber: Bool {
    guard (13...19).contains(digits.count), let first = digits.first, first != 0, !isBookNumber else {
      return false
    }
    let sum = digits.reversed().enumerated().reduce(0) { sum, element in
      let (position, digit) = (element.offset, Int(element.element))
      guard position % 2 == 1 else { return sum + digit }
      return sum + (digit > 4 ? 2 * digit - 9 : 2 * digit)
    }
    return sum % 10 == 0
  }

  /// ISBN, which begins like no card.
  private var isBookNumber: Bool { digits.count == 13 && digits.starts(with: [9, 7]) && digits[2] >= 8 }

  /// A social security number of the United States, or a resident registration number of Korea.
  var isIdentityNumber: Bool {
    if lengths == [3, 2, 4], hyphens == 2 { return true }
    return lengths == [6, 7] && hyphens == 1 && (1...8).contains(digits[6])
  }
}

/// International bank account numbers (ISO 13616).
enum AccountNumber {
  static func isIBAN(in text: WrittenText) -> Bool {
    text.words.indices.contains { index in
      let bytes = text.bytes[text.words[index].range]
      let country = bytes.prefix(2)
      let check = bytes.dropFirst(2).prefix(2)
      guard bytes.count >= 4, country.allSatisfy(\.isCapital), check.count == 2, check.allSatisfy(\.isDigit)
      else { return false }
      return checks(characters(from: index, in: text))
    }
  }

  /// The word and those behind it, while they are capitals and digits; 34 characters at most.
  private static func characters(from start: Int, in text: WrittenText) -> [UInt8] {
    var all: [UInt8] = []
    for index in start..<text.words.count {
      let word = text.bytes[text.words[index].range]
      let isJoined = index == start || text.gap(before: index).elementsEqual([0x20])
      guard isJoined, word.allSatisfy({ $0.isDigit || $0.isCapital }), all.count + word.count <= 34 else {
        break
      }
      all += word
    }
    return all
  }

  /// Whether the number of the rearranged characters leaves 1 when divided by 97.
  private static func checks(_ characters: [UInt8]) -> Bool {
    guard characters.count >= 15 else { return false }
    var remainder = 0
    for byte in characters.dropFirst(4) + characters.prefix(4) {
      let value = byte.isDigit ? Int(byte) - 48 : Int(byte) - 55
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
    return remainder == 1
  }
}
