import NotificationModel
import NotificationProtocol
import TestSupport
import Wording

@testable import bellhop

/// A terminal's keys, and what apps' texts become in its cells.
let terminalTargets: [FuzzTarget] = [
  FuzzTarget(name: "terminal-keys", parsers: ["bellhop/Center/KeyReader.swift"], check: checkKeys),
  FuzzTarget(
    name: "terminal-text",
    parsers: ["bellhop/Output/VisibleText.swift", "NotificationModel/TextWidth.swift"],
    check: checkText),
  FuzzTarget(name: "terminal-cells", parsers: ["bellhop/Center/CellText.swift"], check: checkCells),
  FuzzTarget(
    name: "terminal-screen", parsers: ["bellhop/Center/ScreenPicture.swift"], maximumLength: 512,
    check: checkScreen),
]

// MARK: Keys

/// What a terminal sends means the same however it is cut, other than behind an Esc, which is a key once silence follows.
/// Sequences press nothing and type nothing, and a paste is text in one line.
@Sendable private func checkKeys(_ input: [UInt8]) throws {
  let scalars = Array(String(decoding: input, as: UTF8.self).unicodeScalars)
  let whole = inputs(scalars) { _ in false }
  let expected = expectedInputs(scalars)
  try require(joined(whole) == expected, "\(whole), instead of \(expected)")
  let pieces = inputs(scalars) { place in scalars[place] != "\u{1b}" }
  try require(joined(pieces) == expected, "\(pieces) in pieces, instead of \(expected)")

  var reader = KeyReader()
  for scalar in scalars {
    // ncurses recognises the sequences of some keys by itself.
    if scalar == "k" { reader.consume(.key(.up)) } else { reader.consume(scalar) }
  }
  for input in whole + reader.read() {
    switch input {
    case .key(let key):
      let name = key.name(CenterWording(locale: "en"))
      try require(!name.isEmpty && !hasControls(name), "a key has the name \(name)")
    case .pasted(let text): try require(!text.isEmpty && !hasControls(text), "\(text) is pasted")
    case .click: throw Violation("text is a click")
    }
  }
}

/// Behind which scalars no more is there for a moment.
private func inputs(_ scalars: [Unicode.Scalar], isCut: (Int) -> Bool) -> [Input] {
  var (reader, inputs) = (KeyReader(), [Input]())
  for (place, scalar) in scalars.enumerated() {
    reader.consume(scalar)
    if isCut(place) { inputs += reader.read() }
  }
  return inputs + reader.read()
}

/// Parts of a paste as one.
private func joined(_ inputs: [Input]) -> [Input] {
  inputs.reduce(into: []) { joined, input in
    if case .pasted(let part) = input, case .pasted(let text)? = joined.last {
      joined[joined.count - 1] = .pasted(text + part)
    } else {
      joined.append(input)
    }
  }
}

/// By the grammar: a sequence is Esc, `[` or `O`, scalars from blank to `?`, and one that ends it; Esc and another scalar are
/// that key with Alt; each Esc begins anew.
private func expectedInputs(_ scalars: [Unicode.Scalar]) -> [Input] {
  var (inputs, isPasting) = ([Input](), false)
  var rest = scalars[...]
  while let scalar = rest.popFirst() {
    guard scalar == "\u{1b}" else {
      if isPasting {
        inputs.append(.pasted(scalar.properties.generalCategory == .control ? " " : String(scalar)))
      } else if let key = expectedKey(scalar) {
        inputs.append(.key(key))
      }
      continue
    }
    guard let next = rest.first, next != "\u{1b}" else {
      if !isPasting { inputs.append(.key(.escape)) }
      continue
    }
    rest = rest.dropFirst()
    guard next == "[" || next == "O" else { continue }
    let parameters = rest.prefix { (0x20...0x3F).contains($0.value) }
    rest = rest.dropFirst(parameters.count)
    guard let end = rest.first, end != "\u{1b}" else { continue }
    rest = rest.dropFirst()
    if end == "~", parameters.elementsEqual("200".unicodeScalars) { isPasting = true }
    if end == "~", parameters.elementsEqual("201".unicodeScalars) { isPasting = false }
  }
  return joined(inputs)
}

private func expectedKey(_ scalar: Unicode.Scalar) -> Key? {
  switch scalar {
  case "\n", "\r": .enter
  case "\u{8}", "\u{7f}": .backspace
  case "\u{0}", "\u{1b}"..."\u{1f}", "\u{80}"..."\u{9f}": nil
  case "\u{1}"..."\u{1a}": .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
  default: .character(Character(scalar))
  }
}

private func hasControls(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

// MARK: Text

/// Of a text no control character, no sign that steers its direction and no opening of a bar's tag is left, the rest stays
/// in its order, and what is cut, padded or wrapped has the width that was asked for.
@Sendable private func checkText(_ input: [UInt8]) throws {
  var choices = FuzzBytes(input)
  let columns = 1 + choices.below(90)
  let text = String(decoding: choices.rest(), as: UTF8.self)
  for keepsLines in [false, true] {
    let shown = visible(text, keepingLines: keepsLines)
    try checkVisible(shown.replacing("\n", with: keepsLines ? " " : "\n"))
    let scalars = shown.unicodeScalars
    try require(
      !zip(scalars, scalars.dropFirst()).contains { $0 == "%" && $1 == "{" }, "a bar's tag opens in \(shown)")
    try require(visible(shown, keepingLines: keepsLines) == shown, "\(shown) changes when it is shown again")
    let letters = { (text: String) in text.unicodeScalars.filter { $0.properties.isAlphabetic }.map(\.value) }
    try require(letters(shown) == letters(text), "\(text) is shown as \(shown)")
  }
  let line = visible(text)
  let width = line.reduce(0) { $0 + $1.displayWidth }
  try require(line.displayWidth == width, "\(line) has \(line.displayWidth) columns, its characters \(width)")
  let short = cut(line, to: columns)
  try require(short.displayWidth <= columns, "\(short) has more than \(columns) columns")
  try require(short == line || short.hasSuffix("…"), "\(short) does not tell that it is cut")
  let long = padded(line, to: columns)
  try require(long.displayWidth == max(width, columns), "\(long) has not \(columns) columns")
  let lines = line.wrapped(columns: columns)
  try require(
    lines.allSatisfy { $0.displayWidth <= columns || $0.count == 1 }, "\(lines) are wider than \(columns)")
  try checkBlanks(lines.map(String.init), line)
  let unbroken = line.wrapped(columns: columns, breaksWords: false)
  try checkBlanks(unbroken.map(String.init), line)
  // A blank and a joiner behind it are one character, at which no line ends.
  try require(
    unbroken.allSatisfy { $0.displayWidth <= columns || !$0.contains(" " as Character) },
    "\(unbroken) could be broken at blanks")
  try require(wrapped(text, to: nil) == [text], "text is wrapped where there are no lines")
}

private func checkVisible(_ text: String) throws {
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: throw Violation("\(scalar.value) is shown")
    case .format: try require([0x200C, 0x200D].contains(scalar.value), "\(scalar.value) is shown")
    default: break
    }
  }
}

/// Lines differ from their text by blanks alone.
private func checkBlanks(_ lines: [String], _ text: String) throws {
  let scalars = { (text: String) in text.unicodeScalars.filter { $0 != " " }.map(\.value) }
  try require(lines.flatMap(scalars) == scalars(text), "\(text) is \(lines) in lines")
}

// MARK: Cells

/// The first byte chooses a width; each text has only cells that every terminal measures alike, and no more than that.
@Sendable private func checkCells(_ input: [UInt8]) throws {
  var choices = FuzzBytes(input)
  let columns = choices.below(40)
  let text = String(decoding: choices.rest(), as: UTF8.self)
  let whole = CellText(text)
  try check(whole)
  let short = whole.cut(to: columns)
  try require(short == CellText(text, columns: columns), "\(text) is cut in two ways")
  for part in [short, whole.end(columns)] {
    try check(part)
    try require(part.width <= columns, "\(part.text) has more than \(columns) cells")
  }
  for line in CellText.lines(text, columns: columns) {
    try check(line)
    // A character that is wider than a line has one to itself.
    try require(
      line.width <= max(2, columns) || line.text.count == 1, "\(line.text) has more than \(columns) cells")
  }
}

/// The width is that of the scalars, and a mark has a letter before it.
private func check(_ cells: CellText) throws {
  try checkVisible(cells.text)
  let widths = cells.text.unicodeScalars.map(\.displayWidth)
  try require(
    widths.reduce(0, +) == cells.width, "\(cells.text) has \(cells.width) cells, its scalars \(widths)")
  try require(widths.first != 0, "\(cells.text) begins with a mark")
  try require(
    widths.split { $0 > 0 }.allSatisfy { $0.count <= 4 }, "\(cells.text) has more marks than a cell can hold")
}

// MARK: The screen

/// The first bytes choose the terminal's size and some keys and clicks; the texts are those of two notifications. Each picture of the
/// notification centre is within its size.
@Sendable private func checkScreen(_ input: [UInt8]) throws {
  var choices = FuzzBytes(input)
  let size = Picture.Size(rows: choices.below(40), columns: choices.below(130))
  let keys = choices.prefix(choices.below(9))
  let texts = (0..<3).map { _ in String(decoding: choices.prefix(Int(choices.byte())), as: UTF8.self) }
  var state = CenterState(
    words: CenterWording(locale: choices.chance() ? "ko" : "en"),
    clock: LocalClock(now: Timestamp(milliseconds: 1_795_435_200_000), isUTC: true), size: size, settings: nil
  )
  let app = AppID(literal: "org.example.Mail")
  let entries = (1...2).map { number -> Entry in
    Entry(
      id: NotificationID(Int64(number)), app: app, appName: texts[0], thread: nil, title: texts[number],
      body: texts[3 - number] + texts[0], level: .active, state: .delivered, outcome: .presented,
      repeats: number,
      posted: Timestamp(milliseconds: 1_795_435_100_000), unread: true,
      actions: [])
  }
  _ = state.apply(
    .news([WatchReply(unread: 2, doNotDisturb: false, held: 0, locked: false, changed: entries, gone: [])]))
  var picture = state.picture
  try checkPicture(picture)
  for key in keys {
    if let row = clickedRow(key) {
      guard let target = picture.target(row: row, column: 3) else { continue }
      _ = state.apply(.clicked(target))
    } else {
      _ = state.apply(.key(centerKey(key)))
    }
    picture = state.picture
    try checkPicture(picture)
  }
  try require(state.picture == picture, "the same state has two pictures")
  try checkLines(of: picture)
}

private func checkLines(of picture: Picture) throws {
  let lines = picture.text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
  try require(lines.count == max(1, picture.size.rows), "\(lines.count) lines are \(picture.size.rows) rows")
  for line in lines {
    let width = line.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    try require(width <= picture.size.columns, "\(line) is wider than \(picture.size.columns)")
  }
}

private func clickedRow(_ byte: UInt8) -> Int? { byte >= 0xE0 ? Int(byte & 0x1F) : nil }

private func centerKey(_ byte: UInt8) -> Key {
  let others: [Key] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace, .delete,
    .wheelUp,
    .wheelDown,
  ]
  if byte < 0x80 { return .character(Character(Unicode.Scalar(max(0x20, byte)))) }
  return others[Int(byte) % others.count]
}

private func checkPicture(_ picture: Picture) throws {
  for (row, spans) in picture.lines.enumerated() {
    for span in spans {
      try require(
        span.column >= 0 && span.end <= picture.size.columns,
        "row \(row) has \(span.text.text) in \(span.column) to \(span.end) of \(picture.size.columns)")
      try check(span.text)
    }
    for column in [-1, picture.size.columns] {
      try require(picture.target(row: row, column: column) == nil, "a click beside row \(row) has a target")
    }
  }
  if let cursor = picture.cursor {
    try require(
      cursor.row < max(1, picture.size.rows)
        && (0...max(0, picture.size.columns - 1)).contains(cursor.column),
      "the cursor is at \(cursor) in \(picture.size)")
  }
}
