import Advice
import NotificationModel
import Testing

/// Texts that a rule speaks about, and texts that it leaves alone, in one part of a notification. The other parts give
/// no rule a reason.
struct RuleCases: Sendable, CustomTestStringConvertible {
  enum Part: Sendable {
    case title, body, button, foregroundButton, hiddenPreview, purpose
  }

  let rule: String
  let part: Part
  var language = "en"
  /// The other fields of the request.
  var around: @Sendable (inout NotificationRequest) -> Void = { _ in }
  let speaks: [String]
  let silent: [String]

  var testDescription: String { "\(rule), \(part), \(language)" }

  static let appName = "Quillhaven"

  func spoken(about text: String) throws -> Set<String> {
    let app = try #require(AppID("org.example.Quillhaven"))
    if part == .purpose {
      return Set(
        Adviser.advice(onPurpose: text, of: app, appName: Self.appName).map(\.guideline))
    }
    var request = NotificationRequest(app: app, language: language)
    request.body = language == "ko" ? "차가 준비되었습니다." : "Your tea is ready."
    switch part {
    case .title: request.title = text
    case .body: request.body = text
    case .hiddenPreview: request.hiddenPreviewBody = text
    case .button, .foregroundButton:
      request.actions = [
        Action(
          id: try #require(ItemID("one")), title: text, icon: "tea", foreground: part == .foregroundButton)
      ]
    case .purpose: break
    }
    around(&request)
    return Set(Adviser.advice(on: request, appName: Self.appName).map(\.guideline))
  }

  func check() throws {
    for text in speaks { #expect(try spoken(about: text).contains(rule), "\(text)") }
    for text in silent { #expect(try !spoken(about: text).contains(rule), "\(text)") }
  }
}
