import Testing

@testable import BusWire

/// The notification name without an owner.
struct HandOverTests {
  /// Known changes, in the order of time.
  private enum Event {
    case server(Bool)
    case owner(HandOver.Owner?)
    case daemon(Bool)
    case whenDown(WhenDown)
    case givenAway
    case manager(hasUnit: Bool)
  }

  private struct Case {
    let name: String
    let events: [(Int64, Event)]
    let steps: [(Int64, HandOver.Step)]
    init(_ name: String, _ events: [(Int64, Event)], _ steps: [(Int64, HandOver.Step)]) {
      (self.name, self.events, self.steps) = (name, events, steps)
    }
  }

  /// By a clock that goes from one deadline or event to the next, for half a minute.
  private func steps(_ events: [(Int64, Event)]) -> [(Int64, HandOver.Step)] {
    var handOver = HandOver()
    var events = events[...]
    var steps: [(Int64, HandOver.Step)] = []
    var now: Int64 = 0
    while now <= 30_000 {
      while let (time, event) = events.first, time <= now {
        events.removeFirst()
        switch event {
        case .server(let isHere): handOver.isServerHere = isHere
        case .owner(let owner): handOver.owner = owner
        case .daemon(let isHere): handOver.isDaemonHere = isHere
        case .whenDown(let choice): handOver.whenDown = choice
        case .givenAway: handOver.giveAway()
        case .manager(let hasUnit): handOver.managerAnswered(hasUnit: hasUnit, at: now)
        }
      }
      while let step = handOver.step(at: now) { steps.append((now, step)) }
      #expect(handOver.step(at: now) == nil)
      now = min(handOver.deadline(at: now) ?? .max, events.first?.0 ?? .max)
    }
    return steps
  }

  @Test(
    "The daemon is asked for until it comes, unless its manager starts it; the server gets the name after ten seconds"
  )
  func table() {
    let gone: [(Int64, Event)] = [(0, .server(true)), (0, .owner(.nobody))]
    let asks: [(Int64, HandOver.Step)] = [
      (1_000, .askManager), (1_001, .askBus), (3_001, .askBus), (5_001, .askBus), (7_001, .askBus),
      (9_001, .askBus),
    ]
    /// After a quarter of the time without a daemon.
    let laterAsks: [(Int64, HandOver.Step)] = [
      (11_251, .askBus), (14_063, .askBus), (17_578, .askBus), (21_972, .askBus), (27_465, .askBus),
    ]
    let cases = [
      Case(
        "no manager: asked again, also once the server has the name",
        gone + [(1_001, .manager(hasUnit: false)), (10_001, .owner(.standIn))],
        asks + [(10_000, .handOver)] + laterAsks),
      Case(
        "the daemon comes while the server has the name",
        gone + [
          (1_001, .manager(hasUnit: false)), (10_001, .owner(.standIn)), (15_000, .daemon(true)),
          (15_100, .owner(.another)),
        ], asks + [(10_000, .handOver), (11_251, .askBus), (14_063, .askBus)]),
      Case(
        "it comes, and is killed before it has the name",
        gone + [(1_001, .manager(hasUnit: false)), (1_200, .daemon(true)), (1_400, .daemon(false))]
          + [(2_401, .manager(hasUnit: false)), (2_500, .owner(.another))],
        [(1_000, .askManager), (1_001, .askBus), (2_400, .askManager), (2_401, .askBus)]),
      Case(
        "it runs without the front",
        gone + [(0, .daemon(true)), (10_001, .owner(.standIn))], [(10_000, .handOver)]),
      Case(
        "the server does not get the name, and is asked again",
        gone + [(0, .daemon(true))], [(10_000, .handOver), (20_000, .handOver), (30_000, .handOver)]),
      Case(
        "a manager that sees to it", gone + [(1_001, .manager(hasUnit: true)), (3_000, .owner(.another))],
        [(1_000, .askManager)]),
      Case(
        "a manager that was told to stop it",
        gone + [(1_001, .manager(hasUnit: true)), (10_001, .owner(.standIn))],
        [(1_000, .askManager), (10_000, .handOver)]),
      Case(
        "a manager that answers late", gone + [(4_000, .manager(hasUnit: true)), (9_000, .owner(.another))],
        [(1_000, .askManager), (3_000, .askBus)]),
      Case(
        "it comes back when it is asked for",
        gone + [(1_001, .manager(hasUnit: false)), (1_100, .owner(.another))],
        [(1_000, .askManager), (1_001, .askBus)]),
      Case("it is replaced at once", gone + [(200, .owner(.another))], []),
      Case(
        "it ends, and ends again",
        gone + [(500, .owner(.another)), (5_000, .owner(.nobody)), (6_500, .owner(.another))],
        [(6_000, .askManager)]),
      Case("switched off", gone + [(2, .givenAway), (5, .owner(.standIn))], []),
      Case(
        "switched off, and that is heard first",
        [(0, .server(true)), (0, .owner(.another)), (0, .givenAway), (2, .owner(.nobody))],
        [(10_002, .handOver), (20_002, .handOver)]),
      Case(
        "switched off, and that is heard after the server has the name",
        [(0, .server(true)), (0, .owner(.another)), (2, .owner(.standIn)), (5, .givenAway)], []),
      Case(
        "switched off while the manager is asked",
        gone + [(1_500, .givenAway), (10_001, .owner(.standIn))],
        [(1_000, .askManager), (10_000, .handOver)]),
      Case(
        "switched off, and on again",
        gone + [
          (2, .givenAway), (5, .owner(.standIn)), (50, .whenDown(.server)), (50, .owner(.another)),
          (10_000, .owner(.nobody)), (12_000, .owner(.another)),
        ], [(11_000, .askManager)]),
      Case(
        "switched off, and the server that has the name is started again",
        gone + [
          (2, .givenAway), (5, .owner(.standIn)), (5_000, .server(false)), (5_000, .owner(.nobody)),
          (6_000, .server(true)), (16_001, .owner(.standIn)),
        ], [(16_000, .handOver)]),
      Case(
        "the server never gets it where it is to wait",
        gone + [(0, .whenDown(.wait)), (1_001, .manager(hasUnit: false))], asks + laterAsks),
      Case(
        "that changes",
        gone + [
          (0, .whenDown(.wait)), (1_001, .manager(hasUnit: true)), (15_000, .whenDown(.server)),
          (25_001, .owner(.standIn)),
        ], [(1_000, .askManager), (25_000, .handOver)]),
      Case("not known", [(0, .server(true)), (0, .owner(nil))], []),
      Case("no server", [(0, .server(false)), (0, .owner(.nobody))], []),
      Case(
        "the server goes, and another comes",
        gone + [(1_001, .manager(hasUnit: true)), (9_000, .server(false)), (15_000, .server(true))]
          + [(16_500, .owner(.another))],
        [(1_000, .askManager), (16_000, .askManager)]),
      Case(
        "the bus goes",
        gone + [(1_001, .manager(hasUnit: true)), (9_000, .owner(nil)), (12_000, .owner(.nobody))]
          + [(12_500, .owner(.another))],
        [(1_000, .askManager)]),
    ]
    for one in cases {
      let found = steps(one.events)
      #expect(found.elementsEqual(one.steps) { $0 == $1 }, "\(one.name): \(found)")
    }
  }

  @Test("The name is held back from when the front says so until it has given the name away")
  func heldBack() {
    var handOver = HandOver()
    #expect(!handOver.isHeldBack)
    handOver.whenDown = .wait
    #expect(handOver.isHeldBack)
    handOver.giveAway()
    #expect(!handOver.isHeldBack)
    handOver.whenDown = .wait
    #expect(handOver.isHeldBack)
    handOver.whenDown = .server
    #expect(!handOver.isHeldBack)
  }

  @Test("A daemon that cannot start is asked for once a minute in the end")
  func pace() {
    var handOver = HandOver()
    (handOver.isServerHere, handOver.owner) = (true, .standIn)
    var asked: [Int64] = []
    while asked.last ?? 0 < 3_600_000, let now = handOver.deadline(at: asked.last ?? 0) {
      let step = handOver.step(at: now)
      if step == .askBus { asked.append(now) }
      if step == .askManager { handOver.managerAnswered(hasUnit: false, at: now) }
    }
    #expect(asked.count < 80 && zip(asked, asked.dropFirst()).allSatisfy { $1 - $0 <= 60_000 })
  }
}
