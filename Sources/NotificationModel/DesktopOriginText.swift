/// As it is stored: a line for each that is not as usual, "name=value".
extension DesktopOrigin {
  package var text: String {
    var lines = FieldLines()
    if number != 0 { lines.add("number", String(number)) }
    if !caller.name.isEmpty { lines.add("caller", "\(caller.bus)/\(caller.name)") }
    if !appName.isEmpty { lines.add("appName", appName) }
    if let category { lines.add("category", category) }
    if urgency != .normal { lines.add("urgency", urgency.rawValue) }
    switch expiry {
    case .serverDecides: break
    case .never: lines.add("expiry", "0")
    case .after(let milliseconds): lines.add("expiry", String(milliseconds))
    }
    for (name, flag) in Self.flags where self[keyPath: flag] { lines.add(name, "yes") }
    for (action, key) in keys.all { lines.add("key \(action.text)", key) }
    if let soundFile { lines.add("soundFile", soundFile) }
    for (name, hint) in hints.sorted(by: { $0.key < $1.key }) {
      switch hint {
      case .string(let text): lines.add("string \(name)", text)
      case .integer(let number): lines.add("integer \(name)", String(number))
      case .flag(let flag): lines.add("flag \(name)", flag ? "yes" : "no")
      case .number(let number): lines.add("number \(name)", "\(number)")
      }
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
    case "appName": appName = value
    case "category": category = value
    case "urgency": urgency = Urgency(rawValue: value) ?? urgency
    case "expiry": expiry = Int32(value).map(Expiry.init(timeout:)) ?? expiry
    case "soundFile": soundFile = value
    default:
      if let flag = Self.flags.first(where: { $0.name == name })?.field {
        self[keyPath: flag] = value == "yes"
        return
      }
      let parts = name.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0] == "key", let action = ItemID(String(parts[1])) {
        keys[action] = value
        return
      }
      guard parts.count == 2, let hint = Self.hint(parts[0], value) else { return }
      hints[String(parts[1])] = hint
    }
  }

  private static func hint(_ type: Substring, _ value: String) -> OtherHint? {
    switch type {
    case "string": .string(value)
    case "integer": Int64(value).map { .integer($0) }
    case "flag": .flag(value == "yes")
    case "number": Double(value).map { .number($0) }
    default: nil
    }
  }

  private static var flags: [(name: String, field: WritableKeyPath<DesktopOrigin, Bool>)] {
    [
      ("resident", \.isResident), ("transient", \.isTransient), ("onScreenDisplay", \.isOnScreenDisplay),
      ("suppressesSound", \.suppressesSound), ("vouchedFor", \.isVouchedFor), ("shared", \.isShared),
      ("sandboxed", \.isSandboxed), ("followsFocus", \.followsFocus), ("toldClosed", \.isToldClosed),
    ]
  }
}
