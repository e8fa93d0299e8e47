import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Images {
    private func copies(_ rig: DaemonRig) -> [String] {
      shell("ls \(quoted(rig.state + "/images"))").output.split(separator: "\n").map(String.init)
    }

    @Test func `an image file is shown from a copy, after its own is gone, until the notification goes`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      try await rig.meetsServer()
      let bytes = SampleImage.png("Ann")
      rig.directory.write("a b/Ann.png", bytes)
      let path = "\(rig.directory.path)/a b/Ann.png"
      let posted = try await rig.bellhop("post", "--image", path, "Tea")
      #expect(posted.status == 0, "\(posted.output)")
      unlink(path)
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      let hint = try #require(server.notifications.first?.hints?["image-path"])
      #expect(hint.hasPrefix("'file:///") && hint.hasSuffix(".png'") && !hint.contains("Ann"))
      let copy = String(hint.dropFirst("'file://".count).dropLast())
      #expect(try readFile(copy) == bytes)
      #expect(copies(rig).count == 1)
      let id = try #require(try rig.unread().first?.id)
      let control = try NotificationsClient(connection: rig.control().connection)
      #expect(try control.list(app: .shell).records.map(\.notification.image) == [copy])
      #expect(try control.withdraw(app: .shell, ids: [id]).withdrawn == 1)
      try await eventually("the copy's end", holds: { self.copies(rig).isEmpty })
    }

    @Test func `what is no image file is left out, by Post and by Judge alike`() async throws {
      let rig = try await DaemonRig.started()
      rig.directory.write("plain.png", Array("no image".utf8))
      rig.directory.write("large.png", SampleImage.png() + [UInt8](repeating: 0, count: 4_194_304))
      mkfifo("\(rig.directory.path)/pipe", 0o600)
      for (file, why) in [
        ("plain.png", "is no whole picture"), ("large.png", "and at most 4194304 are taken"),
        ("pipe", "it is no regular file"), ("gone", "there is no such file"),
      ] {
        let json = #"{"app":"io.bellhop.Shell","title":"Tea","image":"\#(rig.directory.path)/\#(file)"}"#
        for subcommand in ["post", "judge"] {
          let command = [
            "/bin/sh", "-c", #"printf %s "$0" | "$@""#, json, DaemonRig.toolPath, "--runtime-directory",
            rig.runtime,
            subcommand, "--json",
          ]
          let tool = try rig.run(command)
          #expect(try await tool.exit() == 0)
          #expect(tool.output().contains(why), "\(subcommand) \(file): \(tool.output())")
          #expect(tool.output().contains("images.files") && tool.output().contains("content.image"))
        }
      }
      #expect(copies(rig).isEmpty)
      #expect(try rig.control().status().refused == 0)
      #expect(try rig.unread().count == 1)
    }

    @Test func `what a crash left lying about is swept away, and what is in the list is not`() async throws {
      let rig = try await DaemonRig.started()
      rig.directory.write("Ann.png", SampleImage.png("Ann"))
      _ = try rig.notifications().post(request(title: "Tea", image: "\(rig.directory.path)/Ann.png"))
      let kept = copies(rig)
      #expect(kept.count == 1)
      try rig.crash()
      writeFile("\(rig.state)/images/orphan.png", "left over")
      try await rig.start()
      #expect(copies(rig) == kept)
    }

    @Test func `copies move with the state directory, and a lost one is made again`() async throws {
      let rig = try await DaemonRig.started()
      rig.directory.write("Ann.png", SampleImage.png("Ann"))
      let image = "\(rig.directory.path)/Ann.png"
      _ = try rig.notifications().post(request(title: "Tea", image: image))
      let kept = copies(rig)
      #expect(try await rig.terminate() == 0)
      let moved = DaemonRig(state: "elsewhere/")
      _ = shell("cp -a \(quoted(rig.state)) \(quoted(moved.state))")
      try await moved.start()
      #expect(kept.count == 1 && copies(moved) == kept)
      #expect(try await moved.terminate() == 0)
      unlink("\(moved.state)/images/\(kept[0])")
      try await moved.start()
      _ = try moved.notifications().post(request(title: "Coffee", image: image))
      #expect(copies(moved).count == 1)
    }
  }
}
