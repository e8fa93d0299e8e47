package import NotificationModel

/// Text that cannot deceive the reader or disturb the layout: no control characters, no overrides of the writing
/// direction, no invisible instructions. Deterministic, and never longer than its input.
package enum PlainText {
  package static let name = "text.plain"

  /// The place where a text is shown, which decides on the allowed characters.
  enum Place {
    /// App names and labels of buttons: no invisible characters, except those with which emoji are written.
    case label
    /// One line; line breaks become spaces.
    case line
    /// Several lines; line breaks and tabs stay.
    case block
  }

  package static func label(_ text: String) -> String { clean(text, .label) }
  package static func line(_ text: String) -> String { clean(text, .line) }
  package static func block(_ text: String) -> String { clean(text, .block) }

  /// A label as it is seen: also without variation selectors, and with one space for each run of blanks. Two names that
  /// are equal so look the same.
  package static func asSeen(_ text: String) -> String {
    let label = label(text)
    guard !label.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return label }
    let seen = label.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return seen.split { $0.properties.isWhitespace }.map { String(String.UnicodeScalarView($0)) }
      .joined(separator: " ")
  }

  /// The request as it is judged, stored and shown. Texts that become empty are `nil`.
  package static func cleaned(_ request: NotificationRequest) -> NotificationRequest {
    var request = request
    clean(&request.title, .line)
    clean(&request.subtitle, .line)
    clean(&request.body, .block)
    clean(&request.hiddenPreviewBody, .line)
    request.sender = request.sender.map(cleaned).flatMap { asSeen($0.name).isEmpty ? nil : $0 }
    clean(&request.actions)
    return request
  }

  /// Whether any text of the cleaned request can be seen: some characters are neither blank nor visible.
  package static func isVisible(_ request: NotificationRequest) -> Bool {
    request.sender != nil || [request.title, request.body].contains { isVisible($0 ?? "") }
  }

  /// Nearly every text has a visible byte of ASCII, which is found without Unicode's tables.
  private static func isVisible(_ text: String) -> Bool {
    text.utf8.contains { (0x21...0x7E).contains($0) } || !asSeen(text).isEmpty
  }

  package static func cleaned(_ category: Category) -> Category {
    var category = category
    clean(&category.actions)
    clean(&category.hiddenPreviewBody, .line)
    clean(&category.hiddenPreviewBodyOne, .line)
    clean(&category.summaryFormat, .line)
    clean(&category.summaryFormatOne, .line)
    return category
  }

  private static func cleaned(_ sender: Sender) -> Sender {
    Sender(
      name: label(sender.name), group: sender.group.flatMap { present(label($0)) }, avatar: sender.avatar)
  }

  private static func clean(_ actions: inout [Action]?) {
    guard let given = actions, given.contains(where: { $0.input != nil || !isClean($0.title) }) else {
      return
    }
    actions = given.map(cleaned)
  }

  private static func cleaned(_ action: Action) -> Action {
    var action = action
    action.title = label(action.title)
    action.input = action.input.map {
      TextInput(placeholder: $0.placeholder.map(label), button: $0.button.map(label))
    }
    return action
  }

  private static func present(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func clean(_ text: inout String?, _ place: Place) {
    guard let given = text, !isClean(given) else { return }
    text = present(clean(given, place))
  }

  private static func clean(_ text: String, _ place: Place) -> String {
    isClean(text) ? text : trimmed(withoutDropped(text, place))
  }

  /// Whether the text is not empty, printable ASCII, and without blanks at its ends. Almost every text is, and a look
  /// at its bytes is cheaper than Unicode's tables and a copy.
  private static func isClean(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first != 0x20, last != 0x20 else {
      return false
    }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20...0x7E).contains($0) }
    } ?? false
  }

  private static func withoutDropped(_ text: String, _ place: Place) -> String {
    var result = String.UnicodeScalarView()
    var afterReturn = false
    let strayTags = text.strayTags
    for (index, scalar) in text.unicodeScalars.enumerated() {
      defer { afterReturn = scalar.value == 0x0D }
      switch scalar {
      case "\n" where afterReturn:
        continue
      case _ where scalar.endsLine:
        result.append(place == .block ? "\n" : " ")
      case "\t":
        result.append(place == .block ? "\t" : " ")
      default:
        if !strayTags.contains(index), !isDropped(scalar, place) { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// Unicode's Bidi_Control, annotation marks and noncharacters (Trojan Source, CVE-2021-42574).
  private static func isDropped(_ scalar: Unicode.Scalar, _ place: Place) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    case 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
    case 0xFEFF: true
    // Variation selectors, with which emoji are written, and the tags of flags.
    case 0xFE00...0xFE0F, 0xE0000...0xE007F: false
    default:
      scalar.value & 0xFFFE == 0xFFFE
        || place == .label && scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
