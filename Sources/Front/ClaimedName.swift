import NotificationModel

/// What a program calls itself, made an id of.
enum ClaimedName {
  /// Every run of what no id has becomes one `-`: "Visual Studio Code" is Visual-Studio-Code. Where that loses letters, as of
  /// any other script, the checksum of the name tells it apart from others. `nil` for no name.
  static func app(_ name: String) -> AppID? {
    let name = name.cut(toBytes: Limits.idBytes)
    let parts = name.utf8.split { !isPlain($0) }
    let id = parts.map { String(Substring($0)) }.joined(separator: "-")
    // "." and ".." mean something to file systems.
    let stem = id.drop { $0 == "." || $0 == "-" }
    guard name.isReadable else { return nil }
    let losesLetters = name.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    if !losesLetters, let app = AppID(String(stem)) { return app }
    let mark = String(PNG.crc32(Array(name.utf8)), radix: 16)
    let words = stem.isEmpty ? "app" : String(stem).cut(toBytes: Limits.idBytes - mark.utf8.count - 1)
    return AppID("\(words)-\(mark)") ?? AppID("app-\(mark)")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
