import Testing

@testable import bellhop_advice_survey

struct MessageCatalogueTests {
  /// A catalogue of these messages, as msgfmt writes them.
  private static func file(_ messages: [(String, String)], isSwapped: Bool = false) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      let little = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isSwapped ? little.reversed() : little
    }
    var tables = number(0x9504_12DE) + number(0) + number(messages.count) + number(28)
    tables += number(28 + 8 * messages.count) + number(0) + number(0)
    var texts: [UInt8] = []
    let start = 28 + 16 * messages.count
    for text in messages.map(\.0) + messages.map(\.1) {
      tables += number(text.utf8.count) + number(start + texts.count)
      texts += Array(text.utf8) + [0]
    }
    return tables + texts
  }

  @Test("Catalogues of both byte orders are read", arguments: [false, true])
  func byteOrders(isSwapped: Bool) {
    let file = Self.file([("", "Content-Type: x"), ("Tea", "차")], isSwapped: isSwapped)
    let messages = MessageCatalogue(file)?.messages
    #expect(messages?.map(\.original) == ["", "Tea"])
    #expect(messages?.map(\.translation) == ["Content-Type: x", "차"])
  }

  @Test("Of plural forms the first counts, and the context is left out")
  func forms() {
    let file = Self.file([("menu\u{4}Tea\0Teas", "차\0차들")])
    #expect(MessageCatalogue(file)?.messages.map(\.original) == ["Tea"])
    #expect(MessageCatalogue(file)?.messages.map(\.translation) == ["차"])
  }

  @Test("A file cut short anywhere, or with any byte changed, is read as far as it goes")
  func damaged() {
    let file = Self.file([("One", "Eins"), ("Two", "Zwei")])
    for length in 0..<file.count {
      #expect((MessageCatalogue(Array(file[..<length]))?.messages.count ?? 0) < 3)
    }
    for index in file.indices {
      var damaged = file
      damaged[index] = 0xFF
      _ = MessageCatalogue(damaged)
    }
    #expect(MessageCatalogue([]) == nil)
    #expect(MessageCatalogue(Array("#!/bin/sh and more".utf8)) == nil)
  }

  @Test("A message is what a notification would hold, with words for what is filled in")
  func messages() {
    #expect(Message("_Open File", language: "en")?.text == "Open File")
    #expect(Message("_Open File", language: "en")?.parts == [.button])
    #expect(Message("Copied %d files to %s.", language: "en")?.text == "Copied 3 files to Budget.")
    #expect(Message("Copied %d files to %s.", language: "en")?.parts == [.body, .purpose])
    #expect(Message("Tea", language: "en")?.parts == [.title, .hiddenPreview])
    #expect(Message("50 %", language: "en") == nil)
    #expect(Message("--verbose", language: "en") == nil)
  }
}
