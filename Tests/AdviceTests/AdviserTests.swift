import Advice
import Glibc
import NotificationModel
import Testing
import Wording

struct AdviserTests {
  private let app: AppID
  private let icon = "tea"

  init() throws { app = try #require(AppID("org.example.Mail")) }

  private func advice(_ change: (inout NotificationRequest) -> Void) -> [Remark] {
    var request = NotificationRequest(app: app, body: "Your tea is ready.", language: "en")
    change(&request)
    return Adviser.advice(on: request, appName: "Mail")
  }

  @Test("Every rule has texts of its own that it speaks about, and others that it leaves alone")
  func coverage() {
    let all =
      TitleRuleTests.cases + BodyRuleTests.cases + ContentRuleTests.cases + ButtonRuleTests.cases
      + PurposeRuleTests.cases + LeftoverRuleTests.cases
    for name in Adviser.ruleNames
    where !["consent.early", "urgency.overuse", "content.appIcon", "content.image", "content.similar"]
      .contains(name)
    {
      #expect(all.contains { $0.rule == name && !$0.speaks.isEmpty }, "\(name)")
      #expect(all.contains { $0.rule == name && !$0.silent.isEmpty }, "\(name)")
    }
  }

  @Test("No two rules have one name, and every message is a sentence")
  func names() throws {
    #expect(Set(Adviser.ruleNames).count == Adviser.ruleNames.count)
    let id = try #require(ItemID("a"))
    let advice = advice {
      $0.title = "tea is ready!"
      $0.body = "tap here, {{name}}, the code is 123456 ..."
      $0.actions = [Action(id: id, title: "delete 🎉", foreground: true)]
      $0.isPrivate = true
    }
    #expect(advice.count > 6)
    for message in Remark.Message.allCases {
      let remark = Remark(guideline: "a", field: "b", message: message, suggestion: nil)
      let told = Wording.english.advice(remark).message
      #expect(told.last == "." && told.first?.isUppercase == true, "\(message)")
    }
  }

  @Test(
    "Where the rule can tell, it suggests the text as it should be",
    arguments: [
      ("tea is ready", "Tea Is Ready"), ("The cat And the dog", "The Cat and the Dog"),
      ("BATTERY LOW", "Battery Low"), ("zoë's letter", "Zoë's Letter"),
    ])
  func titleCase(title: String, suggestion: String) {
    let advice = advice { $0.title = title }
    #expect(advice.first { $0.guideline == "title.case" }?.suggestion == suggestion)
  }

  @Test("A suggestion leaves out what ends a title")
  func otherSuggestions() {
    let advice = advice { $0.title = "tea is ready!!" }
    // Each suggestion is the whole title as it should be.
    #expect(advice.first { $0.guideline == "title.punctuation" }?.suggestion == "Tea Is Ready")
    #expect(advice.first { $0.guideline == "title.case" }?.suggestion == "Tea Is Ready")
  }

  @Test("Advice names the field, and whether it is the category's")
  func fields() throws {
    let id = try #require(ItemID("a"))
    let action = Action(id: id, title: "reply")
    let category = Category(id: id, actions: [action], hiddenPreviewBody: "Your New Letter")
    var request = NotificationRequest(app: app, category: id, body: "Your tea is ready.", language: "en")
    request.actions = category.actions
    let taken = Adviser.advice(on: request, category: category, appName: "Mail").map(\.field)
    #expect(
      Set(taken) == ["category.hiddenPreviewBody", "category.actions[0].title"])
    let registered = Adviser.advice(on: category, of: app, appName: "Mail").map(\.field)
    #expect(registered.contains("categories[0].hiddenPreviewBody"))
    #expect(registered.contains("categories[0].actions[0].title"))
  }

  @Test("the app's own icon as the image is advised on, and other images are not")
  func appIcon() {
    let own = ["org.example.Mail", "/usr/share/icons/org.example.Mail.png", "org.example.Mail-symbolic"]
    for image in own {
      #expect(advice { $0.image = image }.map(\.guideline) == ["content.appIcon"], "\(image)")
    }
    for image in ["mail-unread", "/home/ada/org.example.png"] { #expect(advice { $0.image = image } == []) }
  }

  @Test(
    "the icon in the app's desktop entry is its own icon, too",
    arguments: [
      ("mail-unread", "mail-unread", true), ("mail-unread", "mail-unread-symbolic", true),
      ("mail-unread", "/usr/share/icons/hicolor/48x48/apps/mail-unread.png", true),
      ("/opt/mail/logo.png", "/opt/mail/logo.png", true), ("mail-unread", "/home/ada/mail-unread.png", false),
      ("mail-unread", "mail-read", false), ("/opt/mail/logo.png", "/home/ada/logo.png", false),
    ])
  func entryIcon(icon: String, image: String, isAdvised: Bool) {
    var request = NotificationRequest(app: app, body: "Your tea is ready.", language: "en")
    request.image = image
    let advice = Adviser.advice(on: request, appName: AppName("Mail", of: app), appIcon: icon)
    #expect(advice.map(\.guideline) == (isAdvised ? ["content.appIcon"] : []))
  }

  @Test("an image that names no file and no icon is advised on, where that has been found out")
  func missingImage() {
    let request = NotificationRequest(app: app, body: "Your tea is ready.", language: "en")
    func advice(_ isMissing: Bool) -> [String] {
      Adviser.advice(
        on: request, appName: AppName("Mail", of: app),
        lostImages: isMissing ? [("image", .imageMissing)] : []
      ).map(
        \.guideline)
    }
    #expect(advice(true) == ["content.image"])
    #expect(advice(false) == [])
  }

  @Test("One cause has one remark")
  func causes() {
    func remarks(_ title: String, _ body: String) -> [String] {
      advice {
        $0.title = title
        $0.body = body
      }.map(\.guideline)
    }
    #expect(remarks("Time to Take Your Medication", "It is five o’clock.") == ["title.sensitive"])
    #expect(remarks("Error", "It is late.") == ["title.error"])
    #expect(remarks("New Message", "A new message.") == ["title.generic"])
  }

  @Test("A request that follows the guidelines gets no advice, in whatever language")
  func clean() {
    #expect(advice { $0.title = "Earl Grey" } == [])
    #expect(
      advice {
        $0.title = "der tee ist fertig"
        $0.body = "der tee steht in der küche"
        $0.language = "de"
      } == [])
  }

  /// The names of the rules that speak about a text of an app without a desktop entry.
  private func spoken(about title: String? = nil, body: String? = nil, button: String? = nil, of id: String)
    throws -> Set<String>
  {
    let app = try #require(AppID(id))
    var request = NotificationRequest(app: app, title: title, body: body, language: "en")
    if let button {
      request.actions = [Action(id: try #require(ItemID("a")), title: button, icon: "tea")]
    }
    return Set(Adviser.advice(on: request, appName: id).map(\.guideline))
  }

  @Test(
    "A word at the end of an id names no app where a text may mean the word",
    arguments: [
      ("org.example.Tea", "Tea Is Ready", "Tea is ready in the kitchen."),
      ("org.example.Tea", "Earl Grey Tea Is Ready", "Your tea is at its best before noon."),
      ("org.example.tea", "Enjoying Tea?", "The tea is in the kitchen."),
      ("org.example.Mail", "Mail from Ada", "Your mail is here."),
      ("org.example.A", "A Letter Is Here", "It is from A."),
      ("org.telegram.desktop", "A Telegram from Ada", "Telegram boys are rare now."),
    ])
  func words(app: String, title: String, body: String) throws {
    let spoken = try spoken(about: title, body: body, button: "Order More Tea", of: app)
    #expect(spoken.isDisjoint(with: ["content.appName", "content.instructions", "content.rating"]))
    #expect(!spoken.contains("actions.extraneous"))
  }

  @Test(
    "The end of an id is the app's name where a text sets it apart, or writes it as only names are written",
    arguments: [
      ("org.example.Tea", "Tea: Four Minutes Left", "Put the kettle on."),
      ("org.example.Tea", "Four Minutes Left – Tea", "Put the kettle on."),
      ("org.example.Mail", "[Mail] Two Letters", "They are from Ada."),
      ("org.example.Quillhaven", "A Letter Is Here", "Your letter is in Quillhaven now."),
      ("org.example.quillhaven", "A Letter Is Here", "Your letter is in Quillhaven now."),
      ("org.telegram.desktop", "A Letter Is Here", "Your letter is in Telegram now."),
      ("org.example.QuillHaven", "QuillHaven Is Ready", "It takes letters now."),
      ("org.example.quill-haven", "Quill Haven Is Ready", "It takes letters now."),
    ])
  func names(app: String, title: String, body: String) throws {
    #expect(try spoken(about: title, body: body, of: app).contains("content.appName"))
  }

  @Test("More than a fifth of at least twenty asking for Time Sensitive is too much")
  func overuse() {
    func isAdvised(_ timeSensitive: Int, of all: Int) -> Bool {
      let request = NotificationRequest(app: app, body: "Your tea is ready.", language: "en")
      return Adviser.advice(
        on: request, appName: AppName("Mail", of: app),
        history: LevelCount(all: all, timeSensitive: timeSensitive)
      ).contains { $0.guideline == "urgency.overuse" }
    }
    #expect(isAdvised(5, of: 20) && isAdvised(100, of: 100))
    #expect(!isAdvised(4, of: 20) && !isAdvised(19, of: 19) && !isAdvised(0, of: 100))
  }

  @Test("An app is new for ten seconds, and not before it was seen")
  func early() {
    let seen = Timestamp(milliseconds: 1_795_176_000_000)
    #expect(ConsentEarly.isNew(seen, now: seen))
    #expect(ConsentEarly.isNew(seen, now: seen.advanced(bySeconds: 10)))
    #expect(!ConsentEarly.isNew(seen, now: seen.advanced(bySeconds: 11)))
    #expect(!ConsentEarly.isNew(seen, now: seen.advanced(bySeconds: -1)))
    let advice = Adviser.advice(
      onPurpose: "We tell you when a letter comes.", of: app, appName: "Mail", isFirstContact: true)
    #expect(advice.map(\.guideline) == ["consent.early"])
  }

  private static let longNames = String(repeating: "tap ", count: 40) + "b"
  private static let repeated: [(String, String, String)] = [
    ("en", "(or ", "Mail"), ("en", "(tap ", longNames), ("en", "(then ", "Mail"), ("en", "(please ", "Mail"),
    ("en", "*use ", longNames), ("ko", "a.a.a.", "Mail"), ("en", "passport 1 ", "Mail"),
    ("en", "The tea is ready in here. ", "Mail"),
  ]

  @Test(
    "A text four times as long takes four times as long to judge, whatever it repeats", arguments: repeated)
  func linear(language: String, unit: String, appName: String) {
    /// Of this thread's own time on the processor: others use the machine as well.
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    func cost(bytes: Int) -> Duration {
      var request = NotificationRequest(app: app, language: language)
      request.body = (language == "ko" ? "암호 " : "") + String(repeating: unit, count: bytes / unit.utf8.count)
      return (0..<7).map { _ in
        let begin = now()
        _ = Adviser.advice(on: request, appName: appName)
        return now() - begin
      }.min() ?? .zero
    }
    // With the square of the length it would be sixteen times.
    #expect(cost(bytes: 8_192) < cost(bytes: 2_048) * 8)
  }

  @Test("Texts of the greatest length, and of nothing but one sign, are judged")
  func extremes() {
    for unit in [
      "a", "A ", "(", "[", "%", "{", ".", "'", "\"", "1", "1-", "가", "🎉", "\u{FFFD}", "=", "AB12 ",
    ] {
      let text = String(repeating: unit, count: 4_096 / unit.utf8.count)
      _ = advice {
        $0.title = String(text.prefix(80))
        $0.body = text
        $0.language = nil
      }
    }
  }

  private static let namedParts: [(rule: String, language: String, body: String, part: String)] = [
    ("content.instructions", "en", "The letter is here. Tap here to read it.", "Tap here"),
    ("content.instructions", "ko", "편지가 왔습니다. 여기를 눌러 주세요.", "여기를 눌러"),
    ("content.marketing", "en", "Tea is 20% off.", "20% off"),
    ("content.marketing", "ko", "오늘만 전 상품 할인합니다.", "할인합니다."),
    ("consent.imitation", "en", "Please allow notifications now.", "allow notifications"),
    ("consent.imitation", "ko", "이 앱의 알림을 허용하시겠습니까?", "알림을 허용하시겠습니까?"),
    ("content.errorAlert", "ko", "새 편지를 보내지 못했습니다.", "못했습니다."),
    (
      "content.instructions", "en", "The letter is long. Open the archive to read it.",
      "Open the archive to read it"
    ),
  ]

  @Test("Advice on a phrase names it, in Korean by its words", arguments: namedParts)
  func parts(rule: String, language: String, body: String, part: String) throws {
    let request = NotificationRequest(
      app: try #require(AppID("org.example.Quillhaven")), body: body, language: language)
    let remark = Adviser.advice(on: request, appName: "Quillhaven").first { $0.guideline == rule }
    #expect(remark?.part == part)
  }
}
