import NotificationModel
import TestSupport
import Testing

@testable import Desktop

@Suite struct InstalledNamesTests {
  private let directory = TemporaryDirectory()

  @Test func `what is installed is known a moment after somebody asked, by its id and its name`() async throws
  {
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    for (id, name) in [("org.example.A", "Files"), ("org.example.B", "Files"), ("org.example.C", "Mail")] {
      writeFile("\(directory.path)/applications/\(id).desktop", "[Desktop Entry]\nName=\(name)\n")
    }
    let names = InstalledNames(DesktopEntries(dataDirectories: [directory.path], languages: []))
    // Before the first reading nothing is known; that it were not installed is never said.
    #expect(names.contains(.literal("org.example.A")) != false)
    try await eventually("the entries", holds: { names.contains(.literal("org.example.A")) == true })
    #expect(names.apps(named: "Files").map(\.text).sorted() == ["org.example.A", "org.example.B"])
    #expect(names.apps(named: "Mail") == [AppID.literal("org.example.C")])
    #expect(names.contains(.literal("org.example.D")) == false && names.apps(named: "D").isEmpty)
  }

  @Test func `an app is known by its name as it is shown, in its language and untranslated`() async throws {
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    for (id, names) in [
      ("org.example.A", "Name=Tele\u{200B}gram"), ("org.example.B", "Name=Telegram"),
      ("org.example.D", "Name=Tele\u{AD}gram\u{FE0F}"),
      ("org.example.C", "Name=Files\u{2028}\nName[fa]=نرم\u{200C}افزار"),
    ] {
      writeFile("\(directory.path)/applications/\(id).desktop", "[Desktop Entry]\n\(names)\n")
    }
    let names = InstalledNames(DesktopEntries(dataDirectories: [directory.path], languages: ["fa"]))
    try await eventually("the entries", holds: { names.contains(.literal("org.example.A")) == true })
    #expect(
      names.apps(named: "Telegram").map(\.text).sorted() == [
        "org.example.A", "org.example.B", "org.example.D",
      ])
    #expect(names.apps(named: "Files").map(\.text) == ["org.example.C"])
    #expect(names.apps(named: "نرمافزار").map(\.text) == ["org.example.C"])
  }

  /// An entry's Exec and TryExec, and whether the app is known by the file of its program.
  @Test(arguments: [
    ("Exec=$D/real/app %u", true), ("Exec=$D/link --new-window", true), ("Exec=\"$D/link\" x", true),
    ("Exec=env A=b -i $D/link", true), ("Exec=/usr/bin/env LANG=C $D/real/app", true),
    ("Exec=sh -c \"app x\"\nTryExec=$D/link", true), ("Exec=$D/wrapper", false), ("Exec=$D/missing", false),
    ("Exec=$D/wrapper\nTryExec=$D/link", false), ("Exec=env -u A $D/link", false),
    ("Exec=$D/real/env $D/link", false),
    ("Exec=sh -c \"$D/real/app\"", false), ("Exec=", false), ("Terminal=true", false),
  ])
  func `an app is known by the file of the program that its entry starts`(keys: String, isKnown: Bool)
    async throws
  {
    let base = try #require(shell("realpath \(quoted(directory.path))").output.split(separator: "\n").first)
    #expect(
      shell(
        """
        cd \(quoted(String(base))) && mkdir -p real applications && cp /bin/true real/app && ln -s real/app link
        printf '#!/bin/sh\nexec real/app\n' >wrapper && chmod +x wrapper
        """
      ).status == 0)
    writeFile(
      "\(base)/applications/a.desktop",
      "[Desktop Entry]\nType=Application\nName=A\n\(keys.replacing("$D", with: base))\n")
    let names = InstalledNames(DesktopEntries(dataDirectories: [String(base)], languages: []))
    try await eventually("the entry", holds: { names.contains(.literal("a")) == true })
    #expect(names.apps(running: "\(base)/real/app").map(\.text) == (isKnown ? ["a"] : []))
  }

  @Test func `what is installed later is known too`() async throws {
    let names = InstalledNames(DesktopEntries(dataDirectories: [directory.path], languages: []))
    try await eventually(
      "that there is nothing", holds: { names.contains(.literal("org.example.A")) == false })
    #expect(shell("mkdir -p \(quoted(directory.path))/applications").status == 0)
    writeFile("\(directory.path)/applications/org.example.A.desktop", "[Desktop Entry]\nName=A\n")
    try await eventually("the new one", holds: { names.contains(.literal("org.example.A")) == true })
  }
}
