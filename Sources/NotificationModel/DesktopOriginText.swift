/// As it is stored: a line for each that is not as usual, "name=value".
extension DesktopOrigin {
  package var text: String {
    var lines = FieldLines()
    if number != 0 { lines.add("number", String(number)) }
    if !caller.name.isEmpty { lines.add("caller", "\(caller.bus)/\(caller.name)") }
    if let poster { lines.add("poster", String(poster.number)) }
    if !appName.isEmpty { lines.add("appName", appName) }
    if urgency != .normal { lines.add("urgency", urgency.rawValue) }
    switch expiry {
    case .serverDecides: break
    case .never: lines.add("expiry", "0")
    case .after(let milliseconds): lines.add("expiry", String(milliseconds))
    }
    for (name, flag) in Self.flags where self[keyPath: flag] { lines.add(name, "yes") }
    for (action, key) in keys.all { lines.add("key \(action.text)", key) }
    for action in furtherActions { lines.add("further", Self.fields(of: action).joined(separator: "\t")) }
    if !pressLabel.isEmpty { lines.add("pressLabel", pressLabel) }
    if let title { lines.add("title", title) }
    if let body { lines.add(body.isMarkup ? "markup" : "body", body.text) }
    if !icon.isEmpty { lines.add("icon", icon) }
    if let soundFile { lines.add("soundFile", soundFile) }
    for (name, hint) in hints.sorted(by: { $0.key < $1.key }) {
      lines.add("hint", "\(name)\t\(hint.type)\t\(hint.text)")
    }
    return lines.text
  }

  /// What is not understood is passed over: another version of the program may have written it.
  package init(text: String) {
    self.init()
    for (name, value) in FieldLines.fields(of: text) { take(name, value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "number": number = UInt32(value) ?? 0
    case "caller":
      let parts = value.split(separator: "/", maxSplits: 1)
      if parts.count == 2 { caller = BusCaller(bus: String(parts[0]), name: String(parts[1])) }
    case "poster": poster = Int64(value).map(ScriptID.init(number:))
    case "appName": appName = value
    case "hint":
      let parts = value.split(separator: "\t", maxSplits: 2)
      if parts.count == 3 {
        hints[String(parts[0])] = HintValue(type: String(parts[1]), text: String(parts[2]))
      }
    case "further":
      furtherActions += Self.action(value.split(separator: "\t", omittingEmptySubsequences: false))
    case "pressLabel": pressLabel = value
    case "urgency": urgency = Urgency(rawValue: value) ?? urgency
    case "expiry": expiry = Int32(value).map(Expiry.init(timeout:)) ?? expiry
    case "soundFile": soundFile = value
    case "title": title = value
    case "body": body = WrittenMarkup(text: value, isMarkup: false)
    case "markup": body = WrittenMarkup(text: value, isMarkup: true)
    case "icon": icon = value
    default:
      if let flag = Self.flags.first(where: { $0.name == name })?.field {
        self[keyPath: flag] = value == "yes"
        return
      }
      let parts = name.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0] == "key", let action = ItemID(String(parts[1])) { keys[action] = value }
    }
  }

  /// Its name and its label; where it takes text, also the placeholder and the label of its send button, empty for none.
  /// None of them holds a tab.
  private static func fields(of action: Action) -> [String] {
    [action.id.text, action.title] + (action.input.map { [$0.placeholder ?? "", $0.button ?? ""] } ?? [])
  }

  private static func action(_ fields: [Substring]) -> [Action] {
    guard fields.count == 2 || fields.count == 4, let id = ItemID(String(fields[0])) else { return [] }
    func text(_ field: Substring) -> String? { field.isEmpty ? nil : String(field) }
    let input = fields.count == 4 ? TextInput(placeholder: text(fields[2]), button: text(fields[3])) : nil
    return [Action(id: id, title: String(fields[1]), input: input)]
  }

  private static var flags: [(name: String, field: WritableKeyPath<DesktopOrigin, Bool>)] {
    [
      ("resident", \.isResident), ("transient", \.isTransient), ("onScreenDisplay", \.isOnScreenDisplay),
      ("suppressesSound", \.suppressesSound), ("vouchedFor", \.isVouchedFor), ("shared", \.isShared),
      ("sandboxed", \.isSandboxed), ("pictureIsIcon", \.isPictureIcon), ("followsFocus", \.followsFocus),
      ("toldClosed", \.isToldClosed),
    ]
  }
}
