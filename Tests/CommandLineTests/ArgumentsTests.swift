import NotificationModel
import Testing

@testable import bellhop

struct ArgumentsTests {
  private static let name = Option("--name", "TEXT", "a name")
  private static let many = Option("--many", "X", "several", repeats: true)
  private static let flag = Option("--flag", nil, "a flag")
  private static let level = Option("--level", "L", "a level", choices: ["low", "high"])

  private func parse(
    _ words: [String], operands: [Operand] = [Operand("A"), Operand("B", isOptional: true)]
  ) throws(Failure) -> Arguments {
    let subcommand = Subcommand(
      name: "x", summary: "", operands: operands, options: [Self.name, Self.many, Self.flag, Self.level]
    ) { (_, _) throws(Failure) in }
    return try Arguments(words, of: subcommand)
  }

  @Test("Options and operands can stand in any order, values after a blank or an =")
  func anyOrder() throws {
    let arguments = try parse(["--many", "1", "a", "--name=b=c", "--flag", "--many=2", "d", "--level", "low"])
    #expect(arguments.operands == ["a", "d"])
    #expect(arguments.text(Self.name) == "b=c")
    #expect(arguments.all(Self.many) == ["1", "2"])
    #expect(arguments.has(Self.flag))
    #expect(arguments.text(Self.level) == "low")
  }

  @Test(
    "What begins with - is an operand after --, and a lone - always",
    arguments: [
      (["--", "-a"], ["-a"]), (["--", "--flag", "--"], ["--flag", "--"]), (["-"], ["-"]),
      (["a", "-"], ["a", "-"]),
      ([""], [""]),
    ])
  func dashes(words: [String], operands: [String]) throws {
    #expect(try parse(words).operands == operands)
  }

  @Test("An option's value can begin with -, and can be empty")
  func values() throws {
    #expect(try parse(["a", "--name", "--flag"]).text(Self.name) == "--flag")
    #expect(try parse(["a", "--name="]).text(Self.name) == "")
  }

  @Test(
    "What was not declared is a mistake that names the option or operand",
    arguments: [
      (["a", "--nam", "x"], "--nam"), (["a", "-x"], "-x"), (["a", "--name"], "--name needs its TEXT"),
      (["a", "--flag=1"], "--flag takes no value"), (["a", "--flag", "--flag"], "--flag is given twice"),
      (["a", "--name", "1", "--name", "2"], "--name is given twice"), (["a", "--level", "mid"], "low, high"),
      ([], "A is missing"), (["a", "b", "c"], "more than 2"),
    ])
  func mistakes(words: [String], names: String) {
    #expect {
      try parse(words)
    } throws: { error in
      guard case Failure.usage(let reason)? = error as? Failure else { return false }
      return reason.contains(names)
    }
  }

  @Test("A repeated operand takes what is left, and help needs none")
  func openEnd() throws {
    let open = [Operand("A"), Operand("B", isOptional: true, repeats: true)]
    #expect(try parse(["1", "2", "3"], operands: open).operands == ["1", "2", "3"])
    #expect(try parse(["--help"]).has(.help))
    #expect(try parse(["-h"]).has(.help))
  }

  @Test("IDs are cut into as many as one call takes, in bytes and in number")
  func batches() {
    #expect([NotificationID]().batches == [])
    #expect([NotificationID(7), NotificationID(8)].batches == [[NotificationID(7), NotificationID(8)]])
    let short = (1...Int64(10_001)).map { NotificationID($0) }
    #expect(short.batches == [Array(short.dropLast()), [NotificationID(10_001)]])
    let long = Array(repeating: NotificationID(.max), count: 10_000)
    #expect(Array(long.batches.joined()) == long)
    for batch in long.batches {
      #expect(batch.map(\.description).joined(separator: ",").utf8.count <= 65_536 - 1_000)
    }
  }

  @Test(
    "An ID is a number from 1 on, last, a range or a list",
    arguments: [
      ("7", [.number(NotificationID(7))]), ("9223372036854775807", [.number(NotificationID(.max))]),
      ("last", [.last]), ("3-7", [.range(3...7)]), ("3-3", [.range(3...3)]),
      ("1,2", [.number(NotificationID(1)), .number(NotificationID(2))]),
      ("1,4-6,last", [.number(NotificationID(1)), .range(4...6), .last]),
    ] as [(String, [WrittenID])])
  func ids(word: String, ids: [WrittenID]) throws { #expect(try WrittenID.all(in: word) == ids) }

  @Test(
    "Nothing else is one",
    arguments: [
      "0", "-1", "x", "1.5", "", "9223372036854775808", "7-3", "3-", "1,", "+1", "1-2-3", "1-1001", "Last",
    ])
  func noIDs(word: String) { #expect(throws: Failure.self) { try WrittenID.all(in: word) } }
}
