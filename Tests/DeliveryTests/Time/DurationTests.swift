import Delivery
import NotificationModel
import TestSupport
import Testing

/// Something that lasts for a time from its beginning. Durations are a multiple of 5 seconds.
private enum Lasting: CaseIterable {
  case code, call, delay, snooze, doNotDisturb, permission, mutedByButton, front

  /// In seconds.
  var length: Int64 {
    switch self {
    case .code: 60
    case .call: 45
    case .delay, .doNotDisturb: 600
    case .snooze: 7_200
    case .permission, .mutedByButton: 3_600
    case .front: 1_800
    }
  }

  func begin(_ desk: Desk) throws {
    let length = length
    switch self {
    case .code, .call:
      try desk.post("\(self)") {
        $0.kind = self == .call ? .call : nil
        $0.expiresAfter = length
      }
    case .delay: try desk.post("delay") { $0.trigger = .after(seconds: length, repeats: false) }
    case .snooze:
      let id = try desk.post("snooze").id
      try desk.perform { try $0.snooze(id, until: .lapse($1.wall.advanced(bySeconds: length)), now: $1) }
    case .doNotDisturb:
      try desk.perform {
        try $0.setDoNotDisturb(true, until: .lapse($1.wall.advanced(bySeconds: length)), now: $1)
      }
    case .permission:
      try desk.perform {
        try $0.setAuthorization(
          .authorized, of: chat, until: .lapse($1.wall.advanced(bySeconds: length)), now: $1)
      }
    case .mutedByButton:
      try desk.perform {
        try $0.change(
          mail, by: AppSettings(banners: false), until: .lapse($1.wall.advanced(bySeconds: length)), now: $1)
      }
    case .front:
      try desk.perform {
        try $0.setFrontMode(.on, until: .lapse($1.wall.advanced(bySeconds: length)), now: $1)
      }
    }
  }

  /// Its end, as the daemon tells it; `nil` once it is over.
  func end(_ desk: Desk) throws -> Timestamp? {
    switch self {
    case .code, .call: try desk.record("\(self)").unread ? desk.record("\(self)").expires : nil
    case .delay, .snooze:
      try desk.record("\(self)").state == .scheduled ? desk.record("\(self)").due : nil
    case .doNotDisturb: try desk.perform { try $0.state(now: $1).doNotDisturbUntil }
    case .permission: try Self.ending(chat, desk)
    case .mutedByButton: try Self.ending(mail, desk)
    case .front: try desk.perform { engine, _ in engine.frontTerms.until }
    }
  }

  private static func ending(_ id: AppID, _ desk: Desk) throws -> Timestamp? {
    try desk.perform {
      var reading = AppListCursor(after: nil, limit: 9)
      return try $0.apps(&reading, now: $1).first { $0.app == id }?.ending.first?.until
    }
  }
}

/// Durations follow the clock that is never set. It is noon on 20 November 2026 in UTC at the start.
@Suite("Durations")
struct DurationTests {
  @Test(
    "a duration takes as long as it does, however the clock is set meanwhile, be the daemon running or not",
    arguments: [-3_600, 3_600, -5, 2_592_000, -2_592_000] as [Int64], [false, true])
  func takesAsLong(step: Int64, restarts: Bool) throws {
    for lasting in Lasting.allCases {
      let desk = try Desk()
      desk.run()
      try lasting.begin(desk)
      desk.pass(seconds: 10)
      desk.moveClock(bySeconds: step + 1)
      if restarts { try desk.restart() } else { desk.run() }
      let left = lasting.length - 11
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: left), "\(lasting)")
      desk.pass(seconds: left - 1)
      #expect(try lasting.end(desk) != nil, "\(lasting)")
      desk.pass(seconds: 1)
      #expect(try lasting.end(desk) == nil, "\(lasting)")
    }
  }

  @Test("time in suspend counts, and is no step of the clock")
  func suspend() throws {
    for lasting in Lasting.allCases {
      let desk = try Desk()
      try lasting.begin(desk)
      desk.pass(seconds: lasting.length - 5)
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: 5), "\(lasting)")
      desk.pass(seconds: 8 * 3_600)
      #expect(try lasting.end(desk) == nil, "\(lasting)")
    }
  }

  @Test("while the machine is off, the wall clock counts, and steps before that stay counted")
  func reboot() throws {
    for lasting in Lasting.allCases {
      let desk = try Desk()
      try lasting.begin(desk)
      desk.moveClock(bySeconds: -7_200)
      desk.run()
      try desk.reboot(offForSeconds: 15)
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: lasting.length - 16), "\(lasting)")
      desk.moveClock(bySeconds: 3_600)
      desk.run()
      desk.pass(seconds: lasting.length - 18)
      #expect(try lasting.end(desk) != nil, "\(lasting)")
      desk.pass(seconds: 1)
      #expect(try lasting.end(desk) == nil, "\(lasting)")
    }
  }

  @Test(
    "a clock that starts behind its last time, until it is put right, makes no duration longer",
    arguments: [(-200 * 86_400, 200 * 86_400), (-3_600, 9 * 3_600), (0, 8 * 3_600)] as [(Int64, Int64)])
  func behind(start: Int64, step: Int64) throws {
    for lasting in Lasting.allCases {
      let desk = try Desk()
      desk.pass(seconds: 600)
      try lasting.begin(desk)
      try desk.reboot(offForSeconds: start)
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: lasting.length), "\(lasting)")
      desk.moveClock(bySeconds: step + 1)
      desk.run()
      let left = lasting.length - 1
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: left), "\(lasting)")
      desk.pass(seconds: left - 1)
      #expect(try lasting.end(desk) != nil, "\(lasting)")
      desk.pass(seconds: 1)
      #expect(try lasting.end(desk) == nil, "\(lasting)")
    }
  }

  @Test("a clock that starts behind goes on from the time of an orderly end, or of the last hour")
  func lastTime() throws {
    for (isOrderly, seconds) in [(true, Int64(1_800)), (false, 3_600)] {
      let desk = try Desk()
      desk.run()
      let end = desk.now.wall.advanced(bySeconds: 7_200)
      try desk.perform { try $0.setDoNotDisturb(true, until: .lapse(end), now: $1) }
      desk.pass(seconds: seconds)
      if isOrderly { desk.engine.assumeIsolated { $0.stopHandingOver() } }
      desk.run()
      try desk.reboot(offForSeconds: -86_400)
      let left = try desk.perform { try $0.state(now: $1).doNotDisturbUntil }
      #expect(left == desk.now.wall.advanced(bySeconds: 7_200 - seconds))
    }
  }

  @Test("many small differences of the clocks move no end by more than a second")
  func drift() throws {
    let desk = try Desk()
    try desk.post("code") { $0.expiresAfter = 600 }
    for _ in 0..<50 {
      desk.now = Moment(
        wall: desk.now.wall.advanced(byMilliseconds: 10_200),
        uptime: desk.now.uptime.advanced(byMilliseconds: 10_000))
      desk.run()
    }
    let left = try #require(try desk.record("code").expires).milliseconds - desk.now.wall.milliseconds
    #expect((99_000...101_000).contains(left))
  }

  @Test("a step is counted once where its transaction fails at first")
  func failure() throws {
    for lasting in Lasting.allCases {
      let desk = try Desk()
      try lasting.begin(desk)
      desk.moveClock(bySeconds: -3_599)
      desk.disk.fails = true
      desk.run()
      #expect(desk.failedTransactions == 1)
      desk.disk.fails = false
      desk.pass(seconds: 1)
      #expect(try lasting.end(desk) == desk.now.wall.advanced(bySeconds: lasting.length - 2), "\(lasting)")
    }
  }

  @Test("the earlier of a moment and a duration counts, also where the clock is set")
  func both() throws {
    for (step, rest) in [(Int64(-3_600), Int64(59)), (3_600, 0), (30, 29)] {
      let desk = try Desk()
      let moment = desk.now.wall.advanced(bySeconds: 60)
      try desk.post("code") {
        $0.expiresAfter = 60
        $0.expiresAt = moment
      }
      desk.moveClock(bySeconds: step + 1)
      desk.run()
      #expect(
        try desk.record("code").unread
          ? desk.record("code").expires == desk.now.wall.advanced(bySeconds: rest) : rest == 0)
    }
  }

  @Test("a lifetime that begins at a moment begins at that moment")
  func begins() throws {
    let desk = try Desk()
    let moment = desk.now.wall.advanced(bySeconds: 3_600)
    try desk.post("tea") {
      $0.trigger = .at(moment)
      $0.expiresAfter = 60
    }
    desk.moveClock(bySeconds: -7_200)
    desk.run()
    desk.pass(seconds: 7_200)
    #expect(try desk.record("tea").state == .scheduled)
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["tea"])
    desk.moveClock(bySeconds: 3_600)
    desk.run()
    desk.pass(seconds: 50)
    #expect(try desk.record("tea").unread)
    desk.pass(seconds: 60)
    #expect(try desk.record("tea").state == .expired)
  }

  @Test("undo brings back the rest of a snooze and of a choice after the clock was set")
  func undo() throws {
    let desk = try Desk()
    try Lasting.snooze.begin(desk)
    let id = try desk.record("snooze").id
    try desk.perform { try $0.snooze(id, until: .lapse($1.wall.advanced(bySeconds: 60)), now: $1) }
    try Lasting.mutedByButton.begin(desk)
    desk.moveClock(bySeconds: -3_600)
    desk.run()
    for _ in 0..<2 {
      try desk.perform { engine, now in
        var undoing = Undoing()
        while try engine.undo(&undoing, now: now) == nil {}
      }
    }
    #expect(try Lasting.mutedByButton.end(desk) == nil)
    #expect(try Lasting.snooze.end(desk) == desk.now.wall.advanced(bySeconds: 7_199))
  }

  @Test("whatever the clock does, each lasts its time, to the second", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for lasting in Lasting.allCases {
      let desk = try Desk()
      try lasting.begin(desk)
      var left = lasting.length
      while left > 0 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          desk.moveClock(bySeconds: .random(in: -40 * 86_400...40 * 86_400, using: &random))
          left -= 1
          if Bool.random(using: &random) { try desk.restart() }
        case 1: try desk.restart()
        case 2:
          let seconds = Int64.random(in: 0...20, using: &random)
          try desk.reboot(offForSeconds: seconds)
          left -= seconds
        default:
          let seconds = Int64.random(in: 1...max(1, left / 2), using: &random)
          desk.pass(seconds: seconds)
          left -= seconds
        }
        // What is due goes a tenth of a second later where the daemon has just begun.
        desk.run()
        desk.run()
        let end = left > 0 ? desk.now.wall.advanced(bySeconds: left) : nil
        #expect(try lasting.end(desk) == end, "\(lasting)")
      }
    }
  }
}
