/// Words for the front, and for the watched notifications.
package struct FrontWording: Sendable {
  private let sentence: @Sendable (FrontSentence) -> String
  /// The columns of apps: id, name, and the counts of `ShadowApp` in their order.
  package let appColumns: [String]
  package let time: String
  package let app: String
  package let outcome: String
  package let text: String
  package let why: String

  package func callAsFunction(_ told: FrontSentence) -> String { sentence(told) }
}

extension FrontWording {
  package static let english = FrontWording(
    sentence: { english($0) },
    appColumns: [
      "APP", "NAME", "POSTED", "MERGED", "HELD", "HIDDEN", "QUIET", "TOO FAST", "TO BE ALLOWED", "DENIED",
    ], time: "TIME", app: "APP", outcome: "OUTCOME", text: "TEXT", why: "WHY")

  package static let korean = FrontWording(
    sentence: { korean($0) },
    appColumns: [
      "앱", "이름", "보냄", "합쳐짐", "보류", "내용 가림", "조용히", "너무 자주", "허용 대기", "거부",
    ], time: "시각", app: "앱", outcome: "결과", text: "텍스트", why: "이유")
}
