import Testing

@testable import bellhop

struct FittedBodyTests {
  private static func lines(_ count: Int, _ text: String = "x", end: String = "\n") -> String {
    Array(repeating: text, count: count).joined(separator: end)
  }

  @Test(
    "What fits stays as it is, line by line, and nothing is said",
    arguments: [
      "", "Tea\n", lines(40), lines(40) + "\n", lines(40, end: "\r\n"), String(repeating: "x", count: 4_096),
      lines(40, String(repeating: "x", count: 101), end: "\r\n"),
    ])
  func fits(body: String) {
    let fitted = FittedBody(body)
    let lines = body.replacing("\r\n", with: "\n")
    #expect(fitted.text == (lines.hasSuffix("\n") ? String(lines.dropLast()) : lines))
    #expect(fitted.remark == nil)
  }

  @Test(
    "What is too long ends with an ellipsis within the limit, and what it had is said",
    arguments: [
      (String(repeating: "x", count: 4_097), "4097 bytes and was cut to 4096"),
      (String(repeating: "é", count: 2_049), "4098 bytes and was cut to 4096"),
      (lines(41), "41 lines and was cut to 40"), (lines(50, end: "\r\n"), "50 lines and was cut to 40"),
      (lines(41, end: "\r"), "41 lines and was cut to 40"),
      (lines(41, end: "\u{2028}"), "41 lines and was cut to 40"),
      (lines(100, String(repeating: "x", count: 200)), "20099 bytes and was cut to 4096"),
    ])
  func isCut(body: String, says: String) {
    let fitted = FittedBody(body)
    #expect(fitted.remark == "the body had \(says)")
    #expect(fitted.text.hasSuffix("…") && fitted.text.utf8.count <= 4_096)
    #expect(fitted.text.utf8.count { $0 == 0x0A } < 40)
    #expect(body.hasPrefix(fitted.text.dropLast().prefix { $0 != "\n" }))
  }
}
