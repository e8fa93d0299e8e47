/// A value on the heap, for where few have one and all others should not be the larger for it.
@dynamicMemberLookup
package final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }

  package subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part { value[keyPath: part] }

  package static func == (a: Boxed, b: Boxed) -> Bool { a === b || a.value == b.value }
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
