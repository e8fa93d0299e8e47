/// A line of strace(1)'s, written with `-f -xx -y -a1`: paths and bytes are hexadecimal digits, and a path stands behind
/// each descriptor.
struct TracedCall {
  struct CannotRead: Error { let call: String }

  enum Part {
    case whole
    /// Another thread's call stands between this and the end.
    case beginning, end
    /// A signal, or the end of a thread.
    case noCall
  }

  let thread: Int
  let part: Part
  /// Without its paths and bytes, as in `pwrite64(8<>, "", 4, 0) = 4`.
  private(set) var text: String
  /// Its paths and bytes, in the order of the text.
  private(set) var pieces: [[UInt8]] = []

  init(_ line: UnsafeRawBufferPointer) {
    var text: [UInt8] = []
    var index = 0
    while index < line.count {
      let byte = line[index]
      text.append(byte)
      index += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") else { continue }
      var piece: [UInt8] = []
      let isPiece = index < line.count && line[index] == UInt8(ascii: "\\")
      // Each byte is written as \xNN.
      while index + 3 < line.count, line[index] == UInt8(ascii: "\\") {
        piece.append(Self.digit(line[index + 2]) << 4 | Self.digit(line[index + 3]))
        index += 4
      }
      if isPiece { pieces.append(piece) }
    }
    let all = String(decoding: text, as: UTF8.self)
    let number = all.prefix { $0 != " " }
    thread = Int(number) ?? 0
    var call = all.dropFirst(number.count).drop { $0 == " " }
    let (unfinished, resumed) = ("<unfinished ...>", " resumed>")
    if call.hasPrefix("+++") || call.hasPrefix("---") {
      part = .noCall
    } else if call.hasSuffix(unfinished) {
      part = .beginning
      call = call.dropLast(unfinished.count)
    } else if call.hasPrefix("<... "), let end = call.ranges(of: resumed).first {
      part = .end
      call = call[end.upperBound...]
    } else {
      part = .whole
    }
    self.text = String(call)
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : byte &- UInt8(ascii: "a") &+ 10
  }

  mutating func end(with rest: TracedCall) {
    text += rest.text
    pieces += rest.pieces
  }

  var name: Substring { text.prefix { $0 != "(" } }

  private var halves: (arguments: Substring, result: Substring)? {
    text.ranges(of: ") = ").last.map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
  }

  /// Nil for an error, and for a call that did not return.
  var result: Int? { halves.flatMap { Int($0.result.prefix(while: \.isNumber)) } }

  /// Counted from the last one, which is 0.
  func number(fromLast index: Int) throws -> Int {
    let words = (halves?.arguments ?? "").split(separator: ",").reversed().map { $0.filter { $0 != " " } }
    guard index < words.count, let number = Int(words[index]) else { throw CannotRead(call: text) }
    return number
  }

  /// The path that this piece is; a relative one in the directory that the piece before it is.
  func path(_ index: Int) throws -> String {
    guard index < pieces.count else { throw CannotRead(call: text) }
    let path = String(decoding: pieces[index], as: UTF8.self)
    return path.hasPrefix("/") || index == 0 ? path : try "\(self.path(index - 1))/\(path)"
  }

  /// It sends a reply of Varlink's, which is a JSON object, or one of D-Bus's, a message of type 2.
  var isReply: Bool {
    guard ["sendmsg", "sendto"].contains(name) else { return false }
    return pieces.dropFirst().contains {
      $0.starts(with: "{".utf8) || $0.starts(with: [UInt8(ascii: "l"), 2])
    }
  }
}
