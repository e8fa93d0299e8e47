// Names that stand in a program's own text. A StaticString is nothing but a literal: what a peer or a person says cannot
// come here, and a literal that is no name ends the program the first time it is run, with what is wrong.
//
// They are no string literals by themselves (ExpressibleByStringLiteral): with that, `AppID("…")` of any literal, which
// is nil for what is no id, would become one that ends the program.

extension AppID {
  /// A literal of the program's own, which must be an id.
  public init(literal: StaticString) {
    self = named(literal, AppID.init, "an app's id: 1 to 255 of A-Z a-z 0-9 . _ -")
  }
}

extension ItemID {
  /// A literal of the program's own, which must be an id.
  public init(literal: StaticString) {
    self = named(literal, ItemID.init, "an id: 1 to 255 of A-Z a-z 0-9 . _ -")
  }
}

extension OpaqueName {
  /// A literal of the program's own, which must be a name.
  public init(literal: StaticString) {
    self = named(literal, OpaqueName.init, "a name: 1 to 255 bytes without control characters")
  }
}

private func named<Name>(_ literal: StaticString, _ name: (String) -> Name?, _ form: String) -> Name {
  guard let name = name(literal.description) else {
    preconditionFailure("\"\(literal)\" is not \(form)")
  }
  return name
}
