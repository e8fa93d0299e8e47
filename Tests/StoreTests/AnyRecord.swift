import NotificationModel
import TestSupport

/// A record in which every optional field is there with this chance.
func anyRecord(_ random: inout SeededGenerator, chance: Double = 0.5) -> NotificationRecord {
  var some = Chance(random: random, chance: chance)
  defer { random = some.random }
  var request = NotificationRequest(app: .literal("org.example.App\(some.number(0...3))"))
  request.identifier = some.maybe { .literal($0.text()) }
  request.thread = some.maybe { .literal($0.text()) }
  request.category = some.maybe { .literal("category-\($0.number(0...9))") }
  request.kind = some.maybe { $0.element(Kind.allCases) }
  request.title = some.maybe { $0.text() }
  request.subtitle = some.maybe { $0.text() }
  request.body = some.maybe { $0.text() }
  request.sender = some.maybe { Sender(name: $0.text(), group: $0.maybeText(), avatar: $0.maybeText()) }
  request.level = some.maybe { $0.element(InterruptionLevel.allCases) }
  request.relevance = some.maybe { Double($0.number(0...1_000)) / 1_000 }
  request.relevantDate = some.maybe { $0.time() }
  request.actions = some.maybe { some in (0..<some.number(0...4)).map { some.action($0) } }
  request.hiddenPreviewBody = some.maybeText()
  request.image = some.maybeText()
  request.sound = some.maybeText()
  request.progress = some.maybe { Int($0.number(-1...100)) }
  request.target = some.maybe { OpaqueObject(json: "{\"n\":\($0.number(0...9))}") }
  request.trigger = some.maybe { $0.trigger() }
  request.expiresAfter = some.maybe { $0.number(1...Limits.longestSeconds) }
  request.silently = some.flag()
  request.isPrivate = some.flag()
  request.language = some.maybe { _ in "de-AT" }
  request.expiresAt = some.maybe { $0.time() }
  request.occurred = some.maybe { $0.time() }
  request.url = some.maybe { Link("https://example.org/\($0.number(0...9))?q=#é") } ?? nil
  request.whileInFront = some.maybe { $0.element(WhileInFront.allCases) }
  request.origin = Origin(
    some.maybe { some in
      var origin = DesktopOrigin()
      origin.appName = some.text()
      origin.keys[.defaultAction] = some.text()
      origin.hints = Array(some.text().utf8)
      origin.title = some.maybeText()
      origin.body = some.maybeText()
      origin.icon = some.text()
      origin.isPictureIcon = some.flag()
      return origin
    })
  request.transient = request.origin.desktop == nil && some.flag()
  if request.origin.desktop == nil, some.flag() {
    request.origin = .script(ScriptID(number: some.number(-9...9)))
  }
  let link: AppLink? =
    request.origin.desktop == nil
    ? (some.flag() ? .events : .answer)
    : some.maybe { some in
      .desktop(
        DesktopLink(
          to: BusCaller(bus: "bus", name: ":1.\(some.number(0...9))"),
          number: UInt32(some.number(1...1 << 31)),
          isShared: some.flag(), isToldClosed: some.flag()))
    }
  let (due, state) = (some.maybe { $0.time() }, some.element(State.allCases))
  let hold = some.maybe { some in
    Hold(by: some.flag() ? ["focus.a", "focus.b"] : [], until: some.maybe { $0.time() })
  }
  let whenDue = due.map {
    Due(some.flag() ? .lapse($0) : .moment($0), awaitsZone: some.flag(), fired: some.maybe { $0.time() })
  }
  let life =
    Life(
      state, due: whenDue, hold: hold, isPutOff: request.trigger == nil,
      meanwhile: some.maybe { $0.element([.changed, .read]) }) ?? .delivered
  return NotificationRecord(
    request: request, link: link, life: some.flag() ? .withheld(life) : life,
    outcome: some.element(Outcome.allCases),
    repeats: Int(some.number(0...9)), replacements: Int(some.number(0...9)), posted: some.time(),
    alerted: some.maybe { $0.time() },
    came: some.time(), summary: some.maybe { $0.time() },
    expiry: Expiry(moment: some.maybe { $0.time() }, lapse: some.maybe { $0.time() }),
    missed: some.maybe { Missed($0.element(Missed.Cause.allCases), isTold: $0.flag()) },
    joint: some.joint())
}

private struct Chance {
  var random: SeededGenerator
  let chance: Double

  mutating func flag() -> Bool { Double.random(in: 0..<1, using: &random) < chance }
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }
  mutating func time() -> Timestamp { Timestamp(milliseconds: number(0...Timestamp.latest)) }

  mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[Int(number(0...Int64(elements.count - 1)))]
  }

  mutating func joint() -> Joint {
    var joint = Joint()
    for banner in Joint.Banner.allCases {
      joint[banner] = maybe { Joint.Part($0.number(1...9), mayStandAlone: $0.flag(), isTold: $0.flag()) }
    }
    return joint
  }

  mutating func text() -> String {
    let pieces = ["a", "Z", "é", "e\u{301}", "猫", "🛎️", "%", "_", "\\", "'", "\"", "ß", " "]
    return (0...number(0...12)).map { _ in element(pieces) }.joined()
  }

  mutating func maybe<Value>(_ make: (inout Chance) -> Value) -> Value? { flag() ? make(&self) : nil }
  mutating func maybeText() -> String? { maybe { $0.text() } }

  mutating func action(_ number: Int64) -> Action {
    Action(
      id: .literal("action-\(number)"), title: text(), icon: maybeText(), destructive: flag(),
      authenticationRequired: flag(), foreground: flag(),
      input: maybe { TextInput(placeholder: $0.maybeText(), button: $0.maybeText()) })
  }

  mutating func trigger() -> Trigger {
    switch number(0...2) {
    case 0: return .at(time())
    case 1: return .after(seconds: number(1...1_000), repeats: flag())
    default:
      let fields = CalendarFields(
        minute: maybe { Int($0.number(0...59)) }, hour: maybe { Int($0.number(0...23)) },
        day: maybe { Int($0.number(1...31)) }, month: maybe { Int($0.number(1...12)) },
        weekday: maybe { Int($0.number(1...7)) }, timeZone: maybe { _ in "Europe/Vienna" })
      return .calendar(fields, repeats: flag())
    }
  }
}
