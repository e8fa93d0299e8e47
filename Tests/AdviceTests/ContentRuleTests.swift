import NotificationModel
import Testing

struct ContentRuleTests {
  static let cases: [RuleCases] = [
    RuleCases(
      rule: "content.appName", part: .body,
      speaks: ["Quillhaven has saved your letter.", "Your letter is in Quillhaven now."],
      silent: [
        "Your letter is saved.", "The quill is in the haven.",
        "A letter from anna@quillhaven.example is here.",
      ]),
    RuleCases(
      rule: "content.appName", part: .body, language: "ja", speaks: ["Quillhavenからサインアウトしました"],
      silent: ["手紙を保存しました"]),
    RuleCases(
      rule: "content.appName", part: .body, language: "ko", speaks: ["Quillhaven에서 편지를 저장했습니다."],
      silent: ["편지를 저장했습니다."]),
    RuleCases(
      rule: "content.instructions", part: .body,
      speaks: [
        "Open the app to read the letter.", "Tap here to see the letter.",
        "Please go to Settings and sign in.",
        "Click to watch it.", "Your letter is here. Open Quillhaven to read it.",
        "Turn on Bluetooth to find it.", "Restart to finish.", "Try reconnecting the scale.",
        "Open uploads to resolve.",
      ],
      silent: [
        "The press conference starts in an hour.", "Open house starts at noon and ends at five.",
        "The museum opens its new wing.", "Check-in closes at 16:25.", "The tap in the kitchen drips.",
        "Check-in opens on screen 4.", "Update ready: the app restarts tonight.",
        "There was a new sign-in to your account.", "Someone tried to log in to the server.",
        "Restart is required.", "Install Failed", "Please plug in the charger.",
      ]),
    RuleCases(
      rule: "content.instructions", part: .body, around: { $0.kind = .reminder },
      speaks: ["Tap here to log your meal."], silent: ["Open the settings of the router."]),
    RuleCases(
      rule: "content.instructions", part: .body, language: "ko",
      speaks: ["앱을 열어 확인하세요.", "여기를 눌러 주세요.", "설정에서 로그인하세요."],
      silent: [
        "문이 열렸습니다.", "회의가 곧 시작됩니다.", "설정이 바뀌었습니다.", "안녕하세요, 설정 변경이 끝났습니다.",
        "식후에 약을 복용하세요.", "즉시 대피하시기 바랍니다.", "긴 휴식을 취하십시오.", "우산을 챙기세요.",
      ]),
    RuleCases(
      rule: "content.errorAlert", part: .body,
      speaks: [
        "Could not send the letter.", "Failed to connect to the server.", "Your card was declined.",
        "Invalid password.", "An error occurred.", "Denied: the message is too long.",
        "Error: the disk is full.",
        "The upload failed.", "The backup could not be finished.", "The server is not responding.",
      ],
      silent: [
        "The film “Last Error” begins at nine.", "Trial and error made it better.", "No errors",
        "Done with 0 errors.",
        "The disk may fail soon.", "Can’t remember your password?",
      ]),
    RuleCases(
      rule: "content.errorAlert", part: .body, around: { $0.kind = .message }, speaks: [],
      silent: ["My exam failed again."]),
    RuleCases(
      rule: "content.errorAlert", part: .body, language: "de", speaks: [],
      silent: ["Error: Datei nicht gefunden"]),
    RuleCases(
      rule: "content.errorAlert", part: .body, language: "ko",
      speaks: [
        "로그인에 실패했습니다.", "파일을 열 수 없습니다.", "오류가 발생했습니다.", "비밀번호가 올바르지 않습니다.", "업로드에 실패했습니다.",
      ],
      silent: ["배터리가 부족합니다.", "오류가 없습니다.", "디스크가 곧 실패할 것 같습니다."]),
    RuleCases(
      rule: "content.sensitive", part: .body,
      speaks: [
        "Your code is 482913.", "Use 482 913 as your verification code.",
        "The card 4111 1111 1111 1111 was used.",
        "Her number is 078-05-1120.", "The balance is $1,204.50.",
        "Your biopsy results are here.", "The new password is tulip-4711-red.", "The PIN is 4821.",
      ],
      silent: [
        "Parcel 4111 1111 1111 1112 is at the depot.", "The ISBN is 978-1-4028-9462-6.",
        "The tea costs $4.50.",
        "The code freeze starts on 12 May.", "The password was changed.", "Call 555-0134 for a table.",
        "Order 482913 is packed.", "Your account was opened in 2024.", "Error code 4711 is gone.",
        "A tropical depression forms near Cuba.", "Please review the code in pull request 12345.",
        "The code freeze for the 2026 release begins.", "The giant panda is pregnant again.",
      ]),
    RuleCases(
      rule: "content.sensitive", part: .body, language: "ko",
      speaks: ["인증번호는 482913입니다.", "주민등록번호 900101-1234568로 등록했습니다.", "통장 잔액은 120,450원입니다."],
      silent: [
        "주문번호 482913 상품이 출발했습니다.", "찻값은 4,500원입니다.", "문화 다양성 주간", "인재 양성 과정", "네트워크 진단 완료",
        "아이 체육관이 공원에 생겼습니다.",
      ]),
    RuleCases(
      rule: "content.marketing", part: .body,
      speaks: [
        "Get 20% off until Sunday.", "Subscribe now to read more.", "The summer sale starts today.",
        "Upgrade to Quillhaven Plus.",
      ],
      silent: [
        "The bake sale is at noon.", "Guy Sale follows you now.", "Free parking is at gate B.",
        "The temperature just dropped.",
        "The lights are off.", "The battery is at 20%.",
      ]),
    RuleCases(
      rule: "content.marketing", part: .body, around: { $0.kind = .marketing }, speaks: [],
      silent: ["Get 20% off until Sunday."]),
    RuleCases(
      rule: "content.marketing", part: .body, language: "ko", speaks: ["오늘만 전 상품 할인합니다.", "쿠폰이 도착했습니다."],
      silent: ["오늘은 비가 옵니다.", "광고 차단이 켜졌습니다."]),
    RuleCases(
      rule: "content.rating", part: .body,
      speaks: ["Please rate us.", "Leave a review if you like it.", "Enjoying Quillhaven? Tell others."],
      silent: ["The heart rate is normal.", "Your code review is due."]),
    RuleCases(
      rule: "content.rating", part: .body, around: { $0.kind = .rating }, speaks: [],
      silent: ["Please rate us."]),
    RuleCases(
      rule: "content.rating", part: .body, language: "ko", speaks: ["별점을 남겨 주세요.", "리뷰를 남겨 주세요."],
      silent: ["별이 빛나는 밤입니다.", "지역별 5월 날씨", "서버 개별 점검"]),
    RuleCases(
      rule: "consent.imitation", part: .title,
      speaks: ["“Quillhaven” Would Like to Send You Notifications", "Turn On Notifications"],
      silent: [
        "Ada Wants Permission to Write in the Room", "Notifications Paused", "Ada Would Like to Meet You",
        "Ada Would Like to Send You a Letter",
      ]),
    RuleCases(
      rule: "consent.imitation", part: .button, speaks: ["Allow Notifications", "Don’t Allow"],
      silent: ["Allow", "Accept", "Block", "Deny"]),
    RuleCases(
      rule: "consent.imitation", part: .button,
      around: { $0.body = "To show the way, the app needs access to your location." },
      speaks: ["Allow", "Grant Access"], silent: ["Continue"]),
    RuleCases(
      rule: "consent.imitation", part: .body, around: { $0.actions = action("a", "Yes") + action("b", "No") },
      speaks: [
        "To remind you, we need permission to send you notes.", "You will be asked to allow notifications.",
        "Next we’ll ask for your location.", "The map will ask you for access.",
      ],
      silent: [
        "To show the way, the app knows your location.", "Ada needs access to your garden.",
        "You will be asked to sign on delivery.", "We’ll ask you for a rating of the soup.",
      ]),
    RuleCases(
      rule: "consent.imitation", part: .body, language: "ko",
      around: { $0.actions = action("a", "예") + action("b", "아니요") },
      speaks: ["사진을 찍으려면 카메라 권한이 필요합니다.", "길을 안내하도록 위치 권한을 허용해 주세요."],
      silent: ["카메라 권한이 허용되었습니다."]),
    RuleCases(
      rule: "consent.imitation", part: .button, language: "ko",
      around: { $0.body = "길을 안내하려면 위치 접근 권한이 필요합니다." }, speaks: ["허용"], silent: ["계속"]),
    RuleCases(
      rule: "consent.imitation", part: .title, language: "ko", speaks: ["알림을 허용하시겠습니까"],
      silent: ["알림을 껐습니다"]),
  ]

  private static func action(_ id: String, _ title: String) -> [Action] {
    ItemID(id).map { [Action(id: $0, title: title)] } ?? []
  }

  @Test(
    "A rule of contents speaks where it is meant to, and leaves lookalikes alone",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
