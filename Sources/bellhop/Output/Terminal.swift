import Glibc

/// Standard output and standard error of this process.
struct Terminal: Sendable {
  let style: Style
  /// True if standard output is a terminal.
  let isTerminal: Bool
  /// The width of the terminal; `nil` if standard output is no terminal, or its width is unknown.
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

  /// The terminal with these options applied.
  func with(_ arguments: Arguments) -> Terminal {
    let isPlain = arguments.has(.plain)
    return Terminal(
      style: isPlain ? .plain : style, isTerminal: isTerminal, columns: isPlain ? nil : columns,
      isQuiet: arguments.has(.quiet))
  }

  /// Writes at once, for readers that follow the output. Ends the process if writing fails, since a script must not see
  /// a success without the output. `isWaitedFor`: prints this even if quiet.
  func write(_ text: String, isWaitedFor: Bool = false) {
    guard isWaitedFor || !isQuiet, !put(text, to: STDOUT_FILENO) else { return }
    writeError("bellhop: standard output: \(String(cString: strerror(errno)))\n")
    exit(ExitStatus.refused.rawValue)
  }

  /// Prints a remark that is no error. It goes to standard error, since scripts read standard output.
  func remark(_ text: String) { if !isQuiet { writeError(text) } }

  /// Asks the person on their terminal; any answer but yes is no.
  func agrees(to question: String) throws(Failure) -> Bool {
    guard isTerminal, isatty(STDIN_FILENO) == 1 else {
      throw .usage("there is no terminal to ask on: give --yes")
    }
    write("\(visible(question)) [y/N] ", isWaitedFor: true)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  func writeError(_ text: String) { _ = put(text, to: STDERR_FILENO) }

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

/// All of standard input, at most `limit` bytes.
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

/// Reads standard input in chunks while `isWanted` returns true.
func readStandardInput(_ isWanted: (ArraySlice<UInt8>) -> Bool) throws(Failure) {
  var chunk = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    // Input before a fault is incomplete, and must not be used.
    guard count >= 0 else { throw .failed("standard input: \(String(cString: strerror(errno)))") }
    guard count > 0, isWanted(chunk[..<count]) else { return }
  }
}

/// Emphasis on a terminal; plain text elsewhere.
struct Style: Sendable {
  let isColoured: Bool
  /// True for screen readers: each fact is on a line of its own, without columns and with words for signs.
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
