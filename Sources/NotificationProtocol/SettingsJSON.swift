package import NotificationModel
package import Varlink

extension EffectiveSettings: JSONRepresentable {
  /// What apps are told; everything else is as built in.
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(try fields.settings(AppSetting.allCases.filter(\.facts.isToldToApps)))
  }

  package var json: JSON { .object(fields(of: AppSetting.allCases.filter(\.facts.isToldToApps))) }

  func fields(of settings: [AppSetting]) -> [JSON.Field] {
    settings.map { JSON.Field($0.rawValue, $0.json(word(for: $0))) }
  }
}

extension AppSettings {
  /// What this layer says.
  package func fields(of settings: [AppSetting]) -> [JSON.Field] {
    settings.compactMap { setting in
      word(for: setting).map { JSON.Field(setting.rawValue, setting.json($0)) }
    }
  }
}

extension AppSetting {
  fileprivate func json(_ word: String) -> JSON {
    switch form {
    case .onOff: .bool(word == true.word)
    case .words: .string(word)
    case .number: Int(word).map(\.json) ?? .null
    }
  }
}

extension ShapeReader {
  /// Those of these settings that are there.
  package mutating func settingsIfAny(_ settings: [AppSetting]) throws(FieldFault) -> AppSettings {
    var said = AppSettings()
    for setting in settings {
      let name = setting.rawValue
      let word =
        switch setting.form {
        case .onOff: try bool(name)?.word
        case .words(let words): try word(name, among: words)
        case .number(let range, _): try int(name, in: range).map(String.init)
        }
      if let word { _ = said.set(setting, to: word) }
    }
    return said
  }

  /// The same, of which those must be there that apps were told from the first.
  mutating func settings(_ settings: [AppSetting]) throws(FieldFault) -> AppSettings {
    let said = try settingsIfAny(settings)
    for setting in settings where !setting.facts.mayBeMissing && !said.says(setting) {
      throw invalid(setting.rawValue, "is missing")
    }
    return said
  }
}
