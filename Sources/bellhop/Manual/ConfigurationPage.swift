import Configuration

extension ManualPage {
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
