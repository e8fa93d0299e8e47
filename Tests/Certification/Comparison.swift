import Varlink

extension JSON {
  /// Whether both say the same: the order of fields, the form of a number, and whether a field is null or
  /// absent make no difference.
  func means(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.int(let mine), .double(let theirs)): Double(mine) == theirs
    case (.double(let mine), .int(let theirs)): mine == Double(theirs)
    case (.array(let mine), .array(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.means($1) }
    case (.object(let mine), .object(let theirs)): mine.isWithin(other) && theirs.isWithin(self)
    default: self == other
    }
  }
}

extension [JSON.Field] {
  fileprivate func isWithin(_ object: JSON) -> Bool {
    allSatisfy { field in field.value.means(object[field.name] ?? .null) }
  }
}
