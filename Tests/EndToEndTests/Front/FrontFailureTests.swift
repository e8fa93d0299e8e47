import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Ends each part, and checks the effect on apps, with the real dunst behind bellhop-bus.
  @Suite struct FrontFailure {
    /// A cause that keeps the daemon from starting.
    private enum Obstacle {
      /// Its database is of a newer version: it ends at once.
      case version
      /// Its database cannot be read: it tries for as long as it takes.
      case disk
    }

    /// At the same time, since each takes as long as bellhop-bus waits.
    @Test func `a daemon that cannot start: the server has its name after ten seconds, unless it is to wait`()
      async throws
    {
      async let server: Void = cannotStart(.version, handsOver: true)
      async let wait: Void = cannotStart(.version, handsOver: false)
      async let disk: Void = cannotStart(.disk, handsOver: true)
      _ = try await (server, wait, disk)
    }

    private func cannotStart(_ obstacle: Obstacle, handsOver: Bool) async throws {
      let desk = try await FrontDesk(
        configuration: FrontDesk.mode + "WhenDown=\(handsOver ? "server" : "wait")\n")
      let dunst = try await DunstServer(on: desk.renaming.bus)
      try await desk.rig.isActivated(by: desk.renaming.bus)
      try await desk.notifySend("-t", "0", "Before")
      try await desk.ownsName()
      try await shows(1, dunst)
      if case .disk = obstacle {
        let fault = DiskFault(
          call: "pread64", error: "EIO", first: 1, times: .forGood, files: ["bellhop.db"])
        try await desk.rig.isActivated(by: desk.renaming.bus, behind: fault.launcher(desk.rig))
      }
      let owner = try #require(try await desk.owner)
      #expect(kill(owner, SIGKILL) == 0)
      try await eventually("a name that is free", holds: { try await desk.owner == nil })
      let begin = ContinuousClock.now
      let version = try await obstacle == .version ? setVersion(999, desk) : nil

      var failures = 0
      var number: UInt32?
      let latest = .seconds(10) + testTimeout
      while number == nil, ContinuousClock.now - begin < (handsOver ? latest : .seconds(11.5)) {
        let post = try desk.run("/usr/bin/notify-send", "-t", "0", "-p", "During")
        if try await post.exit(within: latest) == 0 {
          number = UInt32(post.output().filter(\.isNumber))
        } else {
          failures += 1
        }
      }
      if obstacle == .version {
        #expect(failures > 0 && desk.rig.activated?.output.contains("version 999") == true)
      }
      if handsOver {
        // Of dunst, which the bus knows as bellhop-bus.
        #expect(try #require(number) < 1_000_000)
        #expect(ContinuousClock.now - begin > .seconds(9) && ContinuousClock.now - begin < latest)
        #expect(try await desk.owner == desk.renaming.process?.pid)
        try await shows(2, dunst)
      } else {
        #expect(number == nil)
        #expect(try await desk.owner == nil)
      }

      desk.rig.activated?.kill()
      try await desk.rig.isActivated(by: desk.renaming.bus)
      if let version { _ = try await setVersion(version, desk) }
      let dead = desk.rig.activated?.pids
      // The name has an owner where the server got it: then bellhop-bus asks by the daemon's own.
      if handsOver { try await eventually("another daemon", holds: { desk.rig.activated?.pids != dead }) }
      try await eventually("a number of ours", holds: { try await desk.notifySend("After") > 1_000_000 })
      try await desk.ownsName()
      #expect(try desk.entry("Before") != nil && desk.entry("During") == nil)
      try await eventually("the name in dunst's hands no more") {
        try await desk.owner != desk.renaming.process?.pid ? () : nil
      }
      #expect(dunst.process.isRunning)
    }

    @Test
    func `it ends while the screen is locked and no app calls: the next one is there before the server is`()
      async throws
    {
      async let told: Void = isBack(after: SIGTERM)
      async let killed: Void = isBack(after: SIGKILL)
      _ = try await (told, killed)
    }

    @Test func `it is killed again while it starts, or told to end: a third is there before the server is`()
      async throws
    {
      async let told: Void = isBack(after: SIGKILL, and: SIGTERM)
      async let killed: Void = isBack(after: SIGKILL, and: SIGKILL)
      _ = try await (told, killed)
    }

    /// `second`: the signal to the next one, as soon as it starts.
    private func isBack(after signal: Int32, and second: Int32? = nil) async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.rig.isActivated(by: desk.renaming.bus)
      try await desk.notifySend("First")
      try await desk.ownsName()
      try desk.rig.control().setLocked(true)
      let begin = ContinuousClock.now
      #expect(kill(try #require(try await desk.owner), signal) == 0)
      try await eventually("another daemon", holds: { desk.rig.activated?.pids.count == 2 })
      if let second, let starting = desk.rig.activated?.pids.last {
        #expect(kill(starting, second) == 0)
        try await eventually("a third", holds: { (desk.rig.activated?.pids.count ?? 0) > 2 })
      }
      try await desk.ownsName()
      #expect(ContinuousClock.now - begin < .seconds(9))
      #expect(try await desk.owner == desk.rig.activated?.pids.last)
      #expect(try await desk.notifySend("Zq7x title", "Zq7x body") > 1_000_000)
      try await eventually(
        "a banner without its text", holds: { server.notifications.last?.title == "Notification" })
      #expect(server.entries.allSatisfy { $0.title != "Zq7x title" && $0.body != "Zq7x body" })
    }

    /// A version that has a table of its own. Returns the one before.
    private func setVersion(_ version: Int, _ desk: FrontDesk) async throws -> Int? {
      let script = """
        import sqlite3
        database = sqlite3.connect('\(desk.rig.state)/bellhop.db')
        print(database.execute('PRAGMA user_version').fetchone()[0])
        database.execute('CREATE TABLE IF NOT EXISTS later (a)')
        database.execute('PRAGMA user_version=\(version)')
        """
      return Int(try await desk.output("/usr/bin/python3", "-c", script))
    }

    private func shows(_ count: Int, _ dunst: DunstServer) async throws {
      try await eventually("\(count) banners", holds: { try await dunst.count() == count })
    }

    private func desk() async throws -> (desk: FrontDesk, dunst: DunstServer) {
      let desk = try await FrontDesk()
      let dunst = try await DunstServer(on: desk.renaming.bus)
      try await desk.open()
      try await desk.notifySend("-t", "0", "Before")
      try await shows(1, dunst)
      return (desk, dunst)
    }

    @Test func `dunst dies: apps see nothing of it, and the next one shows all that came meanwhile`()
      async throws
    {
      let (desk, dunst) = try await desk()
      dunst.process.kill()
      #expect(try await desk.notifySend("-t", "0", "Meanwhile") > 1_000_000)
      try await dunst.restart()
      try await desk.rig.isShown(try #require(try desk.entry("Meanwhile")).id)
      try await shows(1, dunst)
    }

    @Test func `bellhop-bus dies, and dunst with it: once both are there, all that came meanwhile is shown`()
      async throws
    {
      let (desk, dunst) = try await desk()
      desk.renaming.process?.kill()
      try await dunst.process.exit()
      #expect(try await desk.notifySend("-t", "0", "Meanwhile") > 1_000_000)
      try await desk.renaming.start()
      try await dunst.restart()
      try await desk.rig.isShown(try #require(try desk.entry("Meanwhile")).id)
      try await shows(1, dunst)
      try await desk.ownsName()
      #expect(try await desk.notifySend("-t", "0", "After") > 1_000_000)
      try await shows(2, dunst)
    }

    @Test func `the daemon and dunst die: the next call has the bus start the daemon, and dunst shows it`()
      async throws
    {
      let (desk, dunst) = try await desk()
      try await desk.rig.isActivated(by: desk.renaming.bus)
      try desk.rig.crash()
      dunst.process.kill()
      try await eventually("a name that is free", holds: { try await desk.owner == nil })
      #expect(try await desk.notifySend("-t", "0", "Meanwhile") > 1_000_000)
      #expect(try desk.entry("Before") != nil)
      try await dunst.restart()
      try await desk.rig.isShown(try #require(try desk.entry("Meanwhile")).id)
      try await shows(1, dunst)
    }

    @Test func `switched off, dunst has its name at once, and on again it makes room`() async throws {
      let (desk, dunst) = try await desk()
      try desk.rig.control().setFront(.off)
      try await eventually("the name in dunst's hands") {
        try await desk.owner == desk.renaming.process?.pid ? () : nil
      }
      #expect(try await desk.notifySend("-t", "0", "Direct") < 1_000_000)
      try await shows(2, dunst)
      try desk.rig.control().setFront(.on)
      try await desk.ownsName()
      #expect(try await desk.notifySend("-t", "0", "After") > 1_000_000)
      try await shows(3, dunst)
    }
  }
}
