import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// People type the number that a program has printed, and scripts of the server have the server's own.
  @Suite struct ServerNumbers {
    private let directory = TemporaryDirectory()

    @Test func `dunst pops the number that was printed, also at once, and its history shows it`() async throws
    {
      let desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
      let dunst = try await DunstServer(on: desk.renaming.bus)
      try await desk.open()
      let number = try await desk.output(
        "/bin/sh", "-c", "n=$(notify-send -p First); dunstctl close-all; echo $n")
      try await desk.notifySend("-t", "60000", "Second")
      try await eventually("the second", holds: { try await dunst.count() == 1 })
      _ = try await dunst.control("close-all")
      #expect(try await dunst.control("history").contains(": \(number)\n"))
      _ = try await dunst.control("history-pop", number)
      try await eventually("the first again", holds: { try await dunst.count() == 1 })
      // Its numbers begin at 2.
      _ = try await dunst.control("history-pop", "3")
      try await eventually("dunst's own number", holds: { try await dunst.count() == 2 })
    }

    @Test
    func `a script of dunst's closes and replaces by DUNST_ID, and others' small numbers are their own`()
      async throws
    {
      let desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
      let (script, printed) = ("\(directory.path)/script", "\(directory.path)/printed")
      writeFile(
        script,
        """
        #!/bin/sh
        case $DUNST_SUMMARY in
        Close*) /usr/bin/dunstify -C $DUNST_ID ;;
        Replace*) /usr/bin/notify-send -p -t 60000 -r $DUNST_ID Done > \(printed) ;;
        esac

        """)
      chmod(script, 0o700)
      let dunst = try await DunstServer(
        on: desk.renaming.bus, screen: VirtualScreen(), settings: "[hook]\nsummary=* me\nscript=\(script)")
      try await desk.open()
      try await desk.notifySend("-t", "60000", "Close me")
      try await eventually("it is withdrawn", holds: { try desk.entry("Close me")?.state == .withdrawn })
      try await eventually("it is closed", holds: { try await dunst.count() == 0 })
      let number = try await desk.notifySend("-t", "60000", "Replace me")
      try await eventually("its number, printed", holds: { shell("cat \(printed)").output == "\(number)\n" })
      #expect(try desk.entry("Done") != nil && desk.entry("Replace me") == nil)
      try await eventually("one banner", holds: { try await dunst.count() == 1 })
      #expect(try await desk.notifySend("-t", "60000", "-r", "2", "Of its own") == 2)
      try await eventually("another banner", holds: { try await dunst.count() == 2 })
    }

    @Test func `makoctl takes and shows the number that was printed`() async throws {
      let desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
      let mako = try await MakoServer(on: desk.renaming.bus)
      try await desk.open()
      let list = try await desk.output("/bin/sh", "-c", "notify-send -p Kept; makoctl list")
      #expect(list.hasPrefix("1000001") && list.contains(#""data":1000001"#), "\(list)")
      _ = try await desk.output("/bin/sh", "-c", "makoctl dismiss -n $(notify-send -p Dismissed)")
      try await eventually("only the first", holds: { try await mako.count() == 1 })
      let asking = try desk.run("/usr/bin/notify-send", "-p", "-A", "yes=Yes", "Asking")
      try await eventually("both", holds: { try await mako.count() == 2 })
      _ = try await desk.output("/usr/bin/makoctl", "invoke", "-n", "1000003", "yes")
      #expect(try await asking.exit() == 0)
      #expect(asking.output() == "1000003\nyes\n")
    }
  }
}
