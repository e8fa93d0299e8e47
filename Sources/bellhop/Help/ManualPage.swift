import Configuration
import NotificationModel
import NotificationProtocol

/// A page for `man`, in the macros of man(7). Text is escaped when it is added.
struct ManualPage {
  /// The names of the pages.
  static let names = ["bellhop", "bellhop.conf"]

  private(set) var roff: String

  init(_ name: String, section: Int, _ summary: String, of manual: String) {
    roff = """
      .TH \(Self.escaped(name.uppercased())) \(section) \(Version.date) "Bellhop \(Version.current)" "\(manual)"
      .SH NAME
      \(Self.escaped(name)) \\- \(Self.escaped(summary))

      """
  }

  mutating func section(_ title: String) { roff += ".SH \"\(Self.escaped(title))\"\n" }
  private mutating func subsection(_ title: String) { roff += ".SS \"\(Self.escaped(title))\"\n" }

  /// A filled paragraph. Indented lines stay as they are, for commands and tables.
  mutating func paragraph(_ text: String) {
    var isSetIn = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") != isSetIn {
        isSetIn.toggle()
        roff += isSetIn ? "\(followsHeading ? "" : ".PP\n").nf\n" : ".fi\n.PP\n"
      }
      roff += (isSetIn ? Self.escaped(String(line)) : Self.filled(String(line))) + "\n"
    }
    if isSetIn { roff += ".fi\n" }
  }

  /// Adds a further paragraph.
  private mutating func nextParagraph(_ text: String) {
    roff += text.hasPrefix("  ") ? "" : ".PP\n"
    paragraph(text)
  }

  /// A heading begins a paragraph by itself.
  private var followsHeading: Bool {
    roff.split(separator: "\n").last.map { $0.hasPrefix(".SH") || $0.hasPrefix(".SS") } ?? true
  }

  mutating func entry(_ term: String, value: String? = nil, _ meaning: String) {
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    roff += ".TP\n\\fB\(Self.escaped(term))\\fR\(value)\n\(Self.filled(meaning))\n"
  }

  private mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    roff +=
      pages.map { page in
        let parts = page.split(separator: "(")
        return ".BR \(Self.escaped(String(parts[0]))) (\(parts[1])"
      }.joined(separator: " ,\n") + "\n"
  }

  /// Escaped, and broken at blanks into lines of at most 80 bytes, by roff's custom. No line is a request.
  private static func filled(_ text: String) -> String {
    // A character outside of ASCII becomes an escape, such as \[u2026].
    let lines = escaped(text).wrapped(columns: 80, breaksWords: false) { character in
      character.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
    }
    return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(
      separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// bellhop(1), from the declarations of the subcommands.
  static var command: ManualPage {
    var page = ManualPage(
      "bellhop", section: 1, "post notifications, and decide about them", of: "User Commands")
    page.section("SYNOPSIS")
    page.paragraph("bellhop [--runtime-directory DIR] SUBCOMMAND [OPTION…] [OPERAND…]")
    page.section("DESCRIPTION")
    page.paragraph(
      """
      bellhop asks bellhopd(8), which judges notifications by the person's settings and by guidelines, keeps
      them, and has the desktop show what should be seen.
      """)
    page.nextParagraph(
      """
      bellhop post posts one, bellhop list lists what is there, bellhop explain says why one was treated as it
      was, bellhop dnd turns Do Not Disturb on and off, bellhop doctor says what is missing on this desktop.
      """)
    page.section("OPTIONS")
    page.options(CommandLineTool.options)
    page.section("SUBCOMMANDS")
    page.paragraph("Options and operands can stand in any order; behind -- everything is an operand.")
    page.nextParagraph("Each subcommand takes these, too:")
    page.options(Option.common)
    page.nextParagraph(HelpText.passedOn)
    for subcommand in Subcommand.all {
      page.subsection(subcommand.name)
      page.paragraph(HelpText(subcommand: subcommand).synopsis)
      page.nextParagraph(subcommand.summary)
      page.options(subcommand.options)
      if !subcommand.notes.isEmpty { page.nextParagraph(subcommand.notes) }
    }
    page.ending()
    return page
  }

  private mutating func ending() {
    section("EXIT STATUS")
    for status in ExitStatus.allCases { entry("\(status.rawValue)", status.meaning) }
    paragraph("run ends as its command does.")
    section("ENVIRONMENT")
    entry(
      "XDG_RUNTIME_DIR",
      "Where the daemon's sockets are, below bellhop and bellhop-control. Where it is not set: /run/user/UID."
    )
    entry("LC_ALL, LC_MESSAGES, LANG", "Whose words decisions and advice are told in: English or Korean.")
    entry("NO_COLOR", "Set to anything, output has no emphasis. It has none where it goes to no terminal.")
    section("EXAMPLES")
    paragraph(
      """
        bellhop post "Tea Is Ready" "Earl Grey, four minutes."
        bellhop post --wait --action eat=Eat "Dinner Is Ready"
        make && bellhop post --identifier build "Build Finished"
        bellhop dnd on --for 1h
        bellhop set org.example.Mail sounds=off
      """)
    section("FILES")
    entry(
      "/usr/share/doc/bellhop/EveryApp.md",
      "How Bellhop stands in front of the notification server, by hand and for everybody on a computer. Other pages of "
        + "the package stand beside it.")
    seeAlso(["bellhopd(8)", "bellhop.conf(5)", "bellhop-bus(8)", "bellhop-protocol(7)"])
  }

  private mutating func options(_ options: [Option]) {
    for option in options { entry(option.name, value: option.value, HelpText.meaning(of: option)) }
  }

  /// bellhop.conf(5), from the declarations of the keys.
  static var configuration: ManualPage {
    var page = ManualPage("bellhop.conf", section: 5, "configuration of bellhopd", of: "File Formats")
    page.section("SYNOPSIS")
    page.paragraph(
      """
      /etc/bellhop/bellhop.conf, /etc/bellhop/bellhop.conf.d/*.conf, $XDG_CONFIG_HOME/bellhop/bellhop.conf,
      $XDG_CONFIG_HOME/bellhop/bellhop.conf.d/*.conf
      """)
    page.section("DESCRIPTION")
    page.paragraph("Key files, read in this order. $XDG_CONFIG_HOME is ~/.config where it is not set.")
    page.nextParagraph(ConfigurationRules.layers)
    page.nextParagraph(
      """
      A group is [Name] on a line of its own, a key Name=value below it; a line that begins with # is a comment. The
      elements of a list are separated by ;. Escapes are \\s for a blank, \\n, \\t, \\r, \\\\, and \\; in a list.
      """)
    page.nextParagraph(
      """
      Unknown groups and keys are faults. With a fault nothing of the new configuration counts, and bellhopd(8) goes on
      with the old one. bellhop check-config says what is wrong, bellhop reload has the daemon read the files again.
      """)
    page.section("KEYS")
    var group = ""
    for key in ConfigurationKey.all {
      if key.group != group {
        group = key.group
        page.subsection("[\(group)]")
        if group == ConfigurationKey.appGroup {
          page.paragraph("One for each app, with its id for ID, such as [App org.example.Mail].")
          page.nextParagraph(ConfigurationRules.groups)
        }
      }
      let builtIn = key.builtIn.isEmpty ? "" : " Built in: \(key.builtIn)."
      let limit = key.isAdministrators ? " Counts in /etc alone." : ""
      let rule = key.allowed == .keys ? " \(ConfigurationRules.locks)" : ""
      page.entry("\(key.name)=", "\(key.meaning) Values: \(key.allowed.text).\(builtIn)\(limit)\(rule)")
    }
    page.section("EXAMPLES")
    page.paragraph(
      """
        [Schedule]
        QuietHours=22:00-07:00
        [App org.example.Mail]
        Sounds=false
      """)
    page.nextParagraph(
      "In a file in /etc/bellhop, so that nothing breaks through Do Not Disturb but what one app posts:")
    page.nextParagraph(ConfigurationRules.example.split(separator: "\n").map { "  \($0)\n" }.joined())
    page.seeAlso(["bellhop(1)", "bellhopd(8)"])
    return page
  }
}
