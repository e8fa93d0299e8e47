import Desktop
import Glibc
import NotificationModel
import TestSupport
import Testing

@Suite struct DesktopEntriesTests {
  private let directory = TemporaryDirectory()
  private let app: AppID

  init() throws {
    app = try #require(AppID("org.example.Mail"))
    for name in ["home", "shared"] {
      mkdir("\(directory.path)/\(name)", 0o755)
      mkdir("\(directory.path)/\(name)/applications", 0o755)
    }
  }

  private func path(_ layer: String) -> String {
    "\(directory.path)/\(layer)/applications/org.example.Mail.desktop"
  }

  private func entry(_ languages: [String] = []) -> DesktopEntry? {
    DesktopEntries(
      dataDirectories: ["\(directory.path)/home", "\(directory.path)/shared"], languages: languages
    ).entry(for: app)
  }

  @Test(arguments: [
    (["de_AT.UTF-8"], "Briefe"), (["fr", "de"], "Briefe"), (["fr"], "Mail"), (["en", "de"], "Mail"),
    (["C"], "Mail"), ([], "Mail"),
  ])
  func `an app is called what it calls itself in the person's language`(languages: [String], name: String) {
    writeFile(path("shared"), "[Desktop Entry]\nType=Application\nName=Mail\nName[de]=Briefe\nIcon=mail\n")
    #expect(entry(languages)?.name == name)
    #expect(entry(languages)?.icon == "mail")
  }

  @Test(arguments: [
    ("a\u{2028}b", "a b"), ("a\u{2029}", "a"), ("\u{202E}a\u{200B}b\u{1b}", "ab"), ("\u{200B}", nil),
    ("\u{FE0F}", nil),
    (String(repeating: "\u{200B}", count: 3_000) + "a", "a"), (String(repeating: "a", count: 257), nil),
  ])
  func `a name is one line without signs that cannot be seen`(written: String, name: String?) {
    writeFile(path("shared"), "[Desktop Entry]\nName=\(written)\nIcon=mail\u{2028}\n")
    #expect(entry()?.name == name)
    #expect(entry()?.icon == (name == nil ? nil : "mail"))
  }

  @Test func `an empty translation is none`() {
    writeFile(path("shared"), "[Desktop Entry]\nName=Mail\nName[de]=\n")
    #expect(entry(["de"])?.name == "Mail")
  }

  @Test(arguments: [
    ("Network;WebBrowser;", true), ("System;TerminalEmulator", true), ("Network;Email;", false),
    ("WebBrowsers;", false), ("", false),
  ])
  func `an entry's categories say whether its windows show what is others'`(categories: String, shows: Bool) {
    writeFile(path("shared"), "[Desktop Entry]\nName=Mail\nCategories=\(categories)\n")
    #expect(entry()?.showsOthers == shows)
  }

  @Test func `the person's own entry counts before the shared one, also to hide it`() {
    writeFile(path("shared"), "[Desktop Entry]\nName=Shared\n")
    #expect(entry()?.name == "Shared")
    writeFile(path("home"), "[Desktop Entry]\nName=Own\nNoDisplay=true\n")
    #expect(entry()?.name == "Own")
    writeFile(path("home"), "[Desktop Entry]\nName=Own\nHidden=true\n")
    #expect(entry() == nil)
  }

  @Test(arguments: ["", "no key file", "[Desktop Entry]\nName=\n", "[Other]\nName=Mail\n"])
  func `what is no entry gives no name`(text: String) {
    writeFile(path("shared"), text)
    #expect(entry() == nil)
  }

  @Test func `a pipe, a directory and a huge file give no name, and nothing waits`() {
    mkfifo(path("home"), 0o644)
    #expect(entry() == nil)
    unlink(path("home"))
    mkdir(path("home"), 0o755)
    #expect(entry() == nil)
    rmdir(path("home"))
    writeFile(path("home"), "[Desktop Entry]\nName=Mail\n")
    truncate(path("home"), 1 << 30)
    #expect(entry() == nil)
  }

  @Test func `directories and languages come from the environment`() {
    writeFile(path("shared"), "[Desktop Entry]\nName=Mail\nName[de]=Briefe\n")
    let entries = DesktopEntries.from([
      "HOME": "/nonexistent", "XDG_DATA_DIRS": "relative:\(directory.path)/shared", "LANG": "de_DE.UTF-8",
    ])
    #expect(entries.entry(for: app)?.name == "Briefe")
  }

  /// Files below the data directories, and the one that is found, or the name where there is none.
  static let icons: [([String], String)] = [
    ([], "mail"), (["shared/icons/hicolor/48x48/apps/mail.png"], "shared/icons/hicolor/48x48/apps/mail.png"),
    (
      ["home/icons/hicolor/scalable/apps/mail.svg", "shared/icons/hicolor/256x256/apps/mail.png"],
      "shared/icons/hicolor/256x256/apps/mail.png"
    ),
    (
      ["home/icons/hicolor/64x64/apps/mail.png", "shared/icons/hicolor/64x64/apps/mail.png"],
      "home/icons/hicolor/64x64/apps/mail.png"
    ),
    (["shared/pixmaps/mail.png"], "shared/pixmaps/mail.png"),
    (["shared/icons/hicolor/64x64/apps/mail.png/"], "mail"),
  ]

  @Test(arguments: icons)
  func `an icon is given as the file near a banner's size, the person's own first`(
    files: [String], found: String
  )
    throws
  {
    for file in files {
      let parts = file.split(separator: "/")
      for count in 1..<parts.count {
        mkdir(([directory.path] + parts.prefix(count).map(String.init)).joined(separator: "/"), 0o755)
      }
      if file.hasSuffix("/") {
        mkdir("\(directory.path)/\(file)", 0o755)
      } else {
        writeFile("\(directory.path)/\(file)", "")
      }
    }
    let entries = DesktopEntries(
      dataDirectories: ["\(directory.path)/home", "\(directory.path)/shared"], languages: [])
    #expect(entries.icon("mail") == (found == "mail" ? found : "\(directory.path)/\(found)"))
    #expect(entries.iconFile(named: "../mail") == nil)
    #expect(entries.icon("/nowhere/mail.png") == "/nowhere/mail.png")
  }
}
