import Testing

@testable import bellhop

struct KeyReaderTests {
  /// The inputs of these batches of bytes.
  private func inputs(_ batches: [String]) -> [Input] {
    var reader = KeyReader()
    return batches.flatMap { batch in
      for scalar in batch.unicodeScalars { reader.consume(scalar) }
      return reader.read()
    }
  }

  private func keys(_ text: String) -> [Input] { text.map { .key(.character($0)) } }

  @Test(
    "A sequence that nothing is known of presses nothing, wherever it comes apart",
    arguments: [
      "\u{1b}[1;5A", "\u{1b}[1;2P", "\u{1b}OP", "\u{1b}O5Q", "\u{1b}[<0;10;5M", "\u{1b}d",
      "\u{1b}[27;5;100~", "\u{1b}회", "\u{1b}\r",
    ])
  func unknown(sequence: String) {
    #expect(inputs(["j\(sequence)k"]) == keys("jk") && inputs(["\u{1b}[1\(sequence)k"]) == keys("k"))
    for place in sequence.indices.dropFirst(2) {
      #expect(inputs([String(sequence[..<place]), "\(sequence[place...])k"]) == keys("k"))
    }
  }

  @Test("Esc by itself is a key, and twice it is two")
  func escape() {
    #expect(inputs(["\u{1b}"]) == [.key(.escape)])
    #expect(inputs(["\u{1b}\u{1b}", "[d"]) == [.key(.escape), .key(.escape)] + keys("[d"))
  }

  @Test("With Alt, a key that is known presses nothing, either")
  func alt() {
    var reader = KeyReader()
    reader.consume("\u{1b}")
    reader.consume(.key(.up))
    reader.consume(.key(.down))
    #expect(reader.read() == [.key(.down)])
  }

  @Test("What is pasted is text in one line, and no key in it is pressed, in however many pieces it comes")
  func pasting() {
    let (begin, end) = ("\u{1b}[200~", "\u{1b}[201~")
    #expect(inputs(["j\(begin)d1\r\u{3}\tq\(end)k"]) == keys("j") + [.pasted("d1   q")] + keys("k"))
    #expect(inputs([begin + "회", "의\u{1b}", "[201~k"]) == [.pasted("회"), .pasted("의")] + keys("k"))
    #expect(inputs(["\(begin)\u{1b}[A\(begin)x\(end)\(end)k"]) == [.pasted("x")] + keys("k"))
    #expect(inputs([begin + end + "k"]) == keys("k"))
  }

  @Test("Keys that write nothing have names of their own")
  func control() {
    #expect(
      inputs(["\u{2}\r\n\u{8}\u{7f}\u{1c}\u{80}\u{9b}"]) == [
        .key(.control("B")), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace),
      ])
  }
}
