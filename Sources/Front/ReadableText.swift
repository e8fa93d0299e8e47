import NotificationModel

extension String {
  /// As much of it as may be, with a mark in the place of what is missing.
  func ending(characters: Int, bytes: Int) -> String {
    let mark = "…"
    return String(cut(toBytes: bytes - mark.utf8.count).prefix(max(0, characters - 1))) + mark
  }

  /// Whether people see anything of it, however strictly it is cleaned afterwards.
  var isReadable: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return switch properties.generalCategory {
      case .control, .format: false
      default:
        !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
          && !properties.isNoncharacterCodePoint
      }
    }
  }

  /// It, where people see anything of it.
  var ifReadable: String? { isReadable ? self : nil }

  /// Whether a control character is in it.
  var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
