/// Where the list and what is open have their places: one beside the other where both can be read, else one in front of
/// the other.
struct Stage {
  /// `nil` where something is open in front of it.
  let list: Range<Int>?
  let page: Range<Int>
  /// Between head and foot.
  let rows: Range<Int>
  /// The same, but for a title where the list is beside it.
  let pageRows: Range<Int>

  /// Narrower than this, two columns of text are none.
  static let wide = 100

  init(of state: CenterState) {
    let columns = max(0, state.size.columns)
    rows = 1..<max(1, state.size.rows - 1)
    if columns >= Self.wide {
      let middle = columns * 45 / 100
      list = 0..<middle
      page = (middle + 3)..<columns
      pageRows = min(2, rows.upperBound)..<rows.upperBound
    } else {
      list = state.pages.isEmpty ? 0..<columns : nil
      page = min(1, columns)..<columns
      pageRows = rows
    }
  }
}
