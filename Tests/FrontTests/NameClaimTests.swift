import Testing

@testable import Front

@Suite("How the notification name is claimed")
struct NameClaimTests {
  private typealias Step = NameClaim.Step

  /// Plays events in their order, with the expected steps after each.
  private func play(_ moves: [(Move, [Step])]) -> NameClaim {
    var claim = NameClaim("me")
    for (index, (move, steps)) in moves.enumerated() {
      let next =
        switch move {
        case .owner(let name): claim.ownerIs(name)
        case .helper(let name): claim.helperIs(name)
        case .server(let name): claim.serverIs(name)
        case .answer(let code): claim.answered(code)
        case .helperAnswer(let code): claim.helperAnswered(code)
        case .tooLong: claim.helperTookTooLong()
        }
      #expect(next == steps, "\(index): \(move)")
    }
    return claim
  }

  private enum Move {
    case owner(String?), helper(String?), server(String?), answer(UInt32?), helperAnswer(UInt32?), tooLong
  }

  @Test("Nothing is asked for before all is known")
  func unknown() {
    for moves in [
      [Move.owner(nil), .helper(nil)], [.owner("x"), .server("x")], [.helper(nil), .server(nil)],
    ] {
      let claim = play(moves.map { ($0, []) })
      #expect(claim.standing == .outside && claim.keeper == nil)
    }
  }

  @Test("What nobody has is taken", arguments: [1, 4] as [UInt32])
  func free(_ code: UInt32) {
    let claim = play([
      (.server(nil), []), (.helper(nil), []), (.owner(nil), [.request(replacing: false)]),
      (.answer(code), []),
    ])
    #expect(claim.standing == .owner)
  }

  @Test("The server behind bellhop-bus is replaced, also when it comes to have the name later")
  func behind() {
    let claim = play([
      (.owner("dunst"), []), (.helper(nil), []), (.server("dunst"), [.request(replacing: true)]),
      (.owner("me"), []), (.answer(1), []),
      // As while the daemon was stopped in a debugger.
      (.owner("dunst"), [.request(replacing: true)]), (.answer(1), []),
    ])
    #expect(claim.standing == .owner)
  }

  @Test("Anybody else keeps the name, and it is ours when they go")
  func foreign() {
    var moves: [(Move, [Step])] = [
      (.server("other"), []), (.helper(nil), []), (.owner("mako"), [.request(replacing: false)]),
      (.answer(2), []),
    ]
    #expect(play(moves).keeper == "mako")
    moves += [(.server(nil), []), (.owner("next"), [])]
    #expect(play(moves).keeper == "next", "it was before us in the queue")
    moves += [(.owner("me"), [])]
    #expect(play(moves).standing == .owner && play(moves).keeper == nil)
  }

  @Test("Who turns out to be behind bellhop-bus is replaced then")
  func later() {
    let claim = play([
      (.server(nil), []), (.helper(nil), []), (.owner("dunst"), [.request(replacing: false)]),
      (.answer(2), []),
      (.server("dunst"), [.request(replacing: true)]), (.owner("me"), []), (.answer(1), []),
    ])
    #expect(claim.standing == .owner)
  }

  @Test("A server that does not make room is asked once")
  func stubborn() {
    let claim = play([
      (.server("dunst"), []), (.helper(nil), []), (.owner("dunst"), [.request(replacing: true)]),
      (.answer(2), []), (.server("dunst"), []), (.owner("dunst"), []),
    ])
    #expect(claim.keeper == "dunst")
  }

  @Test("GNOME's helper goes when its other name is taken, and a new one is started behind us")
  func helper() {
    let moves: [(Move, [Step])] = [
      (.server(nil), []), (.helper("helper"), []), (.owner("helper"), [.request(replacing: false)]),
      (.answer(2), [.requestHelper]), (.helper("me"), []), (.helperAnswer(1), []),
    ]
    #expect(play(moves).keeper == nil, "it is about to go")
    let claim = play(
      moves + [
        (.owner("me"), [.releaseHelper, .startHelper]), (.helper(nil), []), (.helper("helper2"), []),
        (.tooLong, []),
      ])
    #expect(claim.standing == .owner)
  }

  @Test("A helper that keeps its name, or does not go, is left alone", arguments: [2, 3, nil] as [UInt32?])
  func helperStays(_ code: UInt32?) {
    let moves: [(Move, [Step])] = [
      (.server(nil), []), (.helper("helper"), []), (.owner("helper"), [.request(replacing: false)]),
      (.answer(2), [.requestHelper]),
    ]
    #expect(play(moves + [(.helperAnswer(code), []), (.helper("helper"), [])]).keeper == "helper")
    let waiting = play(
      moves + [
        (.helper("me"), []), (.helperAnswer(1), []), (.tooLong, [.releaseHelper, .startHelper]),
        (.helper(nil), []), (.helper("helper"), []), (.owner("helper"), []),
      ])
    #expect(waiting.keeper == "helper")
  }

  @Test("Where somebody else was before us in the queue, the helper has its name back")
  func helperAndOther() {
    let claim = play([
      (.server(nil), []), (.helper("helper"), []), (.owner("helper"), [.request(replacing: false)]),
      (.answer(2), [.requestHelper]), (.helper("me"), []), (.helperAnswer(1), []),
      (.owner("other"), [.releaseHelper, .startHelper]),
    ])
    #expect(claim.keeper == "other")
  }

  @Test("A bus that gives the name to nobody is asked again only when something changes")
  func barred() {
    let moves: [(Move, [Step])] = [
      (.server(nil), []), (.helper(nil), []), (.owner(nil), [.request(replacing: false)]), (.answer(nil), []),
    ]
    #expect(play(moves).standing == .barred)
    #expect(play(moves + [(.owner("x"), [.request(replacing: false)])]).standing == .asked)
  }
}
