import Guidelines
import NotificationModel

/// Hints of one desktop alone. Its server is given them as they came, without control characters: what people have set up
/// there goes on working.
enum HandedOnHints {
  /// More than any program sends.
  static let most = 16
  /// Of a text, in bytes.
  static let textBytes = 1_024

  /// Plasma's, SwayNotificationCenter's and dunst's.
  private static let families = ["x-kde-", "SWAYNC_", "x-dunst-"]
  /// dunst's colours (dunst(5)), and the banner of nothing but an icon.
  private static let others: Set = [
    "fgcolor", "bgcolor", "frcolor", "hlcolor", "x-canonical-private-icon-only",
  ]
  /// These have become something else, and would do it twice.
  private static let understood: Set = [
    "x-dunst-stack-tag", "x-kde-reply-placeholder-text", "x-kde-reply-submit-button-text",
    "x-kde-reply-submit-button-icon-name",
  ]

  static func among(_ hints: [String: OtherHint], _ repairs: inout Repairs) -> [String: OtherHint] {
    // In the order of their names, so that the same call always keeps the same ones.
    let names = hints.keys.filter(isKnown).sorted()
    var kept: [String: OtherHint] = [:]
    var given = 0
    for name in names {
      guard let hint = hints[name], isWhole(hint, &repairs) else { continue }
      given += 1
      guard kept.count < most else { continue }
      kept[name] = if case .string(let text) = hint { .string(PlainText.block(text)) } else { hint }
    }
    if given > most { repairs.note(.leftOut(.hints, limit: most, given: given)) }
    return kept
  }

  private static func isKnown(_ name: String) -> Bool {
    guard ItemID(name) != nil, !understood.contains(name) else { return false }
    return others.contains(name) || families.contains { name.hasPrefix($0) }
  }

  private static func isWhole(_ hint: OtherHint, _ repairs: inout Repairs) -> Bool {
    switch hint {
    case .string(let text): repairs.whole(text, .hints, bytes: textBytes) != nil
    case .number(let number): number.isFinite
    case .integer, .flag: true
    }
  }
}
