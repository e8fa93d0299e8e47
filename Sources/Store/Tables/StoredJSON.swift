import NotificationModel
import Varlink

// Values of many parts, each in one column: they are read and written only as a whole, and no query looks into them.
// Parts that are as usual are left out, and parts that this version does not know are passed over.

extension Cursor {
  /// `nil` for no value; text that `read` makes nothing of is a damaged row.
  mutating func json<Value>(_ read: (JSON) -> Value?) throws(SQLiteFault) -> Value? {
    try parsed { text in (try? JSON(parsing: Array(text.utf8))).flatMap(read) }
  }
}

extension JSON {
  fileprivate typealias Parts = KeyValuePairs<String, JSON?>

  fileprivate init(_ parts: Parts) {
    var fields: [Field] = []
    fields.reserveCapacity(parts.count)
    for case (let name, let value?) in parts { fields.append(Field(name, value)) }
    self = .object(fields)
  }

  fileprivate static func flag(_ flag: Bool) -> JSON? { flag ? .bool(true) : nil }
  fileprivate static func number(_ number: Int?) -> JSON? { number.map { .int(Int64($0)) } }

  fileprivate var word: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var number: Int64? { if case .int(let number) = self { number } else { nil } }
  fileprivate var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  fileprivate func has(_ flag: String) -> Bool { self[flag] == .bool(true) }
}

extension [Action] {
  var json: JSON { .array(map(\.json)) }

  init?(json: JSON) {
    guard let elements = json.elements else { return nil }
    self = elements.compactMap(Action.init)
    guard count == elements.count else { return nil }
  }
}

extension Action {
  fileprivate var json: JSON {
    // Field by field: a list of all parts would cost every post a tenth of its storing.
    var fields = [JSON.Field("id", .string(id.text)), JSON.Field("title", .string(title))]
    if let icon { fields.append(JSON.Field("icon", .string(icon))) }
    if destructive { fields.append(JSON.Field("destructive", .bool(true))) }
    if authenticationRequired { fields.append(JSON.Field("authenticationRequired", .bool(true))) }
    if foreground { fields.append(JSON.Field("foreground", .bool(true))) }
    if let input {
      let parts = JSON([
        "placeholder": input.placeholder.map(JSON.string), "button": input.button.map(JSON.string),
      ])
      fields.append(JSON.Field("input", parts))
    }
    return .object(fields)
  }

  fileprivate init?(json: JSON) {
    guard let id = json["id"]?.word.flatMap(ItemID.init), let title = json["title"]?.word else { return nil }
    self.init(
      id: id, title: title, icon: json["icon"]?.word, destructive: json.has("destructive"),
      authenticationRequired: json.has("authenticationRequired"), foreground: json.has("foreground"),
      input: json["input"].map { TextInput(placeholder: $0["placeholder"]?.word, button: $0["button"]?.word) }
    )
  }
}

extension [Reason.Argument] {
  /// Levels of sentences within sentences; deeper ones are left out.
  private static let deepest = 3

  var json: JSON { json(levels: Self.deepest) }

  fileprivate func json(levels: Int) -> JSON { .array(levels > 0 ? map { $0.json(levels: levels) } : []) }

  /// The arguments up to the first of a kind that this version does not know.
  init?(json: JSON) {
    guard let elements = json.elements else { return nil }
    self = []
    for element in elements {
      guard let argument = Reason.Argument(json: element) else { return }
      append(argument)
    }
  }
}

extension Reason.Argument {
  fileprivate func json(levels: Int) -> JSON {
    switch self {
    case .count(let count): .int(Int64(count))
    case .time(let time): JSON(["time": .int(time.milliseconds)])
    // No argument is longer than a path.
    case .name(let name): .string(name.cut(toBytes: Limits.pathBytes))
    case .reason(let part):
      JSON(["reason": .string(part.key), "arguments": part.arguments.json(levels: levels - 1)])
    }
  }

  fileprivate init?(json: JSON) {
    if let count = json.number {
      self = .count(Int(count))
    } else if let name = json.word {
      self = .name(name)
    } else if let time = json["time"]?.number {
      self = .time(Timestamp(milliseconds: time))
    } else if let key = json["reason"]?.word, let arguments = json["arguments"].flatMap([Self].init) {
      self = .reason(Reason(key: key, arguments: arguments))
    } else {
      return nil
    }
  }
}

extension Trigger {
  var json: JSON {
    switch self {
    case .at(let time): JSON(["at": .int(time.milliseconds)])
    case .after(let seconds, let repeats): JSON(["after": .int(seconds), "repeats": .flag(repeats)])
    case .calendar(let fields, let repeats):
      JSON([
        "minute": .number(fields.minute), "hour": .number(fields.hour), "day": .number(fields.day),
        "month": .number(fields.month), "weekday": .number(fields.weekday),
        "zone": fields.timeZone.map(JSON.string), "repeats": .flag(repeats),
      ])
    }
  }

  init?(json: JSON) {
    func field(_ name: String, _ range: ClosedRange<Int64>) -> Int? {
      json[name]?.number.flatMap { range.contains($0) ? Int($0) : nil }
    }
    let repeats = json.has("repeats")
    if let time = json["at"]?.number {
      self = .at(Timestamp(milliseconds: time))
    } else if let seconds = json["after"]?.number {
      guard seconds > 0 || seconds == 0 && !repeats else { return nil }
      self = .after(seconds: seconds, repeats: repeats)
    } else if case .object = json {
      let fields = CalendarFields(
        minute: field("minute", 0...59), hour: field("hour", 0...23), day: field("day", 1...31),
        month: field("month", 1...12), weekday: field("weekday", 1...7), timeZone: json["zone"]?.word)
      self = .calendar(fields, repeats: repeats)
      // A number out of its range is no field.
      guard self.json == json else { return nil }
    } else {
      return nil
    }
  }
}

extension DesktopOrigin {
  private static let texts: KeyValuePairs<String, any WritableKeyPath<DesktopOrigin, String> & Sendable> = [
    "appName": \.appName, "pressLabel": \.pressLabel, "icon": \.icon, "pictureName": \.pictureName,
  ]
  private static let flags: KeyValuePairs<String, any WritableKeyPath<DesktopOrigin, Bool> & Sendable> = [
    "resident": \.isResident, "transient": \.isTransient, "onScreenDisplay": \.isOnScreenDisplay,
    "suppressesSound": \.suppressesSound, "vouchedFor": \.isVouchedFor, "sandboxed": \.isSandboxed,
    "pictureIsIcon": \.isPictureIcon, "followsFocus": \.followsFocus,
  ]

  /// All but the hints, which have a column of their own.
  var json: JSON {
    var fields: [JSON.Field] = []
    for (name, text) in Self.texts where !self[keyPath: text].isEmpty {
      fields.append(JSON.Field(name, .string(self[keyPath: text])))
    }
    for (name, flag) in Self.flags where self[keyPath: flag] { fields.append(JSON.Field(name, .bool(true))) }
    return JSON([
      "poster": poster.map { .int($0.number) },
      "urgency": urgency == .unset ? nil : .string(urgency.rawValue),
      "expiry": expiry == .serverDecides ? nil : .int(expiry.milliseconds ?? 0),
      "soundFile": soundFile.map(JSON.string), "title": title.map(JSON.string),
      "markup": body.map(JSON.string),
      "keys": keys.isEmpty ? nil : .object(keys.all.map { JSON.Field($0.text, .string($1)) }),
      "pictureFile": pictureFile.map { JSON(["path": .string($0.path), "identity": .string($0.identity)]) },
      "further": furtherActions.isEmpty ? nil : furtherActions.json,
    ]).adding(fields)
  }

  init?(json: JSON) {
    guard case .object = json else { return nil }
    self.init()
    for (name, text) in Self.texts { self[keyPath: text] = json[name]?.word ?? "" }
    for (name, flag) in Self.flags { self[keyPath: flag] = json.has(name) }
    poster = json["poster"]?.number.map(ScriptID.init(number:))
    urgency = json["urgency"]?.word.flatMap(Urgency.init(rawValue:)) ?? urgency
    expiry = json["expiry"]?.number.flatMap { Int32(exactly: $0) }.map(Expiry.init(timeout:)) ?? expiry
    soundFile = json["soundFile"]?.word
    title = json["title"]?.word
    // Earlier versions stored a body that was not well formed as plain text.
    body = json["markup"]?.word ?? json["body"]?.word.map(Markup.escaped)
    if case .object(let fields)? = json["keys"] {
      for field in fields { if let action = ItemID(field.name) { keys[action] = field.value.word } }
    }
    if let file = json["pictureFile"], let path = file["path"]?.word, let identity = file["identity"]?.word {
      pictureFile = PictureFile(path: path, identity: identity)
    }
    furtherActions = json["further"].flatMap([Action].init) ?? []
  }
}
