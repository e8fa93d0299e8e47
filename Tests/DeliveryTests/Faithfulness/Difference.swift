import NotificationModel

@testable import BusWire
@testable import Sink

/// A row of the table of all that a server is given otherwise than it came, by its first cell there.
enum Difference: String, CaseIterable {
  case number = "`replaces_id`"
  case lane = "`replaces_id` of a transient notification, if the new one is not transient, or the reverse"
  case unnamed = "`app_name` in which nothing is to be seen"
  case characters =
    "control characters, overrides of the writing direction, tag characters outside of flags; in names and labels all that is not seen"
  case direction = "isolates and embeddings that a text leaves open"
  case length = "summary, body"
  case bodyPictures = "pictures in the body"
  case pixels = "`image-data`, `icon_data`"
  case file = "the picture's file, if it is another one by now, or gone"
  case keys = "keys of actions that begin with `a.`, are empty, or hold control or format characters"
  case further = "actions beyond four"
  case press = "a label of `default` in which nothing is to be seen"
  case decided = "`urgency`, `transient`"
  case sound = "`sound-name`, `sound-file`, `suppress-sound`"
  case tag = "`x-canonical-private-synchronous`, `synchronous`, `private-synchronous`, `x-dunst-stack-tag`"
  case sender = "`sender-pid`, `x-shell-sender-pid`, `x-shell-sender`"
  case entry = "`desktop-entry`"
}

/// Of the picture: `alone` if its file is another one by the time of the banner.
enum Copy: CaseIterable {
  case missing, besideFile, alone
}

/// Compares an app's call with the call to the server. Each difference is noted under its row; one without a row is a
/// fault.
struct Comparison {
  private(set) var found: Set<Difference> = []
  private(set) var faults: [String] = []

  private mutating func note(_ row: Difference, _ isSo: Bool, _ what: String) {
    if isSo { found.insert(row) } else { faults.append("\(row): \(what)") }
  }

  /// `replaced`: the number of the banner to be replaced; 0 for none.
  init(
    _ given: AnyNotify, _ seen: RenderedBanner, replacing: UInt32, expected replaced: UInt32,
    changesLane: Bool, _ copy: Copy
  ) {
    // By its tag it takes a place as well.
    if replacing != replaced {
      let isOfLane = changesLane && replacing == 0
      note(isOfLane ? .lane : .tag, isOfLane || given.hints["x-dunst-stack-tag"] != nil, "\(replacing)")
    }
    if given.replaces != replacing { note(.number, true, "") }
    compareTexts(given, seen)
    comparePictures(given, seen, copy)
    compareButtons(given, seen)
    if seen.timeout != given.timeout { faults.append("expire_timeout: \(seen.timeout)") }
    for name in Set(given.hints.keys).union(seen.hints.keys) {
      compare(name, given.hints[name], seen.hints[name], given)
    }
  }

  private mutating func compareTexts(_ given: AnyNotify, _ seen: RenderedBanner) {
    if seen.appName != given.appName {
      let plain = Self.label(given.appName)
      if plain.isEmpty {
        note(.unnamed, seen.appName == "Mail", seen.appName)
      } else {
        note(.characters, seen.appName == plain, "\(seen.appName) for \(given.appName)")
      }
    }
    compare(seen.title, given.summary, Self.cleaned(given.summary), closing: "")
    let body = given.body
    if body.hasPictures { note(.bodyPictures, true, "") }
    compare(seen.body, body.written, body.handedOn, closing: "</b>")
  }

  /// `closing`: what a text is to end in, if it is cut.
  private mutating func compare(_ seen: String, _ given: String, _ cleaned: String, closing: String) {
    guard Array(seen.utf8) != Array(given.utf8) else { return }
    if given.utf8.count > 65_536 {
      let isCut = seen.utf8.count <= 65_536 && seen.utf8.count > 65_500 && seen.hasSuffix("…" + closing)
      return note(
        .length, isCut && given.hasPrefix(seen.dropLast(1 + closing.count)), "\(seen.utf8.count)")
    }
    let closed = cleaned + Self.closing(cleaned)
    if cleaned != given { note(.characters, true, "") }
    if closed != cleaned { note(.direction, true, "") }
    if Array(seen.utf8) != Array(closed.utf8) {
      faults.append("\(seen.debugDescription) for \(given.debugDescription)")
    }
  }

  private mutating func comparePictures(_ given: AnyNotify, _ seen: RenderedBanner, _ copy: Copy) {
    let path = given.hints["image-path"].flatMap(Self.string)
    let (icon, image) = (seen.icon ?? "", seen.hints["image-path"].flatMap(Self.string))
    if icon != given.icon {
      let isAlone = given.picture != true && path == nil
      note(.file, isAlone && copy == .alone && icon == "/copies/copy.png", "icon \(icon) for \(given.icon)")
    }
    if image != path {
      let isCopy = copy != .missing && image == "file:///copies/copy.png"
      if given.picture == true {
        note(.pixels, isCopy || copy == .missing && image == nil, "image \(image ?? "none")")
      } else {
        note(.file, path != nil && copy == .alone && isCopy, "image \(image ?? "none") for \(path ?? "none")")
      }
    }
  }

  private mutating func compareButtons(_ given: AnyNotify, _ seen: RenderedBanner) {
    let own = stride(from: 0, to: given.actions.count, by: 2).map {
      (given.actions[$0], given.actions[$0 + 1])
    }
    var place = 0
    let offered = own.filter { key, _ in
      if key != "default" { place += 1 }
      return key == "default" || place <= 4
    }
    if offered.count < own.count { note(.further, true, "") }
    guard offered.count == seen.buttons.count else { return faults.append("buttons \(seen.buttons)") }
    place = 0
    for ((key, label), button) in zip(offered, seen.buttons) {
      if key != "default" { place += 1 }
      if key != button.key {
        let isOdd = key.isEmpty || key.hasPrefix("a.") || key.contains("\n")
        note(.keys, isOdd && button.key == "a.a.\(place)", button.key)
      }
      guard label != button.label else { continue }
      let plain = Self.label(label)
      let isOpen = button.label == "Open" && plain.isEmpty
      note(isOpen ? .press : .characters, key == "default" && (isOpen || plain == button.label), button.label)
    }
  }

  private mutating func compare(_ name: String, _ given: BusValue?, _ seen: BusValue?, _ call: AnyNotify) {
    guard given != seen else { return }
    let what = "\(name): \(seen.map { "\($0)" } ?? "none") for \(given.map { "\($0)" } ?? "none")"
    switch name {
    case "urgency": note(.decided, [.byte(0), .byte(1), .byte(2)].contains(seen), what)
    case "transient": note(.decided, (seen != nil) == (given == .bool(true)), what)
    case "image-data", "image-path": break
    case "sound-name", "sound-file", "suppress-sound":
      let isAsked = given != nil || call.hints["sound-file"] != nil
      note(.sound, seen == nil || seen == .bool(true) || isAsked, what)
    case "x-dunst-stack-tag": note(.tag, seen == nil, what)
    case "sender-pid": note(.sender, seen == nil, what)
    case "desktop-entry": note(.entry, given == nil && seen == .string("org.example.Mail"), what)
    default:
      guard case .string(let given)? = given, case .string(let seen)? = seen else {
        return faults.append(what)
      }
      compare(seen, given, Self.cleaned(given), closing: "")
    }
  }

  private static func string(_ value: BusValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  private static func path(_ name: String) -> String {
    guard name.hasPrefix("file://") else { return name }
    return name.dropFirst(7).split(separator: "%20", omittingEmptySubsequences: false).joined(separator: " ")
  }

  /// The text without the characters that no server is given.
  static func cleaned(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    let flags = text.unicodeScalars.replacing(AnyNotify.flag.unicodeScalars, with: "\u{F8FF}".unicodeScalars)
    for scalar in flags {
      defer { last = scalar }
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}": cleaned.append("\n")
      case "\t": cleaned.append(scalar)
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202D}", "\u{202E}",
        "\u{E0000}"..."\u{E007F}":
        break
      case "\u{F8FF}": cleaned += AnyNotify.flag.unicodeScalars
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  /// What closes the isolates and embeddings that the text leaves open. Its entities are read as well.
  static func closing(_ text: String) -> String {
    let read = text.unicodeScalars.replacing("&#x2067;".unicodeScalars, with: "\u{2067}".unicodeScalars)
      .replacing("&#x2069;".unicodeScalars, with: "\u{2069}".unicodeScalars)
    var open = ""
    for scalar in read {
      switch scalar {
      case "\u{202A}": open = "\u{202C}" + open
      case "\u{2067}": open = "\u{2069}" + open
      case "\u{202C}" where open.unicodeScalars.first == scalar: open.unicodeScalars.removeFirst()
      case "\u{2069}":
        if let own = open.unicodeScalars.firstIndex(of: scalar) {
          open = String(open.unicodeScalars[open.unicodeScalars.index(after: own)...])
        }
      default: break
      }
    }
    return open
  }

  /// A name or a label, in one line.
  static func label(_ text: String) -> String {
    let hidden: Set<Unicode.Scalar> = [
      "\u{200D}", "\u{202A}", "\u{202C}", "\u{2067}", "\u{2069}", "\u{FEFF}", "\u{FFFE}",
    ]
    let seen = cleaned(text).unicodeScalars.filter { !hidden.contains($0) }
    return String(String(String.UnicodeScalarView(seen)).map { $0.isNewline || $0 == "\t" ? " " : $0 })
      .trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.reversed().drop(while: \.isWhitespace).reversed())
  }
}
