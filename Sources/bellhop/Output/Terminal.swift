import Glibc
import NotificationModel

/// Standard output and standard error of this process.
struct Terminal: Sendable {
  let style: Style
  /// Whether standard output is a terminal.
  let isTerminal: Bool
  /// The width of the terminal; `nil` where standard output is none, or its terminal has no width.
  let columns: Int?
  private let isQuiet: Bool

  init() {
    isTerminal = isatty(STDOUT_FILENO) == 1
    // https://no-color.org: any value but an empty one.
    let refusesColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
    style = Style(isColoured: isTerminal && !refusesColour && !isDumb)
    isQuiet = false
    var size = winsize()
    columns =
      isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : nil
  }

  private init(style: Style, isTerminal: Bool, columns: Int?, isQuiet: Bool) {
    (self.style, self.isTerminal, self.columns, self.isQuiet) = (style, isTerminal, columns, isQuiet)
  }

  /// As these options would have it.
  func with(_ arguments: Arguments) -> Terminal {
    let isPlain = arguments.has(.plain)
    return Terminal(
      style: isPlain ? .plain : style, isTerminal: isTerminal, columns: isPlain ? nil : columns,
      isQuiet: arguments.has(.quiet))
  }

  /// Written at once, so that whoever follows sees it. Where it cannot be written there is nothing left to do:
  /// what was asked for has not been told, and a script must not take that for done.
  /// `isWaitedFor`: somebody waits for just this, however quiet it is to be.
  func write(_ text: String, isWaitedFor: Bool = false) {
    guard isWaitedFor || !isQuiet, !put(text, to: STDOUT_FILENO) else { return }
    complain("bellhop: standard output: \(String(cString: strerror(errno)))\n")
    exit(ExitStatus.refused.rawValue)
  }

  /// What is worth saying, and nothing that went wrong. Not on standard output, which scripts read.
  func remark(_ text: String) { if !isQuiet { complain(text) } }

  /// Asks the person to agree, on their terminal; anything but yes is no.
  func agrees(to question: String) throws(Failure) -> Bool {
    guard isTerminal, isatty(STDIN_FILENO) == 1 else {
      throw .usage("there is no terminal to ask on: give --yes")
    }
    write("\(visible(question)) [y/N] ", isWaitedFor: true)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  func complain(_ text: String) { _ = put(text, to: STDERR_FILENO) }

  private func put(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

extension Terminal {
  /// Whether the locale says that this is how its texts are written.
  var isUTF8: Bool {
    let values: [String] = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    let name = values.first { !$0.isEmpty }?.lowercased() ?? ""
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
  }
}

/// All of standard input, which holds at most `limit` bytes.
func standardInput(limit: Int) throws(Failure) -> String {
  var bytes: [UInt8] = []
  try readStandardInput { chunk in
    bytes += chunk
    return bytes.count <= limit
  }
  guard bytes.count <= limit else { throw .failed("standard input holds more than \(limit) bytes") }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .failed("standard input is not UTF-8")
  }
  return text
}

/// What comes of standard input, a piece at a time, for as long as `isWanted` says so.
func readStandardInput(_ isWanted: (ArraySlice<UInt8>) -> Bool) throws(Failure) {
  var chunk = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    // What came before a fault is a part, and must not be taken for the whole.
    guard count >= 0 else { throw .failed("standard input: \(String(cString: strerror(errno)))") }
    guard count > 0, isWanted(chunk[..<count]) else { return }
  }
}

/// Text of a notification on its way to a terminal or a bar, which would obey what stands in it: control characters are
/// shown by their pictures (U+2400…), characters that steer writing direction or show nothing are left out, and a blank
/// breaks the opening of a tag of lemonbar's kind, with which polybar runs commands. By scalars: a bar knows no
/// characters, and a sign with a mark on it is the sign all the same.
func visible(_ text: String, keepingLines: Bool = false) -> String {
  // Most text is nothing else, and a list may have ten thousand lines of it.
  if text.isPrintableASCII, !text.utf8.opensTag { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control: shown.append(picture(of: scalar, keepingLines: keepingLines))
    // Emoji and several scripts are joined by these two.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
    case .lineSeparator, .paragraphSeparator: shown.append(" ")
    default:
      if scalar == "{", shown.last == "%" { shown.append(" ") }
      shown.append(scalar)
    }
  }
  return String(shown)
}

private func picture(of control: Unicode.Scalar, keepingLines: Bool) -> Unicode.Scalar {
  switch control.value {
  case 0x0A: keepingLines ? "\n" : " "
  case 0x09: " "
  case 0..<0x20: Unicode.Scalar(0x2400 + control.value) ?? "\u{FFFD}"
  case 0x7F: "\u{2421}"
  default: "\u{FFFD}"
  }
}

/// The text in lines of at most so many columns. Without `columns`, or with too few to be read, it is one line.
func wrapped(_ text: String, to columns: Int?) -> [String] {
  guard let columns, columns >= 20 else { return [text] }
  return text.wrapped(columns: columns).map(String.init)
}

extension String.UTF8View {
  /// Whether "%{" is in it.
  fileprivate var opensTag: Bool {
    var isOpen = false
    for byte in self {
      if isOpen, byte == UInt8(ascii: "{") { return true }
      isOpen = byte == UInt8(ascii: "%")
    }
    return false
  }
}

/// With blanks behind it, at least so many columns.
func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - text.displayWidth))
}

/// At most so many columns of it.
func cut(_ text: String, to columns: Int) -> String {
  guard text.displayWidth > columns else { return text }
  var kept = ""
  var width = 0
  for character in text {
    width += character.displayWidth
    guard width < columns else { break }
    kept.append(character)
  }
  return kept + "…"
}

/// Emphasis on a terminal; plain text elsewhere.
struct Style: Sendable {
  let isColoured: Bool
  /// Whether everything is a line of its own, for a screen reader: no columns, no signs in place of words.
  let isPlain: Bool

  static let plain = Style(isColoured: false, isPlain: true)

  init(isColoured: Bool, isPlain: Bool = false) {
    (self.isColoured, self.isPlain) = (isColoured, isPlain)
  }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
