extension ManualPage {
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
}
