import Configuration
import NotificationModel
import Testing

@testable import bellhop

struct ConfigurationTextTests {
  private let files = [
    LayerFile(
      path: "/etc/a.conf", text: "[Locked]\nKeys=Previews/Show\n[Previews]\nShow=never", isSystem: true),
    LayerFile(
      path: "/etc/b.conf", text: "[Locked]\nKeys=App */Sounds\n[App *]\nSounds=false", isSystem: true),
    LayerFile(
      path: "/home/c.conf", text: "[Previews]\nShow=always\n[App org.a]\nSounds=true\nBanners=false",
      isSystem: false),
  ]

  @Test(
    "Above a value stands where it comes from, who locks it and what it overrules, and above the locks all their files"
  )
  func text() {
    let text = configurationText(reading(files).policy, files: files)
    for lines in [
      "# from /etc/a.conf, locked by /etc/a.conf, overrules /home/c.conf:2\nShow=never\n",
      "# from /etc/b.conf, locked by /etc/b.conf, overrules /home/c.conf:4\nSounds=false\n",
      "# from /etc/a.conf and /etc/b.conf\nKeys=Previews/Show;App */Sounds\n",
      "# from /home/c.conf\nBanners=false\n",
    ] {
      #expect(text.contains(lines), "\(text)")
    }
  }

  @Test("Above what denies apps stands what becomes of what they have in the lists")
  func denials() {
    let denying = LayerFile(
      path: "/etc/d.conf",
      text: "[Consent]\nDefault=deny\n[App a]\nAuthorization=denied\n[App b]\nStore=none",
      isSystem: true)
    let lines = configurationText(reading([denying]).policy, files: [denying]).split(separator: "\n")
    let told = lines.indices.filter { lines[$0].contains("in no list until the app is allowed again") }
    #expect(told.map { lines[$0 + 1] } == ["Default=deny", "Authorization=denied"])
  }

  @Test("The same is told to programs")
  func json() {
    let text = configurationJSON(reading(files).policy, files: files).text
    for part in [
      #""Show":{"file":"/etc/a.conf","lockedBy":"/etc/a.conf","overrules":[{"file":"/home/c.conf","line":2}]}"#,
      #""Locked":{"Keys":{"file":"/etc/b.conf","files":["/etc/a.conf","/etc/b.conf"]}}"#,
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test(
    "A new configuration says what it takes off the lists and gives back, and nothing where that is nothing")
  func reloaded() {
    var effect = ReloadEffect()
    #expect(reloadText(effect) == "")
    effect.withheld.add(8)
    effect.withheld.add(1)
    effect.restored.add(1)
    #expect(
      reloadText(effect) == """
        off the lists, until their apps are allowed again, but for private ones: 9 notifications of 2 apps
        back in the lists: 1 notification of 1 app

        """)
  }
}
