import Delivery
import NotificationModel
import Records
import TestSupport

/// The same sequence of steps for the same seed, or for the same bytes.
struct RandomSteps: RandomNumberGenerator {
  private enum Source {
    case seed(SeededGenerator)
    /// A byte decides each draw; zeros follow the last one.
    case bytes(ArraySlice<UInt8>)
  }

  private static let longest = 60

  private var source: Source
  init(seed: UInt64) { source = .seed(SeededGenerator(seed: seed)) }
  init(bytes: [UInt8]) { source = .bytes(bytes[...]) }

  mutating func next() -> UInt64 {
    switch source {
    case .seed(var generator):
      defer { source = .seed(generator) }
      return generator.next()
    case .bytes(var bytes):
      defer { source = .bytes(bytes) }
      // The standard library multiplies by the limit, so that the highest bits decide, and draws again where the
      // product's lower half is below the limit. The bit set here keeps it above, so that no byte is refused.
      return UInt64(bytes.popFirst() ?? 0) << 56 | 1 << 32
    }
  }

  /// 20 to 60 operations by a seed; as many as the bytes are enough for, at most 60.
  mutating func sequence<Operation>(of operation: (inout RandomSteps) -> Operation) -> [Operation] {
    if case .seed = source { return (0..<(20 + below(Self.longest - 19))).map { _ in operation(&self) } }
    var operations: [Operation] = []
    while operations.count < Self.longest, case .bytes(let rest) = source, !rest.isEmpty {
      operations.append(operation(&self))
    }
    return operations
  }

  mutating func alertBurst() -> Int { one(of: [3, 10, 10]) }

  /// Something else than authorized in one of four. It begins at noon: most quiet hours are near.
  mutating func policy() -> PolicyShape {
    var shape = PolicyShape()
    shape.authorization = one(of: [
      .authorized, .authorized, .authorized, .authorized, .authorized, .authorized, .notDetermined,
      .provisional,
    ])
    shape.previews = one(of: [.whenUnlocked, .whenUnlocked, .always, .never])
    shape.quietHours = one(of: [nil, nil, nil, "11:00-12:05", "12:02-12:20;12:01-12:05", "22:00-07:00"])
    shape.summaryTimes = one(of: [[], ["12:10"], ["08:00", "12:01", "18:00"]])
    shape.summarised = one(of: [[], [1], [0, 1]])
    shape.marketing = one(of: [[], [0, 1]])
    shape.ratingPrompts = chance(90)
    shape.fullScreenHolds = one(of: [.inhibiting, .inhibiting, .always, .never])
    shape.suppressesInFront = chance(25)
    return shape
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
  mutating func anApp() -> Int { one(of: [0, 0, 0, 1, 1, 2]) }
  mutating func aPick() -> Int { below(64) }

  mutating func step() -> Step {
    switch below(100) {
    case 0..<40: .post(post())
    case 40..<60: ofPeople()
    case 60..<70: ofApps()
    case 70..<80: ofSettings()
    case 80..<88: ofTime()
    default: ofTheMachine()
    }
  }

  private mutating func post() -> PostShape {
    var shape = PostShape()
    shape.app = anApp()
    shape.identifier = one(of: [0, 0, 1, 1, 2])
    shape.thread = one(of: [0, 0, 1, 2])
    shape.category = one(of: [0, 0, 0, 1, 2])
    shape.content = below(4)
    shape.actions = one(of: [0, 0, 0, 1, 2])
    shape.progress = one(of: [0, 0, 0, 0, 10, 20, NotificationRequest.ofUnknownLength])
    shape.level = one(of: [nil, nil, nil, .active, .passive, .timeSensitive, .critical])
    shape.kind = one(of: [nil, nil, nil, nil, .message, .call, .reminder, .alarm, .rating, .marketing])
    shape.relevance = one(of: [nil, nil, 0.5, 1])
    shape.hasSender = chance(10)
    shape.hasSound = chance(30)
    shape.hasHiddenPreview = chance(20)
    shape.isRelevantSoon = chance(50)
    shape.isSilent = chance(15)
    shape.isTransient = chance(6)
    shape.isPrivate = chance(12)
    shape.isSecret = chance(6)
    shape.hasLink = chance(15)
    if chance(15) { shape.trigger = trigger() }
    if chance(15) { shape.expiresAfter = one(of: [1, 10, 100, 1_000, 90_000]) }
    return shape
  }

  private mutating func trigger() -> Trigger {
    switch below(8) {
    case 0...2: .after(seconds: one(of: [1, 5, 60, 700, 7_000]), repeats: false)
    case 3...4: .at(Desk.noon.advanced(bySeconds: one(of: [-60, 5, 30, 300, 4_000])))
    case 5: .after(seconds: one(of: [60, 90, 3_600]), repeats: true)
    default:
      .calendar(
        CalendarFields(minute: one(of: [1, 30]), hour: one(of: [nil, nil, 12])), repeats: chance(60))
    }
  }

  mutating func ofPeople() -> Step {
    switch below(12) {
    case 0...2: .press(pick: aPick(), action: below(4))
    case 3: .reply(pick: aPick())
    case 4...6: .close(pick: aPick(), one(of: [.expired, .dismissed, .dismissed, .closed, .undefined]))
    case 7: .readAll
    case 8: .dismiss(pick: aPick(), count: one(of: [1, 1, 2, 5]))
    case 9: .undo
    case 10: .snooze(pick: aPick(), seconds: one(of: [1, 30, 600, 5_000]))
    default: .activate(pick: aPick())
    }
  }

  private mutating func ofApps() -> Step {
    switch below(10) {
    case 0...1: .register(app: anApp())
    case 2: .ask(app: anApp(), isMarketing: chance(40))
    case 3...4: .readInApp(app: anApp(), pick: aPick())
    case 5...6: .withdraw(app: anApp(), pick: aPick())
    case 7: .front(app: anApp(), thread: below(3), connection: UInt64(10 + below(2)))
    case 8: .disconnect(connection: UInt64(10 + below(2)))
    default: .acknowledge(app: anApp(), pick: aPick())
    }
  }

  mutating func ofSettings() -> Step {
    switch below(18) {
    case 16...17: .cover(chance(50))
    case 13...14: .fullScreen(inhibits: one(of: [nil, false, true]))
    case 15: .letThrough(chance(70))
    case 0...3: .lock(chance(50))
    case 4...5: .doNotDisturb(chance(50), seconds: one(of: [nil, 10, 600, 50_000]))
    case 6: .silent(chance(50))
    case 7...8: .change(app: anApp(), settings())
    case 9: .ratingPrompts(chance(60))
    case 10...11:
      .authorize(
        app: anApp(), one(of: [.authorized, .authorized, .authorized, .provisional, .notDetermined, .denied]))
    default: .adopt(policy())
    }
  }

  private mutating func settings() -> AppSettings {
    switch below(10) {
    case 8...9: AppSettings(dnd: one(of: ThroughQuiet.allCases))
    case 0: AppSettings(banners: chance(60))
    case 1: AppSettings(sounds: chance(50))
    case 2: AppSettings(timeSensitive: chance(50))
    case 3...4: AppSettings(summary: chance(60))
    case 5: AppSettings(marketing: chance(60))
    default: AppSettings(previews: one(of: Previews.allCases))
    }
  }

  mutating func ofTime() -> Step {
    switch below(8) {
    case 0...4: .pass(seconds: one(of: [1, 2, 6, 30, 120, 700]))
    case 5...6: .sleep(seconds: one(of: [1, 60, 4_000, 90_000, 1_300_000]))
    default: .setClock(seconds: one(of: [-90_000, -3_600, -10, 10, 3_600, 90_000]))
    }
  }

  mutating func ofTheMachine() -> Step {
    switch below(18) {
    case 16...17: .opened(fails: chance(50))
    case 13...14: .focus(app: one(of: [nil, anApp()]))
    case 15: .noFocus
    case 0...4: .server(one(of: [.answers, .answers, .silent, .silent] + Self.failures.map { .fails($0) }))
    case 5: .vanish(activatable: chance(50), isHeardFirst: chance(50))
    case 6...7: .appear(isAnother: chance(50), remembers: chance(50))
    case 8: .disk(fails: true)
    case 9...10: .disk(fails: false)
    default: .restart
    }
  }

  private static let failures: [SinkFailure] = [
    .noServer, .serverDied, .unanswered, .busy, .refused("org.example.No"),
  ]
}
