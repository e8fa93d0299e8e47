import Configuration
import Glibc
import Guidelines
import NotificationModel
import Varlink

/// A body from a program's standard output. Content that a body may not have is repaired, never refused.
struct WrittenBody {
  let text: String
  /// A sentence for each repair.
  let remarks: [String]

  /// The most bytes to keep, enough even if half of them are control sequences. The rest is read and dropped, so that
  /// the writing program succeeds.
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

  /// The last scalar may be cut in half, which is no fault of the text.
  private static func dropLastScalar(of bytes: inout [UInt8]) {
    let continuations = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    bytes.removeLast(min(continuations + 1, bytes.count))
  }

  /// `count`: the number of all bytes, of which `bytes` are the first.
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
    // Cleaned as the daemon does it before it counts lines.
    whole = PlainText.block(plain)
    let fitted = FittedBody(whole, of: count > bytes.count ? count : nil)
    text = fitted.text
    self.remarks = remarks + [fitted.remark].compactMap { $0 }
  }
}

/// The text without control sequences for terminals (ECMA-48): colours, movements of the cursor, titles and links. An
/// unterminated sequence ends with its line.
func withoutTerminalCodes(_ text: String) -> String {
  guard text.utf8.contains(0x1B) || text.unicodeScalars.contains("\u{9B}") else { return text }
  var kept = String.UnicodeScalarView()
  var state = TerminalCode.none
  for scalar in text.unicodeScalars {
    if scalar == "\n" { state = .none }
    switch state.following(scalar) {
    case let next?: state = next
    case nil:
      // A sequence ends with an ASCII character; any other one is text.
      if state == .none || !scalar.isASCII && !state.isString { kept.append(scalar) }
      state = .none
    }
  }
  return String(kept)
}

/// The kind of control sequence at a place of a text.
private enum TerminalCode {
  case none, escape, control, string, stringEscape

  var isString: Bool { self == .string || self == .stringEscape }

  /// The state after this scalar; `nil` if the scalar ends the sequence, or begins no sequence.
  func following(_ scalar: Unicode.Scalar) -> TerminalCode? {
    switch (self, scalar.value) {
    case (.string, 0x1B): .stringEscape
    case (.string, 0x07), (.string, 0x9C), (.stringEscape, 0x5C): nil
    case (.string, _), (.stringEscape, _): .string
    case (_, 0x1B): .escape
    case (_, 0x9B), (.escape, 0x5B): .control
    // Strings for devices, the system and applications.
    case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): .string
    case (.escape, 0x20...0x2F): .escape
    case (.control, 0x20...0x3F): .control
    default: nil
    }
  }
}

/// A button as written on the command line: `ID=TITLE`, followed by `,icon=NAME`, `,destructive` and `,text` or
/// `,text=HINT`, in any order.
struct WrittenAction {
  private static let attributes = ["icon", "destructive", "text"]

  /// An action of the interface. The daemon validates its content.
  let json: JSON

  /// `option`: the option that has this value.
  init(_ text: String, option: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage(
        "\(option) is ID=TITLE, and behind it what fits of ,icon=NAME ,destructive ,text and ,text=HINT")
    }
    var title = parts[1]
    var icon: Substring?
    var input: JSON?
    var isDestructive = false
    while let comma = title.lastIndex(of: ",") {
      let mark = title[comma...].dropFirst()
      if mark == "destructive" {
        isDestructive = true
      } else if mark.hasPrefix("icon=") {
        icon = mark.dropFirst("icon=".count)
      } else if mark == "text" {
        input = JSON(fields: [:])
      } else if mark.hasPrefix("text=") {
        input = JSON(fields: ["placeholder": String(mark.dropFirst("text=".count)).json])
      } else {
        try Self.refuseMisspelt(mark, option: option)
        break
      }
      title = title[..<comma]
    }
    json = JSON(fields: [
      "id": String(parts[0]).json, "title": String(title).json, "icon": icon.map { String($0).json },
      "destructive": isDestructive ? .bool(true) : nil, "input": input,
    ])
  }

  /// Throws for a likely misspelling of an attribute. Titles contain commas too, but with a blank or another word after
  /// them.
  private static func refuseMisspelt(_ mark: Substring, option: String) throws(Failure) {
    let name = String(mark.prefix { $0 != "=" })
    guard !attributes.contains(name) else {
      throw .usage(
        "\(option) ends in ,\(mark), but the forms are ,icon=NAME ,destructive ,text and ,text=HINT")
    }
    // Words of titles begin with capitals.
    guard mark.first?.isLowercase == true, let meant = Spelling.nearest(to: name, among: attributes) else {
      return
    }
    throw .usage(
      "\(option) ends in ,\(mark); did you mean ,\(meant)? A comma of the title has a blank behind it")
  }
}

/// Reads the target of a press: an address, or the path of a file or directory of the person's own, as a `file:`
/// address. The daemon checks the ownership again when it opens it.
func address(_ text: String, of option: String) throws(Failure) -> String {
  let isPath = ["/", "./", "../"].contains { text.hasPrefix($0) }
  guard let link = isPath ? Link(try fileAddress(text, of: option)) : Link(text) else {
    throw .usage(
      "\(option) is an https, http or mailto address without blanks, or the path of a file of yours")
  }
  guard let path = link.path else { return link.text }
  var status = stat()
  guard stat(path, &status) == 0 else {
    throw .failed("\(option) \(text): \(String(cString: strerror(errno)))")
  }
  guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
    throw .failed("\(option) \(text): neither a file nor a directory")
  }
  // Root may name any file for people; their daemon checks that it is theirs.
  guard [status.st_uid, 0].contains(getuid()) else { throw .failed("\(option) \(text): not yours") }
  return link.text
}

private func fileAddress(_ text: String, of option: String) throws(Failure) -> String {
  guard let path = realpath(text, nil) else {
    throw .failed("\(option) \(text): \(String(cString: strerror(errno)))")
  }
  defer { free(path) }
  let bytes = String(cString: path).utf8.map { byte in
    isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  return "file://" + bytes.joined()
}

/// True for bytes that need no escape in the path of an address.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "/-._~".utf8.contains(byte)
  }
}

/// Reads `--image`: a text with a slash or the extension of a picture is a file, whose path is made absolute for the
/// daemon; any other text is a theme icon.
func imageName(_ text: String) -> String {
  let isFile =
    text.contains("/")
    || [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains { text.lowercased().hasSuffix($0) }
  guard isFile else { return text }
  guard let path = realpath(text, nil) else { return absolutePath(text) }
  defer { free(path) }
  return String(cString: path)
}

/// The path of a file that need not be there.
private func absolutePath(_ text: String) -> String {
  guard !text.hasPrefix("/"), let directory = getcwd(nil, 0) else { return text }
  defer { free(directory) }
  return "\(String(cString: directory))/\(text)"
}
