import Guidelines
import NotificationModel

/// A body that a program has written to its standard output, whatever is in it: it is to be told all the same.
struct WrittenBody {
  let text: String
  /// What was changed, each in a sentence.
  let remarks: [String]

  /// More than a body has, even where half of it are a terminal's codes. The rest is read and dropped, so that the program
  /// that writes it ends well.
  private static let most = Limits.messageBytes

  static func ofStandardInput() throws(Failure) -> WrittenBody {
    var bytes: [UInt8] = []
    var count = 0
    try readStandardInput { chunk in
      count += chunk.count
      bytes += chunk.prefix(most - bytes.count)
      return true
    }
    if count > bytes.count { dropLastScalar(of: &bytes) }
    return WrittenBody(bytes, of: count)
  }

  /// It may be half of one, which is no fault of the text.
  private static func dropLastScalar(of bytes: inout [UInt8]) {
    let continuations = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    bytes.removeLast(min(continuations + 1, bytes.count))
  }

  /// `count`: how many bytes it had in all, where these are the first of them.
  init(_ bytes: [UInt8], of count: Int) {
    var remarks: [String] = []
    var whole = String(decoding: bytes, as: UTF8.self)
    if String(validating: bytes, as: UTF8.self) == nil {
      remarks.append("the body is not UTF-8; what could not be read stands as �")
    }
    let plain = withoutTerminalCodes(whole)
    if plain.unicodeScalars.count < whole.unicodeScalars.count {
      remarks.append("the body had a terminal's codes, which were left out")
    }
    // As the daemon would have it, which counts lines only then.
    whole = PlainText.block(plain)
    let fitted = FittedBody(whole, of: count > bytes.count ? count : nil)
    text = fitted.text
    self.remarks = remarks + [fitted.remark].compactMap { $0 }
  }
}

/// Without the sequences by which programs steer a terminal (ECMA-48): colours, movements of the cursor, titles and
/// links. One that does not end takes no more than its line with it.
func withoutTerminalCodes(_ text: String) -> String {
  guard text.utf8.contains(0x1B) || text.unicodeScalars.contains("\u{9B}") else { return text }
  var kept = String.UnicodeScalarView()
  var state = TerminalCode.none
  for scalar in text.unicodeScalars {
    if scalar == "\n" { state = .none }
    switch state.following(scalar) {
    case let next?: state = next
    case nil:
      // A sequence ends with a sign of ASCII: another one is text.
      if state == .none || !scalar.isASCII && !state.isString { kept.append(scalar) }
      state = .none
    }
  }
  return String(kept)
}

/// Within which sequence a text is.
private enum TerminalCode {
  case none, escape, control, string, stringEscape

  var isString: Bool { self == .string || self == .stringEscape }

  /// `nil` where it ends with this one, or where none begins.
  func following(_ scalar: Unicode.Scalar) -> TerminalCode? {
    switch (self, scalar.value) {
    case (.string, 0x1B): .stringEscape
    case (.string, 0x07), (.string, 0x9C), (.stringEscape, 0x5C): nil
    case (.string, _), (.stringEscape, _): .string
    case (_, 0x1B): .escape
    case (_, 0x9B), (.escape, 0x5B): .control
    // Of devices, systems and applications.
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): .string
    case (.escape, 0x20...0x2F): .escape
    case (.control, 0x20...0x3F): .control
    default: nil
    }
  }
}
