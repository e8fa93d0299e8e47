import NotificationModel
import Testing

@testable import bellhop

/// Menus, and the settings of an app.
struct CenterMenuTests {
  private static let mail = AppID(literal: "org.example.Mail")

  private func app(_ change: (inout AppEntry) -> Void = { _ in }) -> AppEntry {
    var app = AppEntry(app: Self.mail, name: "Mail", settings: EffectiveSettings(), unread: 1, held: 0)
    app.settings.authorization = .authorized
    change(&app)
    return app
  }

  /// With the settings page open.
  private func rig(columns: Int = 80, locale: String = "en") -> CenterRig {
    var rig = CenterRig([CenterRig.entry(1, "One")], columns: columns, locale: locale)
    rig.type("s")
    rig.send(.answered(.settings(app())))
    return rig
  }

  @Test(
    "A choice that is longer than a line goes on below its own words", arguments: [40, 20], ["en", "ko"])
  func hanging(columns: Int, locale: String) {
    let lines = rig(columns: columns, locale: locale).lines.dropFirst().dropLast().filter { !$0.isEmpty }
    let further = lines.filter { !$0.contains("[") }
    #expect(columns == 40 || !further.isEmpty)
    for line in further { #expect(line.hasPrefix("       ") && !line.hasPrefix("        "), "\(line)") }
  }
}
