import Testing

@testable import Desktop

@Suite struct ExecLineTests {
  private let fields = ExecLine.Fields(icon: "mail", name: "My Mail", path: "/apps/mail.desktop")

  private func arguments(_ line: String) -> [String]? { ExecLine.arguments(of: line, fields) }

  @Test(arguments: [
    ("mail", ["mail"]), ("/usr/bin/mail --new", ["/usr/bin/mail", "--new"]),
    ("  mail \t --new  ", ["mail", "--new"]), (#"mail "two words" one"#, ["mail", "two words", "one"]),
    (#"mail "" end"#, ["mail", "", "end"]), (#""/opt/My App/run" x"#, ["/opt/My App/run", "x"]),
    (#"mail a" b"c"#, ["mail", "a bc"]),
  ])
  func `words are separated by spaces outside of quotes`(line: String, words: [String]) {
    #expect(arguments(line) == words)
  }

  @Test(arguments: [
    (#"sh -c "echo \"hi\"""#, [#"sh"#, "-c", #"echo "hi""#]),
    (#"m "\$HOME \`x\` \\""#, ["m", #"$HOME `x` \"#]),
    (#"m "a\nb""#, ["m", #"a\nb"#]), ("sh -c 'exec mail \"$1\"'", ["sh", "-c", "exec mail \"$1\""]),
    (#"m two\ words"#, ["m", "two words"]), ("m $HOME ; rm *", ["m", "$HOME", ";", "rm", "*"]),
  ])
  func `quoting is undone, and no shell looks at the rest`(line: String, words: [String]) {
    #expect(arguments(line) == words)
  }

  @Test(arguments: [
    ("mail %u", ["mail"]), ("mail %f %F %U", ["mail"]), ("mail --open=%u x", ["mail", "--open=", "x"]),
    ("mail %i", ["mail", "--icon", "mail"]), ("mail %c %k", ["mail", "My Mail", "/apps/mail.desktop"]),
    ("mail --title=%c", ["mail", "--title=My Mail"]), ("mail 100%%", ["mail", "100%"]),
    ("mail %d %D %n %N %v %m -x", ["mail", "-x"]), (#"sh -c "mail %u""#, ["sh", "-c", "mail "]),
    ("mail %%u", ["mail", "%u"]),
  ])
  func `field codes stand for the entry's own fields, and for no files`(line: String, words: [String]) {
    #expect(arguments(line) == words)
  }

  @Test func `without an icon, no argument speaks of one`() {
    #expect(ExecLine.arguments(of: "mail %i", .init(icon: nil, name: "", path: "")) == ["mail"])
  }

  @Test func `a line longer than any is not run`() {
    let longest = "mail " + String(repeating: "a", count: 16_384 - 5)
    #expect(arguments(longest)?.count == 2)
    #expect(arguments(longest + "a") == nil)
  }

  @Test(arguments: [
    "", "   ", "%u", #""""#, "mail %", "mail %x", #"mail "never ends"#, "mail 'never ends", #"mail \"#,
    #"mail "ends in \"#, "A=1 mail", "bin/mail", "./mail", "bin/\u{301}mail", "A=\u{301} mail",
  ])
  func `what the specification forbids is not run`(line: String) {
    #expect(arguments(line) == nil)
  }
}
