import Advice
import NotificationModel

/// The number of remarks of each rule on the messages of installed programs. No text is kept.
struct Survey {
  private(set) var texts: [Message.Part: Int] = [:]
  private var spoken: [String: [Message.Part: Int]] = [:]
  /// Many catalogues hold the same originals; a hash is all that is kept of them.
  private var seen: Set<Int> = []

  private let app: AppID
  private var lastTitle: Message?

  init(app: AppID) { self.app = app }

  /// `program`: the catalogue's name, for the app that would notify.
  mutating func judge(_ message: Message, of program: String) {
    guard seen.insert(message.text.hashValue ^ message.language.hashValue).inserted else { return }
    for part in message.parts {
      texts[part, default: 0] += 1
      for name in Set(advice(on: message, as: part, of: program).map(\.guideline)) {
        spoken[name, default: [:]][part, default: 0] += 1
      }
    }
    if message.parts.contains(.title) { lastTitle = message }
  }

  /// The rest of the notification is such that no rule of texts speaks about it.
  private func advice(on message: Message, as part: Message.Part, of program: String) -> [Remark] {
    var request = NotificationRequest(app: app, language: message.language)
    switch part {
    case .purpose:
      return Adviser.advice(onPurpose: message.text, of: app, appName: program)
    case .title: request.title = message.text
    case .body:
      request.body = message.text
      // Rules that compare the two have something to compare.
      if let lastTitle, lastTitle.language == message.language {
        request.title = lastTitle.text
        let alone = Set(advice(on: lastTitle, as: .title, of: program).map(\.guideline))
        return Adviser.advice(on: request, appName: program).filter {
          $0.field != "title" || !alone.contains($0.guideline)
        }
      }
    case .hiddenPreview:
      request.body = Self.plain[message.language]
      request.hiddenPreviewBody = message.text
    case .button:
      request.body = Self.plain[message.language]
      guard let id = ItemID("button") else { return [] }
      request.actions = [
        Action(id: id, title: message.text, icon: "emblem-default-symbolic", foreground: true)
      ]
    }
    return Adviser.advice(on: request, appName: program)
  }

  private static let plain = ["en": "Your tea is ready.", "ko": "차가 준비되었습니다."]

  /// Rules that read other fields or earlier posts of an app.
  private static let beyondTexts: Set = [
    "actions.allForeground", "actions.context", "content.image", "consent.early", "urgency.overuse",
  ]

  /// One line: how often a rule spoke about each part, as a share of the texts that stood there.
  func line(of rule: String) -> String {
    let shares = Message.Part.allCases.map { part -> String in
      let count = spoken[rule]?[part] ?? 0
      guard count > 0, let all = texts[part], all > 0 else { return Self.padded("-", 16) }
      return Self.padded("\(count) (\(Self.percent(count, of: all)))", 16)
    }
    return Self.padded(rule, 30) + shares.joined() + verdict(of: rule)
  }

  static let heading =
    padded("rule", 30) + Message.Part.allCases.map { padded("\($0)", 16) }.joined()

  var totals: String {
    Self.padded("texts", 30) + Message.Part.allCases.map { Self.padded("\(texts[$0] ?? 0)", 16) }.joined()
  }

  private func verdict(of rule: String) -> String {
    if Self.beyondTexts.contains(rule) { return "not about texts" }
    let parts = spoken[rule] ?? [:]
    if parts.isEmpty { return "NEVER SPEAKS" }
    return parts.contains { $0.value == texts[$0.key] } ? "ALWAYS SPEAKS" : ""
  }

  /// In tenths of a percent.
  private static func percent(_ count: Int, of all: Int) -> String {
    let tenths = (count * 1_000 + all / 2) / all
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
