import EventLoop
import NotificationModel
import TestSupport
import Testing

@testable import Desktop

@Suite struct WindowAppsTests {
  private let directory = TemporaryDirectory()

  /// The text of each entry by the name of its file.
  private func index(_ layers: [[String: String]]) -> AppIndex {
    let paths = layers.enumerated().map { number, layer in
      let path = "\(directory.path)/\(number)"
      #expect(shell("mkdir -p \(quoted(path))/applications").status == 0)
      for (name, text) in layer { writeFile("\(path)/applications/\(name)", text) }
      return path
    }
    return DesktopEntries(dataDirectories: paths, languages: []).index()
  }

  private static let installed = [
    "org.gnome.Evince.desktop": "[Desktop Entry]\nName=Documents\n",
    "thunderbird.desktop": "[Desktop Entry]\nName=Mail\nStartupWMClass=thunderbird-default\n",
    "chromium.desktop": "[Desktop Entry]\nName=Chromium\nStartupWMClass=Chromium\n",
    "chrome-abc-Default.desktop": "[Desktop Entry]\nName=Web App\nStartupWMClass=crx_abc\n",
    "debian-xterm.desktop": "[Desktop Entry]\nName=XTerm\nStartupWMClass=XTerm\n",
    "google-earth.desktop": "[Desktop Entry]\nName=Earth\n",
    "org.example.Gone.desktop": "[Desktop Entry]\nName=Gone\nHidden=true\nStartupWMClass=gone\n",
    "broken.desktop": "no key file", "notes.txt": "[Desktop Entry]\nName=Notes\nStartupWMClass=notes\n",
  ]

  /// Names as a window gives them, and the apps it may be.
  @Test(arguments: [
    (["org.gnome.Evince"], ["org.gnome.Evince"]),
    (["evince", "Org.gnome.Evince"], ["org.gnome.Evince", "evince", "Org.gnome.Evince"]),
    (["/usr/share/applications/org.gnome.Evince.desktop"], ["org.gnome.Evince"]),
    (["org.gnome.Evince.desktop"], ["org.gnome.Evince"]),
    (["Mail", "thunderbird-default"], ["thunderbird", "Mail", "thunderbird-default"]),
    (["crx_abc", "Chromium"], ["chrome-abc-Default", "crx_abc", "Chromium"]),
    (["chromium", "Chromium"], ["chromium", "Chromium"]),
    (["xterm", "XTerm"], ["debian-xterm", "xterm", "XTerm"]),
    (["xterm", "org.example.Mail"], ["debian-xterm", "xterm", "org.example.Mail"]),
    (["Google Earth"], ["google-earth"]),
    (["gone"], ["gone"]), (["notes"], ["notes"]), (["broken"], ["broken"]),
    (["with a blank", "../etc/passwd", ""], []),
    ([], []),
  ])
  func `a window is told by its entry's id or window class, and by its own name`(
    names: [String], apps: [String]
  ) throws {
    let index = index([Self.installed])
    let windows = WindowApps(
      DesktopEntries(dataDirectories: [], languages: []), Background(try EventLoop()), index: index)
    #expect(
      windows.apps(of: WindowIdentity(names: names, process: nil)).map(\.text).sorted() == apps.sorted())
  }

  @Test func `the person's own entry counts before the shared one, also to hide it`() throws {
    let index = index([
      [
        "a.desktop": "[Desktop Entry]\nName=A\nStartupWMClass=own\n",
        "b.desktop": "[Desktop Entry]\nHidden=true\n",
      ],
      [
        "a.desktop": "[Desktop Entry]\nName=A\nStartupWMClass=shared\n",
        "b.desktop": "[Desktop Entry]\nName=B\nStartupWMClass=b-window\n",
      ],
    ])
    #expect(index.apps(named: ["own"]) == [try #require(AppID("a"))])
    #expect(index.apps(named: ["shared"]) == [] && index.apps(named: ["b-window"]) == [])
  }

  @Test(arguments: [
    ("app-gnome-org.gnome.Evince-4711.scope", ["org.gnome.Evince"]),
    ("app-org.gnome.Evince@autostart.service", ["org.gnome.Evince"]),
    ("app-gnome-nothing.installed-1.scope", []),
  ])
  func `a process is asked for its unit where no name means anything`(unit: String, apps: [String]) throws {
    let index = index([Self.installed])
    let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)\n"
    let windows = WindowApps(
      DesktopEntries(dataDirectories: [], languages: []), Background(try EventLoop()), index: index
    ) { process in
      process == 7 ? groups : ""
    }
    #expect(windows.apps(of: WindowIdentity(names: [], process: 7)).map(\.text) == apps)
    #expect(windows.apps(of: WindowIdentity(names: [], process: 8)) == [])
    #expect(
      windows.apps(of: WindowIdentity(names: ["chromium"], process: 7)).map(\.text) == ["chromium"])
  }

  @Test func `entries that come, go or change their directory are seen`() throws {
    let path = "\(directory.path)/data"
    #expect(shell("mkdir -p \(quoted(path))/applications").status == 0)
    let entries = DesktopEntries(dataDirectories: [path, "/nonexistent"], languages: [])
    let before = entries.stamps
    #expect(entries.stamps == before)
    writeFile("\(path)/applications/a.desktop", "[Desktop Entry]\nName=A\n")
    #expect(entries.stamps != before)
  }
}
