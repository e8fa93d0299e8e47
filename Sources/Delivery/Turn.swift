/// Places in the line to the screen, the lowest first: what must be hidden, then calls, then everything else in
/// the order in which it came.
package enum Turn {
  /// Before every place there is.
  static let beforeAll = Int64.min
  /// New text for a banner that shows what must not be seen any more.
  static let redaction = Int64.min + 1

  private static let firstCall = Int64.min / 2

  /// Calls among themselves keep their order.
  static func call(_ turn: Int64) -> Int64 { firstCall + turn }

  /// What a place was made from.
  static func counter(_ turn: Int64) -> Int64 {
    turn >= firstCall && turn < 0 ? turn - firstCall : max(0, turn)
  }

  /// Whether this is a place that can have been given, where nothing counts beyond `highest`.
  package static func isGiven(_ turn: Int64, countedTo highest: Int64) -> Bool {
    turn == redaction || (0...highest).contains(turn < 0 ? turn - firstCall : turn)
  }

  /// Whether it goes before questions and summaries.
  static func isUrgent(_ turn: Int64) -> Bool { turn < 0 }
}
