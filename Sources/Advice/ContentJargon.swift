/// Communication uses the words of people, and no technical jargon.
enum ContentJargon: AdviceRule {
  static let name = "content.jargon"

  private static let jargon: Phrases = [
    "errno", "localhost", "stderr", "stdout", "stdin", "segfault",
    "sigsegv",
    "sigkill", "sigterm", "enoent", "econnrefused", "econnreset", "etimedout", "eacces", "eperm", "enospc",
    "traceback", "stack trace", "segmentation fault", "core dumped", "nullpointerexception", "exit code",
    "exit status", "malloc", "mutex", "dbus", "d bus", "coredump", "syscall",
    "return code", "http error", "ssl handshake", "tls handshake", "rpc", "api call", "utf",
    "regex", "boolean", "bool", "uuid", "pid", "kernel panic", "stack overflow", "foreign key", "sql",
    "http status", "timeout exception", "foo", "bar baz", "lorem ipsum", "xxx",
    "object object",
  ]
  /// Nothing, as programs call it; with a capital it may be a name.
  private static let nothing: Phrases = ["null", "undefined", "nil"]
  /// Before nil they are a team's.
  private static let goals: Phrases = ["one", "two", "three", "four", "five", "six", "won", "lost"]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson else { return }
    for (field, text) in draft.content where isJargon(text) {
      advice.add(
        self, field,
        .textHoldsJargon)
      return
    }
  }

  private static func isJargon(_ text: WrittenText) -> Bool {
    let words = text.words
    for index in words.indices {
      if jargon.match(words, at: index) != nil { return true }
      if words[index].key == notANumber, words[index].has(.mixed) { return true }
      if nothing.contains(words[index]), !words[index].has(.capitalised) {
        if index == 0 || !goals.contains(words[index - 1]) { return true }
      }
      if words[index].has(.hasDigit), isHexadecimal(text.bytes[words[index].range]) { return true }
      if http == words[index].key, index + 1 < words.count, words[index + 1].has(.hasDigit) { return true }
      if endsAsClass(words[index], in: text) || isErrorName(words[index], in: text) { return true }
    }
    return hasPlaceholder(text.bytes)
  }

  /// Written as only programs write it; Nan may be a grandmother.
  private static let notANumber = WordKey("nan")
  private static let http = WordKey("http")

  /// 0x1f3a.
  private static func isHexadecimal(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 3 && word.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
  }

  /// NullPointerException, TypeError: written together as no language of people does.
  private static func endsAsClass(_ word: Word, in text: WrittenText) -> Bool {
    guard word.has(.mixed) else { return false }
    let bytes = text.bytes[word.range]
    return classEndings.contains { bytes.count > $0.count && bytes.suffix($0.count).elementsEqual($0) }
  }
  private static let classEndings = ["Exception", "Error"].map { Array($0.utf8) }

  /// ERR_CONNECTION_REFUSED and the like: capitals joined by underscores.
  private static func isErrorName(_ word: Word, in text: WrittenText) -> Bool {
    guard word.has(.shouted), word.range.upperBound < text.bytes.count else { return false }
    return text.bytes[word.range.upperBound] == UInt8(ascii: "_")
  }

  /// `%s`, `%1$d`, `%@`, `{{name}}`, `${name}`, `{0}`, `{name}`, and `key=value`.
  private static func hasPlaceholder(_ bytes: [UInt8]) -> Bool {
    var isQuery = false
    for index in bytes.indices.dropLast() {
      let next = bytes[index + 1]
      switch bytes[index] {
      case UInt8(ascii: "?"): isQuery = true
      case 0x20, 0x0A: isQuery = false
      case UInt8(ascii: "%"):
        let isEnd = index + 2 >= bytes.count || !bytes[index + 2].isLetter
        if "sd@ufi".utf8.contains(next), isEnd { return true }
        if next.isDigit, index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "$") { return true }
      case UInt8(ascii: "{"):
        if next == UInt8(ascii: "{") || next.isDigit || next.isSmall { return true }
      case UInt8(ascii: "$"):
        if next == UInt8(ascii: "{") { return true }
      case UInt8(ascii: "="):
        // Not in an address, nor in a formula.
        let isKey = index > 1 && bytes[index - 1].isLetter && bytes[index - 2].isLetter
        if !isQuery, isKey, next.isLetter || next.isDigit { return true }
      default: break
      }
    }
    return false
  }
}
