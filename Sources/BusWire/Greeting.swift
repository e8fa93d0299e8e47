// D-Bus specification, "Authentication Protocol", by the mechanism EXTERNAL: the kernel tells the bus who connects.

/// The lines between a client of ours and a bus before their first messages.
package enum Greeting {
  /// All of the client's: its uid, and BEGIN.
  package static func client(uid: UInt32) -> [UInt8] {
    let name = "\(uid)".utf8.map { String($0, radix: 16) }.joined()
    return Array("\0AUTH EXTERNAL \(name)\r\nBEGIN\r\n".utf8)
  }

  /// The bus's number, which stands behind "OK" in the only line that lets a client in.
  package static func guid(in line: ArraySlice<UInt8>) throws(WireFault) -> String {
    let digits = line.dropFirst(3).dropLast(2)
    guard line.starts(with: "OK ".utf8), line.suffix(2).elementsEqual("\r\n".utf8), digits.count == 32,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { throw .greeting }
    return String(decoding: digits, as: UTF8.self)
  }
}
