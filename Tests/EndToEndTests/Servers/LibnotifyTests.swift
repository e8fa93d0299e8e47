import BellhopClient
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// The subjects of libnotify's own tests, by libnotify itself.
  @Suite struct Libnotify {
    /// Like its tests of these names.
    private static let script = """
      import sys, gi
      gi.require_version("Notify", "0.7")
      from gi.repository import GLib, Notify
      test = sys.argv[1]
      Notify.init(test)
      def show(note):
          assert note.show(), test
          return note.props.id
      def basic():
          show(Notify.Notification.new("Summary", "Content", None))
      def replace():
          note = Notify.Notification.new("Summary", "First message", None)
          note.set_timeout(0)
          first = show(note)
          note.update("Second Summary", "First message was replaced", None)
          note.set_timeout(-1)
          assert show(note) == first
      def markup():
          show(Notify.Notification.new("Summary", "Some <b>bold</b>, <u>underlined</u>, <i>italic</i>, "
               "<a href='http://www.google.com'>linked</a> text", None))
      def error():
          show(Notify.Notification.new("Summary", "Content", "/no-such"))
      def server_info():
          print(Notify.get_server_info(), Notify.get_server_caps())
      def urgency():
          for name in ("low", "normal", "critical"):
              note = Notify.Notification.new(name.title() + " Urgency", "Joe signed online.", None)
              note.set_urgency(getattr(Notify.Urgency, name.upper()))
              show(note)
      def xy():
          note = Notify.Notification.new("X, Y Test", "This notification should point to 150, 10", None)
          note.set_hint("x", GLib.Variant("i", 150))
          note.set_hint("y", GLib.Variant("i", 10))
          show(note)
      def size_changes():
          notes = [Notify.Notification.new("Notification %d" % n, "Number %d!" % n, None) for n in (1, 2, 3)]
          for note in notes:
              note.set_timeout(7000)
              show(note)
          notes[1].update("Longer Notification 2", "Two lines.\\nLast one.", None)
          show(notes[1])
      def transient():
          note = Notify.Notification.new("Transient", "Gone with its banner", None)
          note.set_hint("transient", GLib.Variant("b", True))
          show(note)
      def resident():
          note = Notify.Notification.new("Resident", "Stays", None)
          note.set_hint("resident", GLib.Variant("b", True))
          show(note)
      def removal():
          note = Notify.Notification.new("Removal", "Will be closed", None)
          show(note)
          assert note.close()
      def actions():
          loop = GLib.MainLoop()
          note = Notify.Notification.new("Low disk space", "You can free up some disk space", None)
          note.set_urgency(Notify.Urgency.CRITICAL)
          for key, label in (("default", "Open"), ("help", "Help"), ("ignore", "Ignore"), ("empty", "Empty Trash")):
              note.add_action(key, label, lambda _, pressed: print(pressed))
          note.connect("closed", lambda note: (print("closed", note.get_closed_reason()), loop.quit()))
          show(note)
          loop.run()
      globals()[test]()
      """

    private struct Rig {
      let desk: FrontDesk
      let server: ScriptedServer

      init() async throws {
        desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
        server = try await ScriptedServer(on: desk.renaming.bus)
        try await desk.open()
      }

      func test(_ name: String) throws -> ChildProcess {
        try desk.run("/usr/bin/python3", "-c", Libnotify.script, name)
      }

      /// Without Bellhop's banner about an app's first urgent one.
      func own(_ name: String) -> [ScriptedServer.Entry] {
        server.notifications.filter { $0.app == name && $0.actions?.contains("Turn Off") != true }
      }

      /// Runs it, and waits for as many banners.
      @discardableResult
      func passes(_ name: String, banners: Int) async throws -> [ScriptedServer.Entry] {
        let test = try test(name)
        #expect(try await test.exit() == 0, "\(test.output())")
        let own = { self.own(name) }
        try await eventually("what \(name) shows", holds: { own().count == banners })
        return own()
      }
    }

    @Test func `basic, replace, markup, error, urgency, xy and size-changes pass, and are shown as they ask`()
      async throws
    {
      let rig = try await Rig()
      let basic = try await rig.passes("basic", banners: 1)
      #expect(basic[0].title == "Summary" && basic[0].body == "Content" && basic[0].timeout == -1)
      let replace = try await rig.passes("replace", banners: 2)
      #expect(replace.map(\.title) == ["Summary", "Second Summary"] && replace.map(\.timeout) == [0, -1])
      #expect(replace.map(\.replaces) == [0, 2])
      let markup = try await rig.passes("markup", banners: 1)
      #expect(
        markup[0].body
          == "Some <b>bold</b>, <u>underlined</u>, <i>italic</i>, <a href='http://www.google.com'>linked</a> text"
      )
      let error = try await rig.passes("error", banners: 1)
      #expect(error[0].body == "Content" && error[0].hints?["image-path"] == nil)
      // Without a picture, the server looks for the icon that the app names.
      #expect(error[0].icon?.isEmpty == false)
      let urgency = try await rig.passes("urgency", banners: 3)
      #expect(urgency.map { $0.hints?["urgency"] } == ["byte 0x00", "byte 0x01", "byte 0x02"])
      let xy = try await rig.passes("xy", banners: 1)
      #expect(xy[0].hints?["x"] == "150" && xy[0].body == "This notification should point to 150, 10")
      #expect(try await rig.test("size_changes").exit() == 0)
      try await eventually("the longer text") {
        rig.own("size_changes").contains {
          $0.title == "Longer Notification 2" && $0.body == "Two lines.\nLast one."
        }
      }
      // The shorter one may not have been shown by then.
      let sizes = rig.own("size_changes")
      #expect(sizes.allSatisfy { $0.timeout == 7_000 } && Set(sizes.map(\.title)).count == sizes.count)
    }

    @Test func `server-info names the server that is there, and what holds with any`() async throws {
      let rig = try await Rig()
      let test = try rig.test("server_info")
      #expect(try await test.exit() == 0)
      let output = test.output()
      #expect(output.contains("ret_name='scripted', ret_vendor='Bellhop', ret_version='1'"), "\(output)")
      for capability in ["actions", "body", "body-markup", "inhibitions", "persistence"] {
        #expect(output.contains("'\(capability)'"), "\(capability)")
      }
    }

    @Test func `transient, resident, removal and actions pass`() async throws {
      let rig = try await Rig()
      let transient = try await rig.passes("transient", banners: 1)
      #expect(transient[0].hints?["transient"] == "true")
      #expect(try rig.desk.entry("Transient") == nil)
      let resident = try await rig.passes("resident", banners: 1)
      #expect(resident[0].hints?["resident"] == "true")
      try await rig.passes("removal", banners: 1)
      try await eventually("a withdrawal", holds: { rig.server.closings.map(\.id) == [3] })
      let test = try rig.test("actions")
      let shown = try await eventually("a banner") { rig.own("actions").last }
      let texts = shown.actions ?? []
      #expect(
        texts.indices.filter { $0 % 2 == 1 }.map { texts[$0] } == ["Open", "Help", "Ignore", "Empty Trash"])
      let place = try #require(texts.firstIndex(of: "Help"))
      try await rig.server.command("press 4 \(texts[place - 1])")
      #expect(try await test.exit() == 0)
      #expect(test.output() == "help\nclosed 2\n")
    }
  }
}
