// D-Bus specification, "Authentication Protocol" and "Message Format". A client sends a NUL, lines that end in CRLF,
// the last of them BEGIN, and then messages; the bus sends lines and then messages, none of whose first bytes begins a
// line. Lines and messages may arrive in any number of parts, and the last line together with the first messages.

/// Cuts one direction of a connection into lines and messages. A body is passed on in the parts in which it arrives. If
/// the caller wants the body, it is collected instead and comes with its message; the middle of one that is longer than
/// `mostBodyBytes` is left out.
package struct Framer {
  package enum Piece {
    /// Lines of the greeting, or a part of a body: to be passed on as it is.
    case bytes(ArraySlice<UInt8>)
    case message(Message)
  }

  /// Which end speaks.
  package enum Speaker: Sendable {
    case client
    case bus
  }

  private enum Phase {
    case greeting
    case header
    /// A body that is collected except for the range left out. `passed`: bytes of it that have arrived.
    case body(MessageHeader, leavingOut: Range<Int>, passed: Int)
    /// So many bytes of a body that is passed on.
    case passing(Int)
  }

  /// libdbus's own bound of the greeting's lines.
  private static let lineBytes = 16_384

  private let speaker: Speaker
  private let passesOverOdd: Bool
  private let mostBodyBytes: Int
  private var phase = Phase.greeting
  /// A part of a line, of a header, or of a body that is collected.
  private var held: [UInt8] = []
  /// The first byte of all is a client's NUL, which carries credentials on some systems.
  private var hasNUL: Bool

  /// `passesOverOdd`: skips a message whose header has a valid length and is otherwise unreadable, instead of failing; for
  /// receivers of messages from arbitrary senders, which need not pass them on. `mostBodyBytes`: the middle of a longer
  /// body is left out.
  package init(_ speaker: Speaker, passesOverOdd: Bool = false, mostBodyBytes: Int = .max) {
    self.speaker = speaker
    self.passesOverOdd = passesOverOdd
    self.mostBodyBytes = mostBodyBytes
    hasNUL = speaker == .bus
  }

  /// Whether messages may come, and are expected: the client has begun, or the bus has answered that with one.
  package var hasBegun: Bool { if case .greeting = phase { false } else { true } }

  /// Whether the pieces returned so far end where a message ends.
  package var isBetweenMessages: Bool { if case .passing = phase { false } else { true } }

  /// The most descriptors that may have arrived and belong to no returned message. The descriptors of a message arrive
  /// with its first byte, but only its header says how many there are: until the header is whole, there is no limit.
  package var descriptorsAwaited: Int {
    switch phase {
    case .greeting, .passing: 0
    case .header: held.isEmpty ? 0 : .max
    case .body(let header, _, _): header.descriptors
    }
  }

  /// Removes the next piece from the bytes and returns it once it is complete; `nil` when the bytes are used up.
  /// `mayBegin`: for the bus's direction, whether the client has sent BEGIN. Must not be called after a fault.
  package mutating func next(
    _ bytes: inout ArraySlice<UInt8>, mayBegin: Bool = true, wantsBody: (Message) -> Bool
  ) throws(WireFault) -> Piece? {
    while !bytes.isEmpty {
      switch phase {
      case .greeting: if let line = try greeting(&bytes, mayBegin) { return .bytes(line) }
      case .header: if let message = try header(&bytes, wantsBody) { return .message(message) }
      case .body(let header, let gap, let passed):
        if let message = body(&bytes, header, gap, passed) { return .message(message) }
      case .passing(let left):
        let part = bytes.prefix(left)
        bytes = bytes.dropFirst(part.count)
        phase = part.count == left ? .header : .passing(left - part.count)
        return .bytes(part)
      }
    }
    return nil
  }

  private mutating func greeting(_ bytes: inout ArraySlice<UInt8>, _ mayBegin: Bool) throws(WireFault)
    -> ArraySlice<UInt8>?
  {
    guard hasNUL else {
      guard bytes.first == 0 else { throw .greeting }
      hasNUL = true
      defer { bytes = bytes.dropFirst() }
      return bytes.prefix(1)
    }
    if speaker == .bus, held.isEmpty, let first = bytes.first, ByteOrder(rawValue: first) != nil {
      guard mayBegin else { throw .greeting }
      phase = .header
      return nil
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
    held += bytes[..<end]
    bytes = bytes[end...]
    guard held.count <= Self.lineBytes else { throw .greeting }
    guard held.last == UInt8(ascii: "\n") else { return nil }
    let line = drainHeld()
    guard line.suffix(2).elementsEqual("\r\n".utf8) else { throw .greeting }
    if speaker == .client, line.elementsEqual("BEGIN\r\n".utf8) { phase = .header }
    return line[...]
  }

  private mutating func header(_ bytes: inout ArraySlice<UInt8>, _ wantsBody: (Message) -> Bool)
    throws(WireFault)
    -> Message?
  {
    hold(&bytes, upTo: MessageHeader.Prefix.bytes)
    guard held.count >= MessageHeader.Prefix.bytes else { return nil }
    let prefix = try MessageHeader.Prefix(held[..<MessageHeader.Prefix.bytes])
    guard !prefix.isTooLong else {
      return try passOver(prefix.headerLength - held.count + prefix.bodyLength, .tooLong)
    }
    hold(&bytes, upTo: prefix.headerLength)
    guard held.count == prefix.headerLength else { return nil }
    let header: MessageHeader
    do throws(WireFault) { header = try MessageHeader(held, prefix) } catch {
      return try passOver(prefix.bodyLength, error)
    }
    let message = Message(header, held)
    if header.bodyLength > 0, wantsBody(message) {
      let gap = gap(in: header)
      held.reserveCapacity(header.length + header.bodyLength - gap.count)
      phase = .body(header, leavingOut: gap, passed: 0)
      return nil
    }
    pass(header.bodyLength)
    return message
  }

  /// The middle of a body that is longer than may be held; else nothing, behind it.
  private func gap(in header: MessageHeader) -> Range<Int> {
    let end = header.length + header.bodyLength
    guard header.bodyLength > mostBodyBytes else { return end..<end }
    let kept = min(mostBodyBytes / 2, Message.endBytes)
    return (header.length + kept)..<(end - kept)
  }

  private mutating func body(
    _ bytes: inout ArraySlice<UInt8>, _ header: MessageHeader, _ gap: Range<Int>, _ passed: Int
  ) -> Message? {
    hold(&bytes, upTo: gap.lowerBound)
    guard held.count >= gap.lowerBound else { return nil }
    let part = bytes.prefix(gap.count - passed)
    bytes = bytes.dropFirst(part.count)
    phase = .body(header, leavingOut: gap, passed: passed + part.count)
    guard passed + part.count == gap.count else { return nil }
    let whole = header.length + header.bodyLength - gap.count
    hold(&bytes, upTo: whole)
    guard held.count == whole else { return nil }
    phase = .header
    return Message(header, drainHeld(), leavingOut: gap.isEmpty ? nil : gap)
  }

  /// No message comes of it.
  private mutating func passOver(_ count: Int, _ fault: WireFault) throws(WireFault) -> Message? {
    guard passesOverOdd else { throw fault }
    pass(count)
    return nil
  }

  private mutating func pass(_ count: Int) {
    phase = count > 0 ? .passing(count) : .header
    held = []
  }

  /// Takes over as much as is missing there.
  private mutating func hold(_ bytes: inout ArraySlice<UInt8>, upTo count: Int) {
    let part = bytes.prefix(max(0, count - held.count))
    held += part
    bytes = bytes.dropFirst(part.count)
  }

  private mutating func drainHeld() -> [UInt8] {
    defer { held = [] }
    return held
  }
}
