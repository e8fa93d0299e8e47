import Glibc

/// What this machine calls itself.
enum HostName {
  /// Empty where it has no name.
  static var current: String {
    // HOST_NAME_MAX and a zero.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
