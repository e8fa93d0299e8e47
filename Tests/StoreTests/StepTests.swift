import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

/// What the person's commands took or changed, as undo reads it.
@Suite struct StepTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  private func begin(_ command: Step.Command, _ choice: ChoiceChange? = nil, at second: Int64, most: Int = 9)
    throws -> Int64
  {
    try store.begin(command, choice, at: .at(second), forgettingThrough: .at(second - 100), most: most)
  }

  private func stored(_ title: String) throws -> NotificationID {
    try store.insert(record(request(title: title)))
  }

  @Test func `The last command comes first, and a number is not given twice`() throws {
    let first = try begin(.dismissal, at: 1)
    let second = try begin(.reading, at: 2)
    #expect(try store.lastStep(after: .at(0))?.number == second)
    #expect(try store.lastStep(after: .at(2)) == nil)
    try store.forgetStep(second)
    #expect(try store.lastStep(after: .at(0)) == Step(number: first, .dismissal))
    #expect(try begin(.snooze, at: 3) > second)
  }

  @Test func `Old commands are forgotten, and those before the last few`() throws {
    for second: Int64 in 1...5 { _ = try begin(.dismissal, at: second, most: 3) }
    #expect(try store.lastStep(after: .at(-100))?.number == 5)
    for number: Int64 in [5, 4, 3] { try store.forgetStep(number) }
    #expect(try store.lastStep(after: .at(-100)) == nil)
    _ = try begin(.dismissal, at: 10)
    let last = try begin(.dismissal, at: 110)
    try store.forgetStep(last)
    #expect(try store.lastStep(after: .at(-100)) == nil)
  }

  @Test
  func `What a command took is kept as it was, until it came back, is erased or moved to a later command`()
    throws
  {
    let ids = [try stored("a"), try stored("b"), try stored("c"), try stored("d")]
    let step = try begin(.dismissal, at: 1)
    let due = Due(.lapse(.at(5)), awaitsZone: true, fired: .at(3))
    let taken = ids.map {
      Taken(
        id: $0, state: .scheduled, due: due, expiry: Expiry(moment: .at(8), lapse: .at(9)),
        missed: Missed(.locked, isTold: true))
    }
    for one in taken { try store.keep(one, by: step) }
    try store.keep(Taken(id: ids[3], state: .read), by: step)
    #expect(try store.taken(by: step, limit: 2) == [taken[3], taken[2]])
    try store.forgetTaken(ids[0], by: step)
    try store.erase(try #require(try store.record(ids[1])))
    #expect(try store.taken(by: step, limit: 9) == [taken[3], taken[2]])
    let reading = try begin(.reading, at: 2)
    try store.keep(Taken(id: ids[3], state: .delivered), by: reading)
    let later = try begin(.dismissal, at: 3)
    try store.moveDismissed([ids[3], ids[0]], to: later)
    #expect(try store.taken(by: later, limit: 9) == [taken[3]])
    #expect(try store.taken(by: step, limit: 9) == [taken[2]])
    #expect(try store.taken(by: reading, limit: 9).map(\.state) == [.delivered])
    try store.forgetStep(step)
    #expect(try store.taken(by: step, limit: 9).isEmpty)
    #expect(try !store.hasStep(step) && store.hasStep(later))
  }

  @Test func `Choices about an app are kept as they were before and after, and go with the app`() throws {
    var earlier = Choices(AppSettings(authorization: .denied, sounds: false))
    earlier.timed.choose(AppSettings(banners: false), until: .lapse(.at(9)))
    let change = ChoiceChange(of: .mail, from: earlier, to: Choices(AppSettings(authorization: .authorized)))
    let number = try begin(.choice, change, at: 1)
    _ = try begin(.dismissal, at: 2)
    #expect(try store.steps(about: .mail) == [Step(number: number, .choice, change)])
    try store.forgetSteps(about: .mail)
    #expect(try store.steps(about: .mail).isEmpty)
  }

  @Test func `A choice is taken back setting by setting, but for those that have changed since`() {
    let change = ChoiceChange(
      of: .mail, from: Choices(AppSettings(sounds: true)),
      to: Choices(AppSettings(banners: false, sounds: false)))
    #expect(AppSetting.allCases.filter(change.changes) == [.banners, .sounds])
    var present = Choices(AppSettings(banners: false, badges: false, sounds: false))
    #expect(change.takenBack(from: present) == Choices(AppSettings(badges: false, sounds: true)))
    present.timed.choose(AppSettings(sounds: true), until: .moment(.at(3)))
    let left = change.takenBack(from: present)
    #expect(left.chosen == AppSettings(badges: false, sounds: false) && left.timed == present.timed)
  }
}
