import Testing

@testable import Advice

struct WrittenTextTests {
  private func words(_ text: String) -> [String] {
    let written = WrittenText(text)
    return written.words.map { written.string(at: $0.range) }
  }

  @Test("A text falls into words at blanks, hyphens and punctuation, but not at apostrophes")
  func words() {
    #expect(words("Anna's well-known tea, isn’t it?") == ["Anna's", "well", "known", "tea", "isn’t", "it"])
    #expect(words("회의가 10분 후에 시작됩니다.") == ["회의가", "10분", "후에", "시작됩니다"])
    #expect(words("Grüße — 你好") == ["Grüße", "你好"])
    #expect(words("🎉 … !") == [])
    #expect(words("") == [])
  }

  @Test("A word is the same whatever its case and its apostrophe")
  func keys() {
    #expect(WrittenText("DON’T").words[0].key == "don't")
    #expect(WrittenText("tea").words[0].key == WrittenText("Tea!").words[0].key)
  }

  private static let written: [(String, Word.Traits)] = [
    ("Tea", [.capitalised, .opensSentence]), ("tea", [.small, .opensSentence]),
    ("TEA", [.capitalised, .shouted, .opensSentence]), ("iPhone", [.small, .mixed, .opensSentence]),
    ("A", [.capitalised, .opensSentence]), ("7th", [.small, .hasDigit, .technical, .opensSentence]),
    ("Émile", [.capitalised, .foreign, .opensSentence]), ("차", [.foreign, .opensSentence]),
    ("“Tea”", [.capitalised, .quoted, .opensSentence]),
  ]

  @Test("A word knows how it is written", arguments: written)
  func traits(text: String, traits: Word.Traits) {
    #expect(WrittenText(text).words.first?.traits == traits)
  }

  @Test("Sentences begin at the start, after a stop and a blank, and on a new line")
  func sentences() {
    let text = WrittenText("One. two v2.5 three! four\nfive")
    let opening = text.words.filter { $0.has(.opensSentence) }.map { text.string(at: $0.range) }
    #expect(opening == ["One", "two", "four", "five"])
    #expect(WrittenText("One two. Three").words[1].has(.closesSentence))
  }

  @Test("Addresses, paths, file names and placeholders are technical, their neighbours are not")
  func technical() {
    let text = WrittenText("see kernel.org and /etc/fstab or a@b.example today")
    let plain = text.words.filter { !$0.has(.technical) }.map { text.string(at: $0.range) }
    #expect(plain == ["see", "and", "or", "today"])
  }

  @Test("Every text that bytes can make is read to its end")
  func anything() {
    for lead: UInt8 in 0...255 {
      for next: UInt8 in [0, 0x27, 0x2E, 0x41, 0x80, 0xBF, 0xE2, 0xFF] {
        let text = String(decoding: [lead, next, lead, 0x20, next, lead], as: UTF8.self)
        let written = WrittenText(text)
        #expect(
          written.words.allSatisfy { $0.range.upperBound <= written.scalars.count && !$0.range.isEmpty })
      }
    }
  }

  @Test("The longest phrase is found, in any case, and only whole")
  func phrases() {
    let phrases: Phrases = "sign in, sign in now, tea, go/come to"
    func match(_ text: String) -> Range<Int>? { phrases.first(in: WrittenText(text).words) }
    #expect(match("Please sign in now.") == 1..<4)
    #expect(match("Please SIGN IN here.") == 1..<3)
    #expect(match("Please sign") == nil)
    #expect(match("Come to tea") == 0..<2)
    #expect(match("A teapot") == nil)
    #expect(match("") == nil)
    #expect(phrases.contains(WrittenText("Tea").words[0]))
    #expect(!phrases.contains(WrittenText("go").words[0]))
  }

  @Test("A piece of Korean is found where it begins a word, whatever the blanks, or anywhere when it may")
  func fragments() {
    let bound: Phrases = "비밀번호~"
    let free: Phrases = "~눌러주세요/눌러보세요"
    #expect(WrittenText("새 비밀번호를 정했습니다").holds(bound))
    #expect(!WrittenText("무비밀번호").holds(bound))
    #expect(WrittenText("여기를 눌러주세요").holds(free) && WrittenText("버튼을 눌러 주세요").holds(free))
    #expect(!WrittenText("Press here").holds(free))
    #expect(WrittenText("여기를 눌러 보세요.").part(of: free) == "눌러 보세요.")
  }

  private static let tongues: [(String?, String, WrittenLanguage)] = [
    (nil, "Your tea is ready", .english), (nil, "차가 준비되었습니다", .korean),
    (nil, "KakaoTalk 메시지가 도착했습니다", .korean), (nil, "Der Tee ist fertig in der Küche", .other),
    (nil, "Il est prêt", .other), (nil, "De update is klaar", .other),
    (nil, "Pakken er klar for henting", .other),
    (nil, "Was gibt es heute in Berlin", .other), (nil, "Quillhaven", .other),
    ("en-GB", "Quillhaven", .english),
    ("ko", "Tea", .korean), ("de", "Your tea is ready", .other),
  ]

  @Test("A language is what the app says, else what the words tell", arguments: tongues)
  func languages(tag: String?, text: String, language: WrittenLanguage) {
    #expect(WrittenLanguage(tag: tag, locale: "en", of: [WrittenText(text)]) == language)
  }
}
