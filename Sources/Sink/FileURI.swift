/// The URI of a file by its absolute path (RFC 8089, RFC 3986 §2.3): every byte that is not unreserved is encoded.
func fileURI(_ path: String) -> String {
  path.utf8.reduce(into: "file://") { uri, byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      uri.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      uri += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
}
