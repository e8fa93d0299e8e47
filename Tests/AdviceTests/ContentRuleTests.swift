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
      rule: "content.appName", part: .body, language: "fi", speaks: ["Kirjautunut Quillhaveniin"],
      silent: ["Kirje on tallennettu"]),
    RuleCases(
      rule: "content.appName", part: .body, language: "tr",
      speaks: ["Quillhaven'ın yeni bir sürümü indirilebilir"],
      silent: ["Mektup kaydedildi"]),
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
      ],
      silent: [
        "The press conference starts in an hour.", "Open house starts at noon and ends at five.",
        "The museum opens its new wing.", "Check-in closes at 16:25.", "The tap in the kitchen drips.",
        "Visit from Aunt May.", "Check-in opens on screen 4.", "Update ready: the app restarts tonight.",
        "There was a new sign-in to your account.", "Someone tried to log in to the server.",
        "Restart is required.", "Turn off 4 lamps: done.",
      ]),
    RuleCases(
      rule: "content.instructions", part: .body, around: { $0.kind = .reminder }, speaks: [],
      silent: ["Open the settings of the router."]),
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
        "Invalid password.", "The connection was lost: lost connection to the room.", "An error occurred.",
        "Invalid settings file encountered.", "Denied: the message is too long.",
        "The file could not be saved.", "Error: the disk is full.",
      ],
      silent: [
        "He failed to score in the final minute.", "The film “Last Error” begins at nine.",
        "She cannot wait to see you.", "Trial and error made it better.", "No one failed the exam.",
        "No errors", "The markets crashed on Monday.", "The upload failed.",
        "The backup could not be finished.",
        "The build failed.", "The launch was aborted, and the rocket failed to start.",
        "Failed to print the boarding passes: the printer is off.", "The court denied the appeal.",
        "This cannot be undone.", "The parcel could not be handed over.", "Claim denied",
      ]),
    RuleCases(
      rule: "content.errorAlert", part: .body, language: "ko",
      speaks: [
        "로그인에 실패했습니다.", "파일을 열 수 없습니다.", "오류가 발생했습니다.", "비밀번호가 올바르지 않습니다.",
        "저장 공간이 부족합니다.",
      ],
      silent: [
        "업로드에 실패했습니다.", "배터리가 손상되었습니다.", "로켓 발사가 실패했습니다.", "실패를 두려워하지 않는 법", "오류동에 비가 옵니다.",
        "주차장에 차를 댈 수 없습니다.",
      ]),
    RuleCases(
      rule: "content.sensitive", part: .body,
      speaks: [
        "Your code is 482913.", "Use 482 913 as your verification code.",
        "The card 4111 1111 1111 1111 was used.",
        "Transfer to DE89 3704 0044 0532 0130 00.", "Her number is 078-05-1120.", "The balance is $1,204.50.",
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
      rule: "content.jargon", part: .body,
      speaks: [
        "The value is null.", "Hello {{name}}, your tea is ready.", "Copied %d files to %s.",
        "It ended with errno 13.",
        "The server said HTTP 502.", "It crashed at 0x7ffe12ab.", "A NullPointerException was thrown.",
        "state=OPEN at noon", "Tom &amp; Jerry", "The <b>garden</b> is open.", "First line\\nsecond line",
        "A **bold** word", "{\"id\": 4}", "See /usr/lib/cups/filter.", "Run sudo apt update.", "eth0 is up.",
        "To scan, tap your phone to the toy.", "Scan the NFC tag.", "org.freedesktop.NetworkManager.Failed",
        "The FTP server is running.", "The URI is malformed.", "An exception was thrown.",
        "No peers are there.",
      ],
      silent: [
        "The Null Island regatta starts at one.", "The tea is 100 % organic.", "The battery is at 20%.",
        "See example.com for more.", "Tom & Jerry", "It was 3 – nil in the end.", "Null Grad in der Nacht",
        "Saved in /home/ada/Pictures/IMG_0042.jpg.", "She is 5 < 6.", "Hold near the reader to scan.",
        "Nan called at noon.", "The server is back.", "He hid the eggs in the garden.",
        "Take a sip of water.",
        "Pacman is on at eight.", "Open daily with the exception of Monday.", "Two of your peers are here.",
      ]),
    RuleCases(
      rule: "content.jargon", part: .body, language: "nb", speaks: ["Telefonen søker med BLE"],
      silent: ["Filen ble lagret"]),
    RuleCases(
      rule: "content.jargon", part: .body, language: "ja", speaks: ["DNSの設定が変わりました"],
      silent: ["手紙を保存しました"]),
    RuleCases(
      rule: "content.jargon", part: .body, language: "ko",
      speaks: ["온도는 NaN도입니다.", "값이 null입니다.", "데몬이 종료 코드를 돌려주었습니다."],
      silent: ["온도는 21도입니다."]),
    RuleCases(
      rule: "content.marketing", part: .body,
      speaks: [
        "Get 20% off until Sunday.", "Subscribe now to read more.", "The summer sale starts today.",
        "Save 30 percent on tea.",
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
      silent: ["The heart rate is normal.", "Your code review is due.", "The film got five stars."]),
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
      rule: "consent.imitation", part: .title, language: "ko", speaks: ["알림을 허용하시겠습니까"],
      silent: ["알림을 껐습니다"]),
  ]

  @Test(
    "A rule of contents speaks where it is meant to, and is silent about what merely looks like it",
    arguments: cases)
  func rules(cases: RuleCases) throws { try cases.check() }
}
