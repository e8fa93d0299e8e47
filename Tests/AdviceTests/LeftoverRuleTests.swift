import NotificationModel
import Testing

struct LeftoverRuleTests {
  static let cases: [RuleCases] = [
    RuleCases(
      rule: "content.technical", part: .body,
      speaks: [
        "Hello %s, your order is here.", "You have %d letters.", "%1$s sent %2$d pictures.", "%d%% is done.",
        "%(name)s wrote to you.", "Hello %!s(MISSING), your tea is ready.",
        "Hello {{name}}, your tea is ready.",
        "Hello {{ user.first_name }}, your tea is ready.", "Hello {name}, your tea is ready.",
        "Hello ${name}, your tea is ready.", "Row {0} of {1} is saved.",
        "A letter from [object Object] is here.",
        "A letter from (null) is here.", "null liked your picture.", "undefined wrote to you.",
        "Your order is for null.",
        "Hello undefined, your tea is ready.", "Order null has left the house.", "Sent to: null",
        "The distance is NaN km.", "A letter from <nil> is here.",
        "NullPointerException in com.example.Sync.", "java.lang.IllegalStateException: closed",
        "TypeError: x is no function",
        "Traceback (most recent call last): line 4", "The scale answered 0x80070005.",
        "It ended with errno 5.",
        "An IOException stopped the copy.", "ECONNREFUSED by the scale.",
      ],
      silent: [
        "The tea is 50% cheaper.", "It is 100%sure.", "See https://example.org/a%20b%20c for more.",
        "Humidity is at 40 %.",
        "The lease is null and void.", "The null hypothesis holds.", "The regatta starts at Null Island.",
        "They won two nil.", "It ended one to nil.", "An undefined number of guests came.",
        "The border is undefined.",
        "Output went to /dev/null.", "Naan bread is baked.", "The set {a} is small.",
        "Type \\frac{ab} for a fraction.",
        "A smile is :{ or }: for you.", "The exception proves the rule.", "No error was found.",
        "The film is in 1920x1080.",
        "Paid to 0x52908400098527886E0F7030069857D2E4169EE7.", "1.5 ETH came from 0x71C7…976F.",
        "1.5 ETH came from 0x71C7...976F.", "The java is hot.",
        "Java and Bali are islands.",
        "The trace of a stack of plates is here.",
      ]),
    RuleCases(
      rule: "content.technical", part: .title, speaks: ["{{title}}", "undefined", "Error in {screen}"],
      silent: ["Undefined Borders", "A Letter for You"]),
    RuleCases(
      rule: "content.technical", part: .button, speaks: ["Reply to {name}", "Call %s"],
      silent: ["Reply to Ada", "Save 20%"]),
    RuleCases(
      rule: "content.technical", part: .body, around: { $0.sender = Sender(name: "Ann") }, speaks: [],
      silent: ["It throws a NullPointerException when %s is null."]),
    RuleCases(
      rule: "content.technical", part: .body, around: { $0.kind = .reminder }, speaks: [],
      silent: ["Look into the NullPointerException."]),
    RuleCases(
      rule: "content.technical", part: .body, language: "ko",
      speaks: [
        "%s 님의 주문을 %d분 안에 배달합니다.", "{name} 님, 차가 준비되었습니다.", "{{이름}} 님, 차가 준비되었습니다.", "null 님이 사진을 좋아합니다.",
        "undefined님의 편지입니다.", "[object Object]에서 편지가 왔습니다.", "java.io.IOException이 발생했습니다.",
        "오류 코드는 0x80070005입니다.",
      ],
      silent: ["할인율은 50%입니다.", "null 값을 허용합니다.", "예외 없이 모두 왔습니다.", "자바의 커피입니다."]),
    RuleCases(
      rule: "content.technical", part: .body, language: "de", speaks: ["Hallo {{name}}, der Tee ist fertig."],
      silent: ["Heute sind es null Grad.", "Es steht zwei zu null.", "null Fehler"]),
    RuleCases(
      rule: "content.cut", part: .body,
      speaks: [
        "The garden gate is open until ha…", "The garden gate is open until half past the...",
        "Ada has left a parcel with your…", "It passed the old lighthouse. […]",
        "It passed the old lighthouse (...)",
        "The ferry leaves at noon from the pier… Read more", "The ferry leaves at noon from the pier …more",
        "The council has decided on Thursday evening that the old bridge over the river stays closed…",
        "The train to Ghent has been str…",
      ],
      silent: [
        "Loading…", "Uploading your pictures to the…", "Please wait until the…", "Just a moment...",
        "Still waiting…",
        "And then there was tea…", "To be continued…", "The series “And So On …” returns after four years.",
        "It is ready.", "Once upon a time…", "Version 1.2.3 is here.",
        "Ring, ring, ring… the phone is for you.",
        "So long, and thanks for all of it…", "Send it to 10.0.0…",
        "Guess who this is…", "And the winner of the race is…", "You know who to ask for…",
      ]),
    RuleCases(
      rule: "content.cut", part: .title, speaks: ["Minutes of the Meeting With the…", "A Letter From Your…"],
      silent: ["Connecting…", "The Tea Is Ready", "Coming Soon…"]),
    RuleCases(
      rule: "content.cut", part: .body, around: { $0.sender = Sender(name: "Ann") },
      speaks: ["I will bring the cake and the candles for […]"], silent: ["I will think about it and the…"]),
    RuleCases(
      rule: "content.cut", part: .body, around: { $0.progress = 40 }, speaks: [],
      silent: ["The pictures of June are copied to the…"]),
    RuleCases(
      rule: "content.cut", part: .body, language: "ko",
      speaks: [
        "바퀴가 두 개 달려 있습니다. 손잡이에 작은 흠집이 있지만 타는 데는 문...", "이번 달 모임은 남산에서 하고 준비물은 물과 […]",
        "이번 달 모임은 남산 북측 길에서 합니다… (전체 보기)",
      ],
      silent: ["잠시만 기다리십시오...", "시작 중…", "구글 드라이브와 데이터를 처음부터 끝까지 다시 대조하는 중…", "그러던 어느 날…"]),
    RuleCases(
      rule: "content.cut", part: .body, language: "de", speaks: ["Der Tee steht in der Küche […]"],
      silent: ["Der Tee steht in der …"]),
    RuleCases(
      rule: "content.scan", part: .body,
      speaks: [
        "Scan the NFC tag at the door.", "Tap your phone to the sign.", "Touch your card to the reader.",
        "Tag scanned: the bike is yours.", "Hold the NFC sticker near the lamp.", "Scan a tag to begin.",
        "Tap your watch on the gate.",
      ],
      silent: [
        "Hold your phone near the sign to scan it.", "Scan the sign at the door.",
        "The NFC North is won by Green Bay.",
        "The price tag is red.", "You were tagged in a picture.", "Version tag 1.2 was pushed.",
        "Four pages were scanned.",
        "NFC is on.",
      ]),
    RuleCases(
      rule: "content.scan", part: .body, around: { $0.sender = Sender(name: "Ann") }, speaks: [],
      silent: ["Tap your phone to the sign."]),
    RuleCases(
      rule: "content.scan", part: .body, language: "ko",
      speaks: ["문에 있는 NFC 태그를 스캔합니다.", "휴대폰을 태그하면 문이 열립니다.", "카드를 터치하면 문이 열립니다."],
      silent: ["표지판을 스캔합니다.", "사진에 태그되었습니다.", "휴대폰을 표지판 가까이 댑니다."]),
  ]

  @Test(
    "A rule of words that no person would use speaks where it is meant to, and leaves lookalikes alone",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }

  @Test("A text that is cut, or that speaks of scanning, gets no other advice for the same words")
  func oneCause() throws {
    let title = RuleCases(
      rule: "title.punctuation", part: .title, speaks: [], silent: ["A Letter From Your…"])
    try title.check()
    let scan = RuleCases(
      rule: "content.instructions", part: .body, speaks: [], silent: ["Tap your phone to the sign."])
    try scan.check()
  }
}
