/// "Prefer brief titles that people can read at a glance."
enum TitleBrief: AdviceRule {
  static let name = "title.brief"

  /// Columns of a terminal's font, of which a Korean letter takes two. The specification of desktop
  /// notifications says 40; a few more still make one line.
  static let columns = 50

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let title = draft.title, title.columns > columns else { return }
    advice.add(self, "title", .titleTooLong)
  }
}
