import NotificationProtocol
import Varlink

/// As many of some values as fit into one reply of 512 KiB, its other fields included.
struct ReplyPage {
  static let bytes = 500_000

  let json: JSON
  /// Whether some were left out, from the end.
  let isCut: Bool

  init(_ values: [some JSONRepresentable]) {
    var room = Self.bytes
    var fitting: [JSON] = []
    for value in values {
      let json = value.json
      room -= json.text.utf8.count + 1
      guard room >= 0 else { break }
      fitting.append(json)
    }
    json = .array(fitting)
    isCut = fitting.count < values.count
  }
}
