/// A broken rule, in words.
package struct Violation: Error, Hashable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// Throws the violation unless the rule holds.
package func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Violation(otherwise()) }
}
