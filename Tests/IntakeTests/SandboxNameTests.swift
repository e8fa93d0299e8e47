import NotificationModel
import Testing

@testable import Intake

/// The names by which sandboxes are known.
struct SandboxNameTests {
  private static let uuid = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"

  @Test(arguments: [
    (
      "0::/user.slice/user-1000.slice/user@1000.service/app.slice/snap.mail.reader-\(uuid).scope\n",
      "mail_reader"
    ),
    ("0::/app.slice/snap.mail.mail.\(uuid).scope\n", "mail_mail"),
    ("0::/system.slice/snap.mail.agent.service\n", "mail_agent"),
    ("0::/app.slice/snap.mail_second.mail-client-\(uuid).scope\n", "mail_second_mail-client"),
    ("12:freezer:/snap.mail.mail.service\n1:name=systemd:/a/snap.mail.mail.service\n", "mail_mail"),
  ]) func `a snap's control group names its app`(text: String, app: String) {
    #expect(ControlGroups(text).snapApp == AppID(app))
    #expect(ControlGroups(text).nameSandbox)
  }

  @Test(arguments: [
    "0::/\n", "", "0::/app.slice/app-org.example.Mail-1.scope\n",
    "0::/snap.mail.scope\n", "0::/snap.mail.reader.scope\n", "0::/snap.mail.reader-1234.scope\n",
    "0::/snap.mail.hook.configure-\(uuid).scope\n", "0::/snap..reader-\(uuid).scope\n",
    "0::/snap.mail.-\(uuid).scope\n", "0::/snap.mail.rea der.service\n", "0::/snap.mail.reader.slice\n",
    "0::/snap.mail.mail.service/snap.chat.chat.service\n",
    "2:cpu:/snap.mail.mail.service\n0::/snap.chat.chat.service\n",
  ]) func `a control group that names no single app of a snap names none`(text: String) {
    #expect(ControlGroups(text).snapApp == nil)
  }

  @Test(arguments: [
    "[Application]\nname=org.example.Mail\n",
    "# made by Flatpak\n\n[Application]\nruntime=a/b/c\nname = org.example.Mail \n[Instance]\nname=other\n",
    "[Context]\nsockets=x11;wayland;\n[Application]\nname=org.example.Mail",
    "[Instance]\nname=a\n[Application]\nname=org.example.Mail\n[Session Bus Policy]\norg.example.*=own\n",
  ]) func `Flatpak's file names the app`(text: String) {
    #expect(FlatpakInfo(text)?.app == AppID("org.example.Mail"))
  }

  @Test(arguments: [
    "", "[Application]\n", "name=org.example.Mail\n", "[Runtime]\nname=org.example.Platform\n",
    "[Application]\nname=\n", "[Application]\nname=../Mail\n", "[Application]\nname=org.example.Mail;other\n",
    "[Application]\nname=org.example.Mail\nname=org.example.Chat\n",
    "[Application]\nname=org.example.Mail\n[Application]\nruntime=a\n",
    "[Application\nname=org.example.Mail\n", "[Application]\nname=org.example.Mail\nand more\n",
    "[Application] \nname=org.example.Mail\n", "[application]\nname=org.example.Mail\n",
    "[Application]\nName=org.example.Mail\n", "[Application]\nname[ko]=org.example.Mail\n",
    "[Application]\r\nname=org.example.Mail\r\n", "\u{FEFF}[Application]\nname=org.example.Mail\n",
    "[Application]\nname=\(String(repeating: "a", count: 256))\n",
    "[Application]\nname=org.example.Mail\u{0}\n",
  ]) func `a file that is not quite Flatpak's names nobody`(text: String) {
    #expect(FlatpakInfo(text) == nil)
  }

  @Test(arguments: [
    ("30 20 0:1 / / rw,relatime shared:1 master:2 - tmpfs source rw", true),
    ("30 20 0:1 / / rw - ramfs source rw", true), ("30 20 0:1 / / rw - fuse.slow source rw", false),
    ("30 20 0:1 / / rw - tmpfs a rw\n31 30 0:2 / / rw - overlay b rw", false),
    ("31 30 0:2 / /home rw - tmpfs b rw", false), ("30 20 0:1 / / rw tmpfs", false), ("- - - - / -", false),
    ("", false),
  ]) func `what is mounted at a place is told by the last line about it`(text: String, inMemory: Bool) {
    #expect(MountTable(text).isInMemory("/") == inMemory)
  }
}
