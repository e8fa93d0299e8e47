import Glibc
import Testing

@testable import bellhop

struct AccountsTests {
  @Test("People are those with a number that login.defs says, and with its own bounds where it says nothing")
  func range() {
    let text = "# UID_MIN 5\nUID_MIN\t\t\t 500\nUID_MAX 600 # high\nSYS_UID_MIN 100\n"
    #expect(Accounts(text: text).range == 500...600)
    #expect(Accounts(text: "").range == 1_000...60_000)
    #expect(Accounts(text: "UID_MIN 70000\nUID_MAX x\n").range == 70_000...70_000)
    #expect(Accounts(definitions: "/nonexistent").range == 1_000...60_000)
  }

  @Test("Whoever is below, or has no shell to log in with, is none of them")
  func people() {
    let everybody = Accounts(text: "UID_MIN 0\nUID_MAX 4294967295\n").people
    #expect(everybody.contains { $0.uid == 0 })
    #expect(!everybody.contains { $0.name == "nobody" || $0.name == "daemon" })
    #expect(everybody.map(\.uid) == everybody.map(\.uid).sorted())
    #expect(!Accounts(text: "UID_MIN 1").people.contains { $0.uid == 0 })
  }
}
