import NotificationModel

/// What a program calls itself, made an id of.
enum ClaimedName {
  /// Every run of what no id has becomes one `-`: "Visual Studio Code" is Visual-Studio-Code. Of two names in letters
  /// that no id has nothing would be left to tell them apart by, so those go by their checksum. `nil` for no name.
  static func app(_ name: String) -> AppID? {
    let name = name.cut(toBytes: Limits.idBytes)
    let parts = name.utf8.split { !isPlain($0) }
    let id = parts.map { String(Substring($0)) }.joined(separator: "-")
    // "." and ".." mean something to file systems.
    let stem = id.drop { $0 == "." || $0 == "-" }
    if let app = AppID(String(stem)) { return app }
    return name.isReadable ? AppID("app-" + String(PNG.crc32(Array(name.utf8)), radix: 16)) : nil
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
