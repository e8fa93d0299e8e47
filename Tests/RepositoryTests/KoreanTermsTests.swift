import Testing

@Suite("In Korean")
struct KoreanTermsTests {
  /// The chosen Korean term for each notion, and other terms for it, which are not to be used.
  private static let terms: [(chosen: String, others: [String])] = [
    ("사운드", ["소리"]), ("중요한 경고", ["긴급 알림", "긴급한 알림"]), ("혜택과 소식", ["광고와 소식", "마케팅"]),
    ("철회", ["알림을 취소"]), ("되돌리기", ["실행 취소", "복원"]), ("텍스트", ["글을 받", "글이 없"]),
    ("보내다", ["게시"]), ("방해 금지 모드", ["방해 금지가", "방해금지"]), ("조용히 전달", ["시험적으로"]),
    ("간주합니다", ["것으로 칩니다"]), ("하십시오", ["하세요", "할까요", "세요."]), ("‘ ’", ["“", "”"]),
  ]

  /// Lines of this label are exempt: they quote an app, between the marks for speech.
  private static let quotation = "quotation:"

  private static func isKorean(_ line: String) -> Bool {
    line.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }

  @Test("one thing has one name, in every table")
  func terms() {
    let lines = SourceFile.all.filter { $0.module == "Wording" }
      .flatMap { file in file.lines.enumerated().map { (file.path, $0 + 1, $1) } }
      .filter { _, _, line in Self.isKorean(line) && !line.contains(Self.quotation) }
    #expect(lines.count > 300)
    for (chosen, others) in Self.terms {
      for (path, number, line) in lines {
        for other in others {
          #expect(!line.contains(other), "\(path):\(number): \(other) in place of \(chosen)")
        }
      }
    }
  }
}
