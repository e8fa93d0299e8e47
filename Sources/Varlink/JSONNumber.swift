extension JSONReader {
  /// Reads a number: an integer where it has neither fraction nor exponent, else a double.
  mutating func number() throws(JSONFault) -> JSON {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let firstDigit = next
    let magnitude = try digits()
    if firstDigit == UInt8(ascii: "0"), position - start > (bytes[start] == firstDigit ? 1 : 2) {
      throw fault("a number begins with a zero")
    }
    switch next {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return try double(from: start)
    default: break
    }
    guard let magnitude else { throw fault("an integer beyond 64 bits") }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    guard let value = isNegative ? Int64(exactly: 0 - Int128(magnitude)) : Int64(exactly: magnitude) else {
      throw fault("an integer beyond 64 bits")
    }
    return .int(value)
  }

  /// Reads at least one digit; `nil` where the number does not fit.
  private mutating func digits() throws(JSONFault) -> UInt64? {
    let start = position
    var value: UInt64? = 0
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = next {
      if let small = value {
        let (product, high) = small.multipliedReportingOverflow(by: 10)
        let (sum, over) = product.addingReportingOverflow(UInt64(next - UInt8(ascii: "0")))
        value = high || over ? nil : sum
      }
      position += 1
    }
    guard position > start else { throw fault("a digit is missing") }
    return value
  }

  /// Reads fraction and exponent; `start` is where the number began.
  private mutating func double(from start: Int) throws(JSONFault) -> JSON {
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try digits()
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw fault("a number beyond a double") }
    return .double(value)
  }
}
