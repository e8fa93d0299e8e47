import NotificationModel
import Records
import TestSupport
import Testing

@testable import Delivery

@Suite("The line about what was missed")
struct LineAfterAnythingTests {
  private static let products = ["dunst", "mako", "fnott", "SwayNotificationCenter", "Plasma", "gnome-shell"]

  @Test("comes at an unlock, whatever servers, locks, answers and restarts came before")
  func comes() throws {
    for seed: UInt64 in 1...30 {
      var random = SeededGenerator(seed: seed)
      let desk = try Desk()
      var steps: [String] = []
      for number in 0..<30 { steps.append(try step(desk, number, &random)) }
      try calm(desk)
      try lock(desk, true)
      try desk.post("probe")
      try lock(desk, false)
      desk.pass(seconds: 2)
      let isTold = try desk.record("probe").missed == Missed(.locked, isTold: true)
      #expect(isTold && desk.shown.contains { $0.subject == .missed }, "seed \(seed): \(steps)")
      guard isTold else { return }
    }
  }

  private func step(_ desk: Desk, _ number: Int, _ random: inout SeededGenerator) throws -> String {
    let kind = Int.random(in: 0..<16, using: &random)
    switch kind {
    case 0, 1: _ = try? desk.post("a\(number)")
    case 2: _ = try? desk.postFront("f\(number)") { $1.urgency = .critical }
    case 3: _ = try? desk.postFront("t\(number)") { $1.isTransient = true }
    case 4, 5: try lock(desk, true)
    case 6, 7: try lock(desk, false)
    case 8: desk.idle(Bool.random(using: &random))
    case 9:
      desk.serverAppears(as: "bus/:1.\(number + 10)", product: Self.products.randomElement(using: &random))
    case 10: desk.serverVanishes()
    case 11: desk.server = .silent
    case 12: desk.serverAnswersAtLast()
    case 13: desk.ignoresCloses.toggle()
    case 14:
      let isOn = Bool.random(using: &random)
      try desk.perform { try $0.setDoNotDisturb(isOn, until: nil, now: $1) }
    default:
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try desk.restart()
      case 1: if let line = desk.disk.lineHandle { desk.receive(.closed(line, .expired)) }
      case 2:
        if let line = desk.disk.lineHandle {
          desk.receive(.pressed(line, action: .defaultAction, activationToken: nil))
        }
      case 3: desk.server = .fails(.busy)
      default: desk.pass(seconds: 40)
      }
    }
    return "\(kind)"
  }

  private func calm(_ desk: Desk) throws {
    desk.ignoresCloses = false
    desk.serverAnswersAtLast()
    desk.idle(false)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    try lock(desk, false)
    desk.serverAppears(as: "bus/:1.99", product: "fnott")
    desk.pass(seconds: 7_200)
    desk.forgetShown()
  }

  private func lock(_ desk: Desk, _ locked: Bool) throws {
    try desk.perform { engine, _ in try engine.setLocked(locked) }
  }
}
