/// A message, all of it but its body, or all of it but the middle of its body.
package struct Message: Sendable {
  package let header: MessageHeader
  /// The header, and the kept part of the body.
  package private(set) var bytes: [UInt8]
  /// The range of the message that was left out; the bytes behind it are kept.
  private var gap: Range<Int>?
  /// Kept of a body at each end where its middle is left out: more than all that is read of a notification's texts.
  package static let endBytes = 262_144

  init(_ header: MessageHeader, _ bytes: [UInt8], leavingOut gap: Range<Int>? = nil) {
    self.header = header
    self.bytes = bytes
    self.gap = gap
  }

  /// All of it.
  package var hasBody: Bool { bytes.count == header.length + header.bodyLength }

  /// The beginning and the end of the body, if not all of it.
  package var hasEnds: Bool { hasBody || gap != nil }

  /// Frees the middle of a long body.
  package mutating func leaveOutMiddle() {
    let middle =
      (header.length + Self.endBytes)..<max(header.length + Self.endBytes, bytes.count - Self.endBytes)
    guard hasBody, !middle.isEmpty else { return }
    bytes = Array(bytes[..<middle.lowerBound] + bytes[middle.upperBound...])
    gap = middle
  }

  package func field(_ range: Range<Int>?, is name: [UInt8]) -> Bool {
    range.map { bytes[$0].elementsEqual(name) } ?? false
  }

  package func field(_ range: Range<Int>?, is name: String) -> Bool {
    range.map { bytes[$0].elementsEqual(name.utf8) } ?? false
  }

  package func field(_ range: Range<Int>?) -> [UInt8]? { range.map { Array(bytes[$0]) } }

  package func text(_ range: Range<Int>?) -> String? {
    range.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// All behind the header, as far as it is here.
  package var body: ArraySlice<UInt8> { bytes[header.length...] }

  /// Puts the other name where this one stands, which is as long; elsewhere nothing is done.
  mutating func rename(_ range: Range<Int>?, from old: [UInt8], to new: [UInt8]) {
    guard let range, range.count == new.count, field(range, is: old) else { return }
    bytes.replaceSubrange(range, with: new)
  }

  /// The number of four bytes that stands there.
  package func number(at place: Range<Int>) -> UInt32 { WireReader.uint32(bytes[place], header.order) }

  /// Puts a number where one of four bytes stands, in the message's order.
  package mutating func put(_ number: UInt32, at place: Range<Int>) {
    var writer = WireWriter(header.order)
    writer.append(number)
    bytes.replaceSubrange(place, with: writer.bytes)
  }

  /// Reads the arguments, as far as they are here.
  package func arguments() -> WireReader {
    WireReader(bytes[header.length...], order: header.order, from: header.length, leavingOut: gap)
  }

  /// Where the first argument's text stands; `nil` where it is no text, or not here.
  package func firstString() throws(WireFault) -> Range<Int>? {
    guard hasBody, header.signature.first == UInt8(ascii: "s") else { return nil }
    do throws(WireFault) {
      var reader = arguments()
      return try reader.string()
    } catch {
      throw .arguments
    }
  }

  /// Where the texts of the arguments stand, all of which must be texts.
  package func allStrings() throws(WireFault) -> [Range<Int>] {
    guard hasBody, header.signature.allSatisfy({ $0 == UInt8(ascii: "s") }) else { return [] }
    do throws(WireFault) {
      var reader = arguments()
      var all: [Range<Int>] = []
      for _ in header.signature { all.append(try reader.string()) }
      return all
    } catch {
      throw .arguments
    }
  }

  /// Where the texts of an array stand, which is the only argument.
  package func strings() throws(WireFault) -> [Range<Int>] {
    guard hasBody, header.signature.elementsEqual("as".utf8) else { return [] }
    do throws(WireFault) {
      var reader = arguments()
      guard Int(try reader.uint32()) == header.bodyLength - 4 else { throw .arguments }
      var all: [Range<Int>] = []
      while !reader.isAtEnd { all.append(try reader.string()) }
      return all
    } catch {
      throw .arguments
    }
  }
}
