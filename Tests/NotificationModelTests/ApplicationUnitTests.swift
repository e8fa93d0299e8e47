import NotificationModel
import Testing

struct ApplicationUnitTests {
  @Test(
    "An app's id is read from the unit that its desktop runs it in",
    arguments: [
      (
        "0::/app.slice/app-gnome-org.gnome.Evince-4711.scope", ["org.gnome.Evince", "gnome-org.gnome.Evince"]
      ),
      ("0::/app.slice/app-org.gnome.Evince-1.scope", ["org.gnome.Evince"]),
      ("0::/app.slice/app-org.kde.kate@0123abcd.service", ["org.kde.kate"]),
      ("0::/app.slice/app-org.kde.kate-autostart.service", ["org.kde.kate"]),
      ("0::/app.slice/app-KDE-org.kde.kate@12.service", ["org.kde.kate", "KDE-org.kde.kate"]),
      ("0::/app.slice/app-foo\\x2dbar-12.scope", ["foo-bar"]),
      ("0::/app.slice/app-gnome-foo-12.scope/inner", ["foo", "gnome-foo"]),
      ("1:name=systemd:/app-foo-1.scope\n0::/", ["foo"]),
      ("0::/user.slice/session-2.scope", []), ("0::/", []), ("", []),
      ("0::/app.slice/app-foo.scope", []), ("0::/app.slice/app-foo\\x2-1.scope", []),
      ("0::/app.slice/app-foo\\xff-1.scope", []), ("0::/app.slice/app-\\x2e\\x2e\\x2fetc-1.scope", []),
      ("0::/app.slice/app-.service", []),
    ])
  func ids(groups: String, ids: [String]) {
    #expect(ApplicationUnit.ids(inControlGroups: groups).map(\.text) == ids)
  }
}
