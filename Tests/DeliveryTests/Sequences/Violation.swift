/// A broken rule, in words.
struct Violation: Error, Hashable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Something that has to hold.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Violation(otherwise()) }
}
