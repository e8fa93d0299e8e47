import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The same tests for every notification server. Their differences stand in the documentation's table, each cell of
  /// which is compared with the observation here.
  @Suite struct EveryServer {
    private typealias Sentence = (text: String, holds: (ServerDesk) async throws -> Void)

    private var sentences: [Sentence] {
      [
        ("shows a post, changes it in its place, and takes it away", showing),
        ("a press on the banner reaches the app, and what cannot be shown is explained", pressing),
        ("progress and image", progressAndImage),
        ("an image file is drawn, out of whatever directory", imageFile),
        ("an app's icon is drawn, and its name beside another picture", appIcon),
        ("locking takes private text off the screen and out of the server's list", lockingText),
        ("locking takes a picture off the screen", lockingPicture),
        ("what comes while the server is dead is shown by the next one", death),
        ("what comes while the server hangs is shown once", hanging),
        ("the daemon's restart brings no banner twice", restart),
      ]
    }

    /// A server is started once, and a daemon for each sentence.
    @Test(arguments: ServerMatrix.Server.allCases)
    func `all that is said of notification servers holds of this one`(kind: ServerMatrix.Server) async throws
    {
      var desk = try await ServerDesk(kind)
      for sentence in sentences {
        do {
          try await sentence.holds(desk)
          desk = try await desk.next()
        } catch {
          Issue.record("\(kind), \(sentence.text): \(error)")
          desk = try await ServerDesk(kind)
        }
      }
    }

    private func showing(_ desk: ServerDesk) async throws {
      // Were any of it read as markup, two of these would look alike.
      let bodies = ["tea", "tea<b></b>", "tea&amp;", "tea&"]
      var pictures: [[UInt8]] = []
      for (number, body) in bodies.enumerated() {
        let before = try await desk.stillPicture()
        let tea = request(identifier: "tea", title: "Lunch at <noon>?", body: body)
        try await desk.show(tea, times: number + 1)
        try #require(try await desk.redraws(before))
        pictures.append(try await desk.stillPicture())
        try await desk.shows(1)
      }
      desk.observe(.shown, "yes")
      desk.observe(.replaced, "yes")
      desk.observe(.text, Set(pictures).count == bodies.count ? "yes" : "no")
      let again = try desk.rig.notifications().post(
        request(identifier: "tea", title: "Lunch at <noon>?", body: "tea&"))
      try #require(again.outcome == .coalesced)
      try await desk.show(request(title: "Another"))
      try await desk.shows(2)
      try #require(try desk.timesShown(again.id) == bodies.count)
      desk.observe(.folded, "yes")
      let both = try await desk.stillPicture()
      desk.observe(.atOnce, try await desk.server.count() == 1 ? "one" : "several")
      try desk.rig.notifications().withdraw(app: DaemonRig.app, ids: [again.id])
      try #require(try await desk.redraws(both))
      try await desk.shows(1)
      desk.observe(.withdrawn, "yes")
      if let list = try await desk.server.list() { #expect(list.contains("Another")) }
    }

    /// With four buttons, of which one asks for text.
    private func invitation(_ title: String, _ labels: [String]) -> NotificationRequest {
      var actions = zip(["yes", "no", "later", "never"], labels).map { Action.button($0, $1) }
      actions[0].input = TextInput()
      return request(
        identifier: "invitation", title: title, body: "Fish & chips", actions: actions,
        sound: "message-new-instant")
    }

    private func pressing(_ desk: ServerDesk) async throws {
      let app = try await WireClient.subscribed(to: desk.rig)
      let id = try await desk.show(invitation("Lunch at <noon>?", ["Yes", "No", "Later", "Never"]))
      try await desk.shows(1)
      let first = try await desk.stillPicture()
      try await desk.server.screenshot(desk.server.name)
      try await desk.show(invitation("Dinner?", ["Yes", "No", "Later", "Never"]), times: 2)
      #expect(try await desk.redraws(first))
      let second = try await desk.stillPicture()
      try await desk.show(invitation("Lunch at <noon>?", ["Aye", "Nay", "Soon", "Not"]), times: 3)
      #expect(try await desk.redraws(second))
      let areButtonsDrawn = try await desk.stillPicture() != first
      let omitted = try desk.omitted(id)
      let missing = omitted.contains { $0.contains("at most; left out: never.") }
      desk.observe(.buttons, (missing ? "3" : "4") + (areButtonsDrawn ? "" : ", in a menu"))
      desk.observe(.reply, omitted.contains { $0.contains("cannot ask for text") } ? "no" : "yes")
      let decisions = try desk.rig.control().explain(id).decisions
      desk.observe(.sound, decisions.contains { $0.decision.why.contains("plays no sounds") } ? "no" : "yes")
      let pressed = try await eventually("a press on \(desk.kind)") {
        try await desk.server.press()
        return app.events().first { $0.kind == .activated }
      }
      try #require(pressed.id == id && pressed.action == .defaultAction)
      desk.observe(.pressed, "yes")
      desk.observe(.token, pressed.activationToken == nil ? "no" : "yes")
      try await desk.shows(0)
      #expect(try desk.rig.unread().isEmpty)
      // A server that closes the banner afterwards says that as a person's dismissal, or as a call of ours.
      #expect(app.events().filter { $0.kind.isKept }.map(\.kind) == [.activated])
    }

    private func progressAndImage(_ desk: ServerDesk) async throws {
      let copy = try await desk.show(request(identifier: "copy", title: "Copying", progress: 10))
      try await desk.shows(1)
      let begun = try await desk.stillPicture()
      try await desk.show(request(identifier: "copy", title: "Copying", progress: 90), times: 2)
      desk.observe(.progress, try await desk.redraws(begun, by: .progress) ? "yes" : "no")
      try desk.rig.notifications().withdraw(app: DaemonRig.app, ids: [copy])
      try await desk.shows(0)
      let id = try await desk.show(request(identifier: "mail", title: "Post", image: "dialog-error"))
      try await desk.shows(1)
      let before = try await desk.stillPicture()
      try await desk.show(request(identifier: "mail", title: "Post", image: "dialog-password"), times: 2)
      desk.observe(.image, try await desk.redraws(before, by: .image) ? "yes" : "no")
      #expect(try desk.rig.entry(id)?.state == .delivered)
    }

    private func imageFile(_ desk: ServerDesk) async throws {
      let files = ["red", "yellow"].map { "\(desk.rig.directory.path)/\($0).png" }
      desk.rig.directory.write("red.png", DrawnImage.png(red: 255, green: 0, blue: 0))
      desk.rig.directory.write("yellow.png", DrawnImage.png(red: 255, green: 255, blue: 0))
      // The same text with one picture after the other.
      try await desk.showToEverybody(
        request(identifier: "mail", title: "Post", image: files[0]), times: 1)
      try await desk.shows(1)
      let before = try await desk.stillPicture()
      try await desk.server.screenshot("\(desk.server.name)-image")
      try await desk.showToEverybody(
        request(identifier: "mail", title: "Post", image: files[1]), times: 2)
      desk.observe(.imageFile, try await desk.redraws(before, by: .imageFile) ? "yes" : "no")
    }

    private func appIcon(_ desk: ServerDesk) async throws {
      let colour: [UInt8] = [200, 30, 120]
      let apps = try ["org.example.Post", "org.example.Office"].map { try #require(AppID($0)) }
      let data = desk.server.dataDirectory
      desk.rig.directory.write(
        "icon.png", DrawnImage.png(red: colour[0], green: colour[1], blue: colour[2]))
      let icons = "\(data)/icons/hicolor/64x64/apps"
      let install = """
        mkdir -p \(quoted(data))/applications \(quoted(icons)) &&
          cp \(quoted(desk.rig.directory.path))/icon.png \(quoted(icons))/org.example.Post.png
        """
      try #require(shell(install).status == 0)
      for (app, name) in zip(apps, ["Post", "Office"]) {
        writeFile(
          "\(data)/applications/\(app).desktop",
          "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true\nIcon=org.example.Post\n")
      }
      try #require(shell("chmod -R a+rX \(quoted(data))/applications \(quoted(data))/icons").status == 0)
      // Some have read the directories once and for all.
      desk.server.process.kill()
      try await eventually("an absent server", holds: { try desk.rig.control().status().server == nil })
      try await desk.server.restart()
      func isDrawn() async throws -> Bool {
        let screen = try await desk.server.picture()
        return [colour, colour.reversed()].contains { screen.contains($0) }
      }
      let plain = try await desk.show(NotificationRequest(app: apps[0], title: "Lunch", isPrivate: true))
      try await desk.shows(1)
      if !desk.kind.isScripted {
        try await eventually("the app's icon on \(desk.kind)", holds: { try await isDrawn() })
        try await desk.server.screenshot("\(desk.server.name)-icon")
      }
      desk.observe(.appIcon, "yes")
      try desk.rig.notifications().withdraw(app: apps[0], ids: [plain])
      try await desk.shows(0)
      desk.rig.directory.write("face.png", DrawnImage.png(red: 10, green: 200, blue: 10))
      var pictures: [[UInt8]] = []
      for app in apps {
        let post = NotificationRequest(app: app, title: "Lunch", image: "\(desk.rig.directory.path)/face.png")
        try await desk.showToEverybody(post, times: 1)
        try await desk.shows(1)
        pictures.append(try await desk.stillPicture())
        try await desk.server.screenshot("\(desk.server.name)-name-\(app)")
        try desk.rig.control().erase(.everything)
        try await desk.shows(0)
      }
      desk.observe(.appName, pictures[0] != pictures[1] ? "yes" : "no")
    }

    private func lockingText(_ desk: ServerDesk) async throws {
      let id = try await desk.show(request(title: "Zq7xMarker", body: "very Zq7xMarker"))
      try await desk.shows(1)
      let open = try await desk.stillPicture()
      try desk.rig.control().setLocked(true)
      guard desk.kind.changesSilently else {
        // swaync's own list keeps the entry, without its text.
        try await desk.shows(desk.kind == .swaync ? 1 : 0)
        if desk.kind == .swaync { try #require(try await desk.redraws(open)) }
        try desk.rig.control().setLocked(false)
        #expect(try desk.rig.entry(id)?.unread == true)
        return desk.observe(.redacted, "yes")
      }
      try await desk.rig.isShown(id, times: 2)
      try #require(try await desk.redraws(open))
      let hidden = try await desk.stillPicture()
      try await desk.shows(1)
      try desk.rig.control().setLocked(false)
      try await desk.rig.isShown(id, times: 3)
      try #require(try await desk.redraws(hidden))
      try desk.rig.control().setLocked(true)
      try await desk.rig.isShown(id, times: 4)
      if let list = try await desk.server.list() {
        try #require(list.contains("Notification") && !list.contains("Zq7xMarker"))
      }
      desk.observe(.redacted, "yes")
    }

    private func lockingPicture(_ desk: ServerDesk) async throws {
      guard !desk.kind.isScripted else { return }
      let colour: [UInt8] = [30, 200, 70]
      desk.rig.directory.write(
        "Ann.png", DrawnImage.png(red: colour[0], green: colour[1], blue: colour[2]))
      func isDrawn() async throws -> Bool {
        let screen = try await desk.server.picture()
        // Screens differ in the order of a pixel's bytes.
        return [colour, colour.reversed()].contains { screen.contains($0) }
      }
      try await desk.showToEverybody(
        request(title: "Post", image: "\(desk.rig.directory.path)/Ann.png"), times: 1)
      try await desk.server.screenshot("\(desk.server.name)-picture")
      try await eventually("the picture", holds: { try await isDrawn() })
      try desk.rig.control().setLocked(true)
      try await eventually("no picture on the banner") {
        let count = try await desk.server.count()
        return try await !isDrawn() && count == (desk.kind.changesSilently || desk.kind == .swaync ? 1 : 0)
          ? () : nil
      }
      try await desk.server.screenshot("\(desk.server.name)-locked")
    }

    private func death(_ desk: ServerDesk) async throws {
      try await desk.show(request(title: "Before"))
      desk.server.process.kill()
      try await eventually("an absent server", holds: { try desk.rig.control().status().server == nil })
      let ids = try ["First", "Second", "Third"].map { try desk.rig.post($0).id }
      try await desk.server.restart()
      for id in ids { try await desk.rig.isShown(id) }
      try await desk.shows(3)
      for id in ids { try #require(try desk.timesShown(id) == 1) }
      desk.observe(.died, "yes")
    }

    private func hanging(_ desk: ServerDesk) async throws {
      try await desk.show(request(title: "Before"))
      try await desk.shows(1)
      desk.server.process.signal(SIGSTOP)
      let ids = try ["First", "Second"].map { try desk.rig.post($0).id }
      #expect(try ids.allSatisfy { try desk.timesShown($0) == 0 })
      desk.server.process.signal(SIGCONT)
      for id in ids { try await desk.rig.isShown(id) }
      try await desk.shows(3)
      for id in ids { try #require(try desk.timesShown(id) == 1) }
      desk.observe(.hung, "yes")
    }

    private func restart(_ desk: ServerDesk) async throws {
      let first = try await desk.show(request(title: "First"))
      try await desk.shows(1)
      try desk.rig.crash()
      try await desk.rig.start()
      try await desk.rig.meetsServer()
      // Queued behind the banners that are sent again.
      try await desk.show(request(title: "Second"))
      try await desk.shows(2)
      desk.observe(.daemonRestarted, try desk.timesShown(first) == 2 ? "sent again" : "left alone")
    }
  }
}
