import Testing

@testable import bellhop

struct BodyReadersTests {
  private func readers(_ groups: String...) throws(Failure) -> BodyReaders {
    try BodyReaders(Arguments(groups.flatMap { ["--body-for", $0] } + ["Title"], of: .post))
  }

  @Test("An empty list of groups is wrong usage", arguments: ["", ","])
  func empty(groups: String) {
    #expect(throws: Failure.usage("--body-for needs its GROUP")) { try readers(groups) }
  }

  @Test("It is a fault that none of the groups exists, and none that one does not")
  func unknown() throws {
    #expect(try readers().fault == nil)
    #expect(try readers("root").fault == nil)
    #expect(try readers("no-such-group,root").fault == nil)
    #expect(
      try readers("no-such-group").fault
        == "there is no group no-such-group; root alone gets the body")
    #expect(
      try readers("no-such-group,nor-this").fault
        == "there is no group no-such-group or nor-this; root alone gets the body")
  }

  @Test("Without groups everybody is a reader, and root always")
  func members() throws {
    #expect(try readers().include(Person(uid: 4_321)))
    #expect(try !readers("root").include(Person(uid: 4_321)))
    #expect(try readers("no-such-group").include(Person(uid: 0)))
  }
}
