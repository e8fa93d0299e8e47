import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// Pictures that apps hand over, by name or as pixels.
  @Suite struct FrontPictures {
    /// What a server was given, of names and pixels.
    private func pictures(_ server: ScriptedServer) -> String {
      let last = server.notifications.last
      return [last?.icon, last?.hints?["image-path"], last?.hints?["image-data"]].compactMap { $0 }.joined()
    }

    private func picture(_ desk: FrontDesk, _ name: String, _ mark: String = "") -> String {
      desk.rig.directory.write(name, SampleImage.png(mark))
      return "\(desk.rig.directory.path)/\(name)"
    }

    @Test func `dunst finds its rule by the picture's name, and its script is told the name`() async throws {
      let desk = try await FrontDesk()
      let told = "\(desk.rig.directory.path)/told"
      desk.rig.directory.write(
        "hook", Array("#!/bin/sh\nprintf %s \"$DUNST_ICON_PATH\" > \(quoted(told))\n".utf8))
      let hook = "\(desk.rig.directory.path)/hook"
      chmod(hook, 0o700)
      let dunst = try await DunstServer(
        on: desk.renaming.bus, screen: VirtualScreen(),
        settings: "[ci]\nicon=\"*ci-failed.png\"\nscript=\(hook)")
      try await desk.open()
      let path = picture(desk, "ci-failed.png")
      try await desk.notifySend("-i", path, "Build failed")
      try await eventually("a banner", holds: { try await dunst.count() == 1 })
      try await eventually("the script", holds: { shell("cat \(quoted(told))").output == path })
    }

    @Test(arguments: [false, true])
    func
      `a locked screen is given no picture and no name of one, and the unlock gives a replaced file's copy`(
        isHint: Bool
      ) async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus, modes: ["name Plasma"])
      try await desk.open()
      let path = picture(desk, "bank.png", "first")
      try await desk.notifySend(
        isHint ? ["-i", "bank-icon", "-h", "string:image-path:\(path)", "Paid"] : ["-i", path, "Paid"])
      try await eventually("the name", holds: { pictures(server).contains(path) })
      try desk.rig.control().setLocked(true)
      try await eventually("the hidden form", holds: { server.notifications.last?.title != "Paid" })
      #expect(!pictures(server).contains("bank") && !pictures(server).contains("/"))
      desk.rig.directory.write("other.png", SampleImage.png("other"))
      rename("\(desk.rig.directory.path)/other.png", path)
      try desk.rig.control().setLocked(false)
      try await eventually("the text again", holds: { server.notifications.last?.title == "Paid" })
      let given = pictures(server)
      let copy = try #require(given.firstRange(of: desk.rig.state).map { given[$0.lowerBound...] })
      #expect(!given.contains(path) && given.contains("bank-icon") == isHint)
      #expect(try readFile(String(copy.prefix { $0 != "'" })) == SampleImage.png("first"))
    }
  }
}
