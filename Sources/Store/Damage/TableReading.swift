/// A table as this program reads it: its columns, and the check of a row. SQLite checks the form of pages; only this
/// checks the values in a row.
struct TableReading: Sendable {
  typealias Decode = @Sendable (inout Cursor) throws(SQLiteFault) -> Void

  let name: String
  let columns: [String]
  /// The columns, or expressions in the place of those that an earlier version wrote in another form.
  private var values: [String]
  /// Columns that count rows of other tables; a salvage counts anew.
  private let counts: [String]
  /// A column in which each row has a value of its own: one whose value another row has is carried over without it.
  private let distinct: String?
  /// The columns of its key, in the order in which the rows lie.
  private let key: [String]
  /// Whether that begins with a number that is counted up.
  private let isNumbered: Bool
  /// Reads a row; throws `SQLiteFault.damagedRow` for one that this program cannot have written.
  let decode: Decode

  init(
    _ name: String, _ columns: String, counts: [String] = [], distinct: String? = nil, key: [String],
    isNumbered: Bool = false, decode: @escaping Decode
  ) {
    self.name = name
    self.columns = columns.split { !($0.isLetter || $0 == "_") }.map(String.init)
    values = self.columns
    self.counts = counts
    self.distinct = distinct
    self.key = key
    self.isNumbered = isNumbered
    self.decode = decode
  }

  enum Order: String {
    case ascending = ""
    case descending = " DESC"
  }

  /// The number that its rows have, or that its key begins with.
  var number: String? { isNumbered ? key.first : nil }

  var select: String { "SELECT \(Self.list(values + counts.map { _ in "0" })) FROM \(name)" }

  /// The rows in the order of their keys, or against it, each after its number; with `range` only
  /// those within it.
  func select(_ range: ClosedRange<Int64>?, _ order: Order) -> String {
    let bounds = range.map { " WHERE \(key[0]) BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
    return """
      SELECT \(Self.list([number ?? "NULL"] + values + counts.map { _ in "0" })) FROM \(name)\(bounds)
        ORDER BY \(Self.list(key.map { "\($0)\(order.rawValue)" }))
      """
  }

  var insert: String {
    let all = columns + counts
    let values = Self.list(all.map { $0 == distinct ? value(ofDistinct: $0) : "?" })
    return "INSERT OR IGNORE INTO \(name) (\(Self.list(all))) VALUES (\(values))"
  }

  private func value(ofDistinct column: String) -> String {
    """
    (SELECT given FROM (SELECT ? AS given)
      WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE \(column) = given))
    """
  }

  private static func list(_ names: [String]) -> String {
    names.dropFirst().reduce(names.first ?? "") { "\($0), \($1)" }
  }

  /// Every table that is not derived from another, in the order in which they can be filled: a notification counts
  /// for its images.
  static let all = [
    ImageStatements.reading, NotificationColumns.reading, BannerStatements.reading,
    DecisionStatements.reading,
    EventStatements.streams, EventStatements.reading, FollowerStatements.reading, AppStatements.reading,
    CategoryStatements.reading,
    RatingStatements.reading,
    SwitchStatements.reading, KeptFileStatements.reading, StepStatements.reading, StepStatements.taken,
  ]
  /// The same tables, for a database of an earlier version those that it has.
  static func all(in database: Database) throws(SQLiteFault) -> [TableReading] {
    guard try Schema.isEarlier(in: database) else { return all }
    var forms: [String: String] = [:]
    for (column, values) in Schema.forms where try !Schema.has(column, in: database) {
      forms.merge(values) { earlier, _ in earlier }
    }
    var tables: [TableReading] = []
    for var table in all {
      let present = try columns(of: table.name, in: database)
      guard !present.isEmpty else { continue }
      table.values = table.columns.map { forms[$0] ?? (present.contains($0) ? $0 : "NULL") }
      tables.append(table)
    }
    return tables
  }

  private static func columns(of table: String, in database: Database) throws(SQLiteFault) -> Set<String> {
    var cursor = try database.cursor(once: "SELECT name FROM pragma_table_info('\(table)')")
    return Set(try cursor.rows())
  }

  /// Tables that follow from the others; a salvage makes them anew.
  static let derived = [CountStatements.tallies, CountStatements.numbers, ImageStatements.uses]
}
