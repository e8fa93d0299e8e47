import Glibc

/// Who gets the body of what root posts to people.
struct BodyReaders {
  static let option = Option(
    "--body-for", "GROUP[,GROUP]…", "only members of these groups get the BODY")

  /// `nil` for everybody.
  private let groups: [String]?

  init(_ arguments: Arguments) throws(Failure) {
    groups = arguments.text(Self.option)?.split(separator: ",").map(String.init)
    guard groups?.isEmpty != true else { throw .usage("\(Self.option.name) needs its GROUP") }
  }

  /// What is said of a post to somebody else in which nothing stands but its body.
  var nothingLeft: String {
    "without the body, which is only for \((groups ?? []).joined(separator: ", ")), nothing is left to post"
  }

  func include(_ person: Person) -> Bool { groups.map { person.isMember(ofAny: $0) } ?? true }

  /// Why nobody but root is among them, where that is so. One group that there is not is no fault: not every system has
  /// all that a unit names.
  var fault: String? {
    guard let groups, !groups.contains(where: { getgrnam($0) != nil }) else { return nil }
    return "there is no group \(groups.joined(separator: " or ")); nobody but root gets the body"
  }
}
