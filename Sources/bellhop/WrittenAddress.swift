import Glibc
import NotificationModel

/// Reads what a press is to open: an address, or the path of a file or directory of the person's own, which becomes one.
/// The daemon looks once more at whose it is when it is opened.
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
  // What root posts to people is to be theirs.
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

/// Stands for itself in the path of an address.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "/-._~".utf8.contains(byte)
  }
}
