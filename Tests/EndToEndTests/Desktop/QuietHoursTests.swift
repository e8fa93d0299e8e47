import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct QuietHours {
    /// From an hour ago until in two, in the zone of the daemon under test.
    private func around(_ now: time_t) -> String {
      let hour = Int(now / 3_600) % 24
      return "QuietHours=\(two((hour + 23) % 24)):00-\(two((hour + 2) % 24)):00"
    }
    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test func `what quiet hours held becomes one line of dunst, and is missed until somebody looks at it`()
      async throws
    {
      let bus = try await PrivateBus()
      let dunst = try await DunstServer(on: bus)
      let rig = try await DaemonRig.started(
        bus: bus, configuration: DaemonRig.allowing + "[Schedule]\n\(around(time(nil)))\nSummary=12:00\n",
        environment: ["TZ": "UTC"])
      for (title, thread) in [
        ("Lunch?", "ann"), ("Or dinner?", "ann"), ("Invoice", "bills"), ("Minutes", ""),
      ] {
        let arguments = thread.isEmpty ? [] : ["--thread", thread]
        let posted = try rig.follow(["post", "--app", "org.example.Mail"] + arguments + [title])
        #expect(try await posted.exit() == 0)
        #expect(posted.output().contains("held until"), "\(posted.output())")
      }
      let status = try await rig.bellhop("status").output
      #expect(status.contains("quiet hours:     on, until") && status.contains("next summary:    "))
      #expect(try await rig.bellhop("dnd").output.contains("quiet hours:     on, until"))
      #expect(try await dunst.control("count", "displayed").hasPrefix("0"))
      // Those of one thread stand together, the older one indented.
      let list = try await rig.bellhop("list").output
      #expect(list.contains("Or dinner?\n") && list.contains("  Lunch?\n"), "\(list)")
      rig.configure(DaemonRig.allowing)
      #expect(try await rig.bellhop("reload").status == 0)
      try await eventually(
        "a banner", holds: { try await dunst.control("count", "displayed").hasPrefix("1") })
      try await dunst.screenshot("end-to-end-summary")
      _ = try await dunst.control("close-all")
      try await eventually(
        "a history",
        holds: { try await dunst.control("history").contains("4 notifications during quiet hours") })
      #expect(try rig.unread().count == 4)
      // Output to a pipe does not count as looked at.
      for _ in 0..<2 {
        #expect(
          try await rig.bellhop("list", "--missed", "--format", "{title} {missed}").output.contains(
            "Invoice 1"))
      }
      let id = try #require(try rig.control().list(missedOnly: true).entries.first).id
      #expect(try await rig.bellhop("show", "\(id)").output.contains("missed:   during quiet hours"))
      #expect(try rig.control().list(missedOnly: true).entries.count == 4)
      let terminal = try await TmuxTerminal(rig)
      terminal.run("bellhop show \(id)")
      try await eventually(
        "one that was looked at", holds: { try rig.control().list(missedOnly: true).entries.count == 3 })
      terminal.run("clear; bellhop list --missed")
      try await eventually(
        "all that were looked at", holds: { try rig.control().list(missedOnly: true).entries.isEmpty })
    }

    @Test func `an app is put into the summary by the command line, and a fault in its times is told`()
      async throws
    {
      let rig = try await DaemonRig.started(
        configuration: DaemonRig.allowing + "[Schedule]\nSummary=08:00;18:00\n")
      #expect(try await rig.bellhop("set", "org.example.Mail", "summary=on").status == 0)
      #expect(try await rig.bellhop("apps").output.contains("summary"))
      #expect(try rig.post("a").outcome == .held)
      rig.configure("[Schedule]\nQuietHours=late\n")
      let reload = try await rig.bellhop("reload")
      #expect(
        reload.status == 1 && reload.output.contains("up to 16 spans such as 22:00-07:00"), "\(reload.output)"
      )
    }
  }
}
