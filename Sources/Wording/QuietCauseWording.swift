import NotificationModel

extension BarWording {
  /// Do Not Disturb is on; `end`: `nil` for no end.
  package func doNotDisturb(until end: String? = nil) -> String {
    quiet(QuietReport(kind: QuietKind.doNotDisturb.rawValue), end)
  }

  /// The name of a kind that a later daemon has stands for its words.
  @Sendable
  static func englishQuiet(_ report: QuietReport, until end: String?) -> String {
    let names = report.by.isEmpty ? "an app" : report.by.joined(separator: ", ")
    let cause =
      switch QuietKind(rawValue: report.kind) {
      case .doNotDisturb: "Do Not Disturb"
      case .sharedScreen: "screen shared"
      case .fullScreen: "\(names) fills the screen"
      case .inhibited: "\(names) \(report.by.count > 1 ? "ask" : "asks") for quiet"
      case .quietHours: "quiet hours"
      case nil: report.kind
      }
    return cause + (end.map { " until \($0)" } ?? "")
  }

  @Sendable
  static func koreanQuiet(_ report: QuietReport, until end: String?) -> String {
    let names = report.by.joined(separator: ", ")
    let cause =
      switch QuietKind(rawValue: report.kind) {
      case .doNotDisturb: "방해 금지 모드"
      case .sharedScreen: "화면 공유 중"
      case .fullScreen: names.isEmpty ? "앱이 전체 화면 사용 중" : "전체 화면 사용 중: \(names)"
      case .inhibited: names.isEmpty ? "앱이 방해 금지 요청" : "방해 금지 요청: \(names)"
      case .quietHours: "조용한 시간"
      case nil: report.kind
      }
    return cause + (end.map { " \($0)까지" } ?? "")
  }
}
