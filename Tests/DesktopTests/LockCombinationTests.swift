import Delivery
import Testing
import Wording

@testable import Desktop

/// Something that happens at a time, in milliseconds since the start.
private enum Step {
  case heard(LockSource, LockAnswer, at: Int64)
  case sleeps
  case wakes(at: Int64)
}

private struct Case: CustomTestStringConvertible {
  let name: String
  let steps: [Step]
  /// The lock at these times.
  let locks: [(at: Int64, ScreenLock)]
  var testDescription: String { name }
}

private let nobody: [Step] = LockSource.allCases.map { .heard($0, .absent, at: 10) }

@Suite("Who says that the screen is locked, put together")
struct LockCombinationTests {
  private static let cases = [
    Case(
      name: "nobody has answered", steps: [],
      locks: [(0, .undecided), (1_999, .undecided), (2_000, .unlocked)]),
    Case(name: "everybody is absent", steps: nobody, locks: [(10, .unlocked)]),
    Case(
      name: "one of several has not answered",
      steps: [.heard(.logind, .unlocked, at: 5), .heard(.gnome, .absent, at: 6)],
      locks: [(6, .undecided), (2_000, .unlocked)]),
    Case(
      name: "a lock needs nobody else's answer", steps: [.heard(.logind, .locked, at: 5)],
      locks: [(5, .locked(by: ["logind"])), (5_000, .locked(by: ["logind"]))]),
    Case(
      name: "any one is enough",
      steps: nobody + [.heard(.logind, .unlocked, at: 20), .heard(.gnome, .locked, at: 30)],
      locks: [(30, .locked(by: ["org.gnome.ScreenSaver"]))]),
    Case(
      name: "all of those that said so must take it back",
      steps: [
        .heard(.logind, .locked, at: 1), .heard(.gnome, .locked, at: 1), .heard(.freedesktop, .absent, at: 1),
        .heard(.gnome, .unlocked, at: 2),
      ], locks: [(2, .locked(by: ["logind"]))]),
    Case(
      name: "one that goes away while it says locked is believed for half a minute",
      steps: nobody + [.heard(.gnome, .locked, at: 100), .heard(.gnome, .absent, at: 200)],
      locks: [(30_199, .locked(by: ["org.gnome.ScreenSaver"])), (30_200, .unlocked)]),
    Case(
      name: "it is not believed longer for going away twice",
      steps: nobody + [
        .heard(.gnome, .locked, at: 100), .heard(.gnome, .absent, at: 200), .heard(.gnome, .absent, at: 900),
      ], locks: [(30_200, .unlocked)]),
    Case(
      name: "back again, it says itself how things stand",
      steps: nobody + [
        .heard(.gnome, .locked, at: 100), .heard(.gnome, .absent, at: 200),
        .heard(.gnome, .unlocked, at: 900),
      ], locks: [(900, .unlocked)]),
    Case(
      name: "one that goes away while unlocked changes nothing",
      steps: nobody + [.heard(.gnome, .unlocked, at: 100), .heard(.gnome, .absent, at: 200)],
      locks: [(200, .unlocked)]),
    Case(
      name: "a bus that comes late brings back the doubt",
      steps: nobody + [.heard(.gnome, .awaited, at: 9_000)],
      locks: [(9_000, .undecided), (10_999, .undecided), (11_000, .unlocked)]),
    Case(
      name: "until everybody on it has answered",
      steps: nobody + [
        .heard(.gnome, .awaited, at: 9_000), .heard(.freedesktop, .awaited, at: 9_000),
        .heard(.freedesktop, .absent, at: 9_010), .heard(.gnome, .unlocked, at: 9_020),
      ], locks: [(9_020, .unlocked)]),
    Case(
      name: "one that was locked when its bus went is believed until it has been asked",
      steps: nobody + [
        .heard(.gnome, .locked, at: 100), .heard(.gnome, .absent, at: 200),
        .heard(.gnome, .awaited, at: 30_000),
      ], locks: [(31_999, .locked(by: ["org.gnome.ScreenSaver"])), (32_000, .unlocked)]),
    Case(
      name: "asleep, the screen counts as locked", steps: nobody + [.sleeps],
      locks: [(99_000, .locked(by: ["sleep"]))]),
    Case(
      name: "after waking, for five seconds more", steps: nobody + [.sleeps, .wakes(at: 50_000)],
      locks: [(54_999, .locked(by: ["sleep"])), (55_000, .unlocked)]),
    Case(
      name: "after waking, until everybody has answered anew",
      steps: nobody + [.heard(.logind, .unlocked, at: 20), .sleeps, .wakes(at: 50_000)],
      locks: [(99_000, .locked(by: ["sleep"]))]),
    Case(
      name: "an answer that it is not locked does not end it early",
      steps: nobody + [
        .heard(.logind, .unlocked, at: 20), .sleeps, .wakes(at: 50_000),
        .heard(.logind, .unlocked, at: 50_010),
      ], locks: [(54_999, .locked(by: ["sleep"])), (55_000, .unlocked)]),
    Case(
      name: "a locker that goes away after waking is not waited for",
      steps: nobody + [
        .heard(.gnome, .unlocked, at: 20), .sleeps, .wakes(at: 50_000), .heard(.gnome, .absent, at: 50_010),
      ], locks: [(55_000, .unlocked)]),
    Case(
      name: "what is unlocked after waking is unlocked",
      steps: nobody + [
        .heard(.logind, .locked, at: 20), .sleeps, .wakes(at: 50_000), .heard(.logind, .locked, at: 50_010),
        .heard(.logind, .unlocked, at: 51_000),
      ], locks: [(50_999, .unlocked), (51_000, .unlocked)]),
    Case(
      name: "what is locked after waking stays locked",
      steps: nobody + [.heard(.logind, .locked, at: 20), .sleeps, .wakes(at: 50_000)],
      locks: [(54_000, .locked(by: ["logind", "sleep"]))]),
    Case(
      name: "sharing that ends unlocks what it locked",
      steps: nobody + [.heard(.sharing, .locked, at: 20), .heard(.sharing, .unlocked, at: 30)],
      locks: [(30, .unlocked)]),
    Case(
      name: "sharing locks beside a locker that says it is unlocked",
      steps: nobody + [.heard(.logind, .unlocked, at: 20), .heard(.sharing, .locked, at: 30)],
      locks: [(30, .locked(by: ["screen sharing"]))]),
    Case(
      name: "sharing that ends after waking is nobody's unlocking",
      steps: nobody + [
        .heard(.sharing, .locked, at: 20), .sleeps, .wakes(at: 50_000),
        .heard(.sharing, .unlocked, at: 51_000),
      ], locks: [(54_999, .locked(by: ["sleep"])), (55_000, .unlocked)]),
  ]

  @Test("as the table says", arguments: cases)
  private func table(_ example: Case) {
    var combination = LockCombination(now: 0)
    for step in example.steps {
      switch step {
      case .heard(let source, let answer, let time): combination.heard(answer, from: source, now: time)
      case .sleeps: combination.fallsAsleep()
      case .wakes(let time):
        let wasAsleep = combination.wakes(now: time)
        #expect(wasAsleep)
      }
    }
    for (time, lock) in example.locks { #expect(combination.lock(now: time) == lock, "at \(time)") }
  }

  @Test("sharing is told beside the lock, and both must be learnt for all to be well")
  func finding() {
    var combination = LockCombination(now: 0)
    combination.heard(.unlocked, from: .sharing, now: 1)
    #expect(Wording.english.finding(combination.fact).verdict == .missing)
    #expect(
      Wording.english.finding(combination.fact).text.contains(
        "Nobody here tells whether the screen is locked"))
    combination.heard(.unlocked, from: .gnome, now: 2)
    #expect(
      Wording.english.finding(combination.fact).verdict == .works
        && Wording.english.finding(combination.fact).remedy == nil)
    combination.heard(.absent, from: .sharing, now: 3)
    #expect(Wording.english.finding(combination.fact).verdict == .limited)
    #expect(Wording.english.finding(combination.fact).remedy?.contains("bellhop lock") == true)
  }

  @Test("Delivery knows sharing by its name")
  func sharing() { #expect(LockSource.sharing.rawValue == ScreenLock.sharing) }

  @Test("it says when time alone may change it")
  func nextChange() {
    var combination = LockCombination(now: 0)
    #expect(combination.nextChange(after: 0) == 2_000)
    combination.heard(.locked, from: .gnome, now: 2_500)
    #expect(combination.nextChange(after: 2_500) == nil)
    combination.heard(.absent, from: .gnome, now: 3_000)
    #expect(combination.nextChange(after: 3_000) == 33_000)
    combination.fallsAsleep()
    let wasAsleep = [combination.wakes(now: 4_000), combination.wakes(now: 4_000)]
    #expect(wasAsleep == [true, false])
    #expect(combination.nextChange(after: 4_000) == 9_000)
  }
}
