import Testing

@testable import BusWire

/// The notification name without an owner.
struct HandOverTests {
  /// Known changes, in the order of time.
  private enum Event {
    case server(Bool)
    case owned(Bool?)
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
        case .owned(let isOwned): handOver.isNameOwned = isOwned
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
    "The daemon is asked for once, of its manager or else of the bus; the server gets the name after ten seconds"
  )
  func table() {
    let gone: [(Int64, Event)] = [(0, .server(true)), (0, .owned(false))]
    let cases = [
      Case(
        "no manager", gone + [(1_001, .manager(hasUnit: false))],
        [
          (1_000, .askManager), (1_001, .askBus), (10_000, .handOver), (20_000, .handOver),
          (30_000, .handOver),
        ]),
      Case(
        "a manager that sees to it", gone + [(1_001, .manager(hasUnit: true)), (3_000, .owned(true))],
        [
          (1_000, .askManager)
        ]),
      Case(
        "a manager that was told to stop it", gone + [(1_001, .manager(hasUnit: true))],
        [
          (1_000, .askManager), (10_000, .handOver), (20_000, .handOver), (30_000, .handOver),
        ]),
      Case(
        "a manager that does not answer in time",
        gone + [(4_000, .manager(hasUnit: true)), (9_000, .owned(true))],
        [
          (1_000, .askManager), (3_000, .askBus),
        ]),
      Case(
        "it comes back when it is asked for",
        gone + [(1_001, .manager(hasUnit: false)), (1_100, .owned(true))],
        [
          (1_000, .askManager), (1_001, .askBus),
        ]),
      Case("it is replaced at once", gone + [(200, .owned(true))], []),
      Case(
        "it ends, and ends again",
        gone + [(500, .owned(true)), (5_000, .owned(false)), (6_500, .owned(true))],
        [
          (6_000, .askManager)
        ]),
      Case("switched off", gone + [(2, .givenAway), (5, .owned(true))], []),
      Case(
        "switched off, and that is heard first",
        [
          (0, .server(true)), (0, .owned(true)), (0, .givenAway), (2, .owned(false)),
        ], [(10_002, .handOver), (20_002, .handOver)]),
      Case(
        "switched off while the manager is asked", gone + [(1_500, .givenAway)],
        [
          (1_000, .askManager), (10_000, .handOver), (20_000, .handOver), (30_000, .handOver),
        ]),
      Case(
        "switched off, and on again",
        gone + [
          (2, .givenAway), (5, .owned(true)), (50, .whenDown(.server)), (50, .owned(true)),
          (10_000, .owned(false)), (12_000, .owned(true)),
        ], [(11_000, .askManager)]),
      Case(
        "switched off, and the server that has the name is started again",
        gone + [
          (2, .givenAway), (5, .owned(true)), (5_000, .server(false)), (5_000, .owned(false)),
          (6_000, .server(true)),
        ], [(16_000, .handOver), (26_000, .handOver)]),
      Case(
        "the server never gets it where it is to wait",
        gone + [
          (0, .whenDown(.wait)), (1_001, .manager(hasUnit: false)),
        ], [(1_000, .askManager), (1_001, .askBus)]),
      Case(
        "that changes",
        gone + [
          (0, .whenDown(.wait)), (1_001, .manager(hasUnit: false)), (15_000, .whenDown(.server)),
        ], [(1_000, .askManager), (1_001, .askBus), (25_000, .handOver)]),
      Case("not known", [(0, .server(true)), (0, .owned(nil))], []),
      Case("no server", [(0, .server(false)), (0, .owned(false))], []),
      Case(
        "the server goes, and another comes",
        gone + [
          (9_000, .server(false)), (15_000, .server(true)), (16_500, .owned(true)),
        ], [(1_000, .askManager), (3_000, .askBus), (16_000, .askManager)]),
      Case(
        "the bus goes", gone + [(9_000, .owned(nil)), (12_000, .owned(false)), (12_500, .owned(true))],
        [
          (1_000, .askManager), (3_000, .askBus),
        ]),
    ]
    for one in cases {
      let found = steps(one.events)
      #expect(found.elementsEqual(one.steps) { $0 == $1 }, "\(one.name): \(found)")
    }
  }
}
