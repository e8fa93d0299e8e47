import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct AdviceTests {
    @Test func `advice is printed beside the answer, and refuses what is posted with --strict`() async throws
    {
      let rig = try await DaemonRig.started()
      let post = ["--app", "org.example.Mail", "two letters are here", "They are from Ada."]
      let told = try await rig.bellhop("post", post[0], post[1], post[2], post[3])
      #expect(told.status == 0)
      #expect(
        told.output.contains("advice: title.case: ") && told.output.contains("Try: Two Letters Are Here"))
      let refused = try await rig.bellhop("post", "--strict", post[0], post[1], "Tea is ready.", post[3])
      #expect(refused.status == 1)
      #expect(refused.output.contains("not as the guidelines ask"))
      #expect(refused.output.contains("advice: title.punctuation: "))
      #expect(try rig.unread().map(\.title) == ["two letters are here"])
      let clean = try await rig.bellhop(
        "post", "--strict", "--action", "reply=Reply,icon=mail-reply-sender", post[0], post[1],
        "Two More Letters", post[3])
      #expect(clean.status == 0 && !clean.output.contains("advice"))
    }

    @Test func `what was advised is told of one notification, and summed up by app`() async throws {
      let rig = try await DaemonRig.started()
      let mail = ["--app", "org.example.Mail"]
      for title in ["two letters are here", "three letters are here"] {
        _ = try await rig.bellhop("post", mail[0], mail[1], title, "They are from Ada.")
      }
      for command in ["explain", "show"] {
        let told = try await rig.bellhop(command, "1")
        #expect(told.output.contains("\nadvice: title.case: "), "\(told.output)")
        #expect(told.output.contains("(title) Try: Two Letters Are Here\n"))
      }
      let apps = try await rig.bellhop("apps", "--advice")
      #expect(
        apps.output
          == "APP               NAME               ADVICE\norg.example.Mail  org.example.Mail?  title.case 2\n"
      )
      let one = try await rig.bellhop("apps", "--advice", "org.example.Mail")
      #expect(one.output == apps.output)
      let json = try await rig.bellhop("apps", "--advice", "--json")
      #expect(json.output.contains(#""advice":[{"guideline":"title.case","count":2}]"#))
      let shown = try await rig.bellhop("show", "--json", "1")
      #expect(shown.output.contains(#""advice":[{"guideline":"title.case","field":"title","#))
    }

    @Test func `what people write for themselves is advised on with --strict alone`() async throws {
      let rig = try await DaemonRig.started()
      for kind in ["reminder", "alarm"] {
        let told = try await rig.bellhop("post", "--kind", kind, "--action", "open=Open", "Stand Up")
        #expect(told.status == 0 && !told.output.contains("advice"))
        let refused = try await rig.bellhop(
          "post", "--strict", "--kind", kind, "--action", "open=Open", "Stand Up")
        #expect(refused.status == 1)
      }
    }

    @Test func `an image that is no icon of any theme is told to whoever asks`() async throws {
      let data = TemporaryDirectory()
      let icons = "\(data.path)/icons/hicolor/16x16/apps"
      #expect(shell("mkdir -p \(quoted(icons)) && touch \(quoted(icons))/letter.png").status == 0)
      let rig = try await DaemonRig.started(
        environment: ["XDG_DATA_HOME": data.path, "XDG_DATA_DIRS": "/nonexistent"])
      let client = try rig.notifications()
      let cases: [(image: String, fields: [String])] = [("letter", []), ("parcel", ["image"])]
      for (image, fields) in cases {
        let request = NotificationRequest(
          app: .literal("org.example.Mail"), title: "Two Letters", body: "They are from Ada.", image: image)
        #expect(try client.post(request, advise: true).advice?.map(\.field) == fields)
        let judged = try await rig.bellhop("judge", "--image", image, "Two Letters", "They are from Ada.")
        #expect(judged.output.contains("content.image") == !fields.isEmpty, "\(judged.output)")
      }
    }

    @Test func `an app hears of advice where it asks`() async throws {
      let rig = try await DaemonRig.started()
      let letters = NotificationRequest(
        app: .literal("org.example.Mail"), title: "two letters are here", body: "They are from Ada.")
      let client = try rig.notifications()
      #expect(try client.post(letters).advice == nil)
      #expect(try client.post(letters, advise: true).advice?.first?.suggestion == "Two Letters Are Here")
      let korean = try client.post(letters, advise: true, language: "ko").advice
      #expect(korean?.first?.message.contains("제목") == true)
    }

    @Test func `the command line speaks the language of its own locale`() async throws {
      let rig = try await DaemonRig.started()
      func korean(_ words: [String]) async throws -> String {
        let tool = try rig.run(
          ["/usr/bin/env", "LC_ALL=", "LC_MESSAGES=", "LANG=ko_KR.UTF-8"]
            + [DaemonRig.toolPath, "--runtime-directory", rig.runtime] + words)
        _ = try await tool.exit()
        return tool.output()
      }
      let posted = try await korean(
        ["post", "--app", "org.example.Mail", "two letters are here", "They are here."])
      let held = "알림 서버가 없습니다. 서버가 생기면 바로 표시됩니다."
      #expect(posted.contains("1 보류\n  delivery.server: \(held)\n"), "\(posted)")
      #expect(posted.contains("조언: title.case: 제목이 "), "\(posted)")
      for (words, sentence) in [
        (["explain", "1"], held), (["explain", "1"], "조언: title.case: 제목이 "),
        (["show", "1"], "조언: title.case: 제목이 "), (["judge", "supper is ready!"], held),
        (["judge", "--offline", "supper is ready!"], "제목이 문장 부호로 끝납니다."),
      ] {
        let told = try await korean(words)
        #expect(told.contains(sentence), "\(words) \(told)")
      }
      let english = try await rig.bellhop("explain", "1")
      #expect(english.output.contains("There is no notification server; "), "\(english.output)")
    }

    @Test func `categories and purposes are advised on in the replies that take them`() async throws {
      let rig = try await DaemonRig.started(configuration: "")
      let client = try rig.notifications()
      let app: AppID = .literal("org.example.Mail")
      var fields: [String] = []
      let authorization = try client.requestAuthorization(app: app, purpose: "Notifications") {
        fields += $0.map(\.guideline)
      }
      #expect(authorization == .notDetermined)
      #expect(fields == ["consent.early", "consent.purpose"])
      let reply = Action(id: .literal("reply"), title: "Reply!")
      let category = Category(id: .literal("letter"), actions: [reply], hiddenPreviewBody: "Letter 4711")
      let advice = try client.registerCategories([category], app: app)
      #expect(
        Set(advice.map(\.field)) == ["categories[0].hiddenPreviewBody", "categories[0].actions[0].title"])
    }
  }
}
