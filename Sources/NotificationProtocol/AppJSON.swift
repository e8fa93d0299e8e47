package import NotificationModel
package import Varlink

extension AppEntry: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      app: try fields.required("app", try fields.app()), name: try fields.requiredText("name"),
      settings: EffectiveSettings(try fields.settings(AppSetting.allCases)),
      question: try fields.text("question", limit: .max),
      unread: try fields.requiredInt("unread"), held: try fields.requiredInt("held"),
      locked: try fields.required("locked", try fields.strings("locked")),
      marketingQuestion: try fields.text("marketingQuestion", limit: .max),
      deciders: try fields.values("decided") ?? [])
    questionStanding = try fields.value("questionStanding")
    marketingStanding = try fields.value("marketingStanding")
    front = try fields.word("front")
    ending = try fields.values("ending") ?? []
    isNameClaimed = try fields.bool("claimed") ?? false
    week = try fields.int("week") ?? 0
    refused = try fields.int("refused") ?? 0
  }

  /// The fields are in the order of the interface, `authorization` first.
  package var json: JSON {
    let fields: [JSON.Field?] =
      [JSON.Field("app", app.json), JSON.Field("name", name.json)]
      + settings.fields(of: [.authorization])
      + [
        question.map { JSON.Field("question", $0.json) }, JSON.Field("unread", unread.json),
        JSON.Field("held", held.json),
      ]
      + settings.fields(of: AppSetting.allCases.filter { $0 != .authorization })
      + [
        JSON.Field("locked", .array(locked.map(\.json))),
        marketingQuestion.map { JSON.Field("marketingQuestion", $0.json) },
        deciders.isEmpty ? nil : JSON.Field("decided", deciders.json),
        questionStanding.map { JSON.Field("questionStanding", $0.json) },
        marketingStanding.map { JSON.Field("marketingStanding", $0.json) },
        front.map { JSON.Field("front", $0.json) },
        isNameClaimed ? JSON.Field("claimed", true.json) : nil,
        ending.isEmpty ? nil : JSON.Field("ending", ending.json),
        JSON.Field("week", week.json), JSON.Field("refused", refused.json),
      ]
    return .object(fields.compactMap(\.self))
  }
}

extension SettingsDecider: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      settings: try fields.required("settings", try fields.strings("settings")),
      file: try fields.text("file", limit: .max))
  }

  package var json: JSON {
    JSON(fields: ["settings": .array(settings.map(\.json)), "file": file?.json])
  }
}

extension ChoiceEnd: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      setting: try fields.requiredText("setting"),
      until: try fields.required("until", try fields.time("until")))
  }

  package var json: JSON { JSON(fields: ["setting": setting.json, "until": until.json]) }
}

extension QuestionEnd: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      try fields.required("way", try fields.word("way")),
      at: try fields.required("time", try fields.time("time")))
  }

  package var json: JSON { JSON(fields: ["way": way.rawValue.json, "time": time.json]) }
}

extension QuestionStanding: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      try fields.required("stage", try fields.word("stage")), asked: try fields.requiredInt("asked"),
      last: try fields.time("last"), again: try fields.time("again"), end: try fields.value("end"))
  }

  package var json: JSON {
    JSON(fields: [
      "stage": stage.rawValue.json, "asked": asked.json, "last": last?.json, "again": again?.json,
      "end": end?.json,
    ])
  }
}

extension EffectiveSettings: JSONRepresentable {
  /// Reads the settings that apps are told; the others keep their built-in values.
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(try fields.settings(AppSetting.allCases.filter(\.facts.isToldToApps)))
  }

  package var json: JSON { .object(fields(of: AppSetting.allCases.filter(\.facts.isToldToApps))) }

  func fields(of settings: [AppSetting]) -> [JSON.Field] {
    settings.map { JSON.Field($0.rawValue, $0.json(word(for: $0))) }
  }
}

extension AppSettings {
  /// The fields of the settings that this layer has a value for.
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
  /// Reads those of these settings that are present.
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

  /// The same, but fails if a setting is missing that apps were told from the first version on.
  mutating func settings(_ settings: [AppSetting]) throws(FieldFault) -> AppSettings {
    let said = try settingsIfAny(settings)
    for setting in settings where !setting.facts.mayBeMissing && !said.says(setting) {
      throw invalid(setting.rawValue, "is missing")
    }
    return said
  }
}
