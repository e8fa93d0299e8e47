import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("The processes behind the names of callers")
struct CallersTests {
  private final class Asked {
    var questions: [(name: [UInt8], then: (Int32?) -> Void)] = []
    var learned: [[UInt8]] = []
    var most = 0

    func answerFirst(_ process: Int32?) { questions.removeFirst().then(process) }
  }

  private let bus: ScriptedBus
  private let asked = Asked()
  private let callers: Callers
  private let host = RecordingHost()

  init() throws {
    let (bus, asked) = (try ScriptedBus(), asked)
    self.bus = bus
    callers = Callers(
      host, bus.loop,
      ask: { name, then in
        asked.questions.append((name, then))
        asked.most = max(asked.most, asked.questions.count)
      }, isForwarder: { _ in false }, learned: { asked.learned.append($0) })
  }

  private func learn(_ name: String) { callers.learn(Array(name.utf8), seen: Uptime(milliseconds: 1)) }
  private func process(_ name: String) -> Int32? { callers[Array(name.utf8)]?.process }

  @Test("No answer is asked for again, and nothing is remembered of it")
  func noAnswer() {
    learn(":1.1")
    asked.answerFirst(nil)
    #expect(process(":1.1") == nil && asked.learned.isEmpty && asked.questions.isEmpty)
    #expect(bus.run { asked.questions.count == 1 })
    asked.answerFirst(nil)
    #expect(bus.run { asked.questions.count == 1 })
    asked.answerFirst(77)
    #expect(process(":1.1") == 77 && asked.learned == [Array(":1.1".utf8)])
  }

  @Test("However many there are at once, each is asked for once, and 64 at a time")
  func many() {
    for number in 1...3_000 { for _ in 1...2 { learn(":1.\(number)") } }
    for number in 1...3_000 { asked.answerFirst(Int32(number)) }
    #expect(asked.questions.isEmpty && asked.most == 64)
    #expect(asked.learned.count == 3_000 && Set(asked.learned).count == 3_000)
    #expect(process(":1.3000") == 3_000)
  }

  @Test(
    "A process that cannot be looked at for lack of descriptors is looked at again, and not taken for unverified"
  )
  func noDescriptors() {
    host.lacksDescriptors = true
    learn(":1.1")
    asked.answerFirst(77)
    #expect(process(":1.1") == nil && asked.learned.isEmpty)
    #expect(bus.run { asked.questions.count == 1 })
    host.lacksDescriptors = false
    asked.answerFirst(77)
    #expect(callers[Array(":1.1".utf8)]?.place?.process?.number == 7 && asked.learned.count == 1)
  }

  @Test("One that had just begun is looked at again at its next call, and one that has lived is not")
  func new() {
    host.place = ProcessPlace(script: ScriptID(named: "program sway"), isNew: true)
    learn(":1.1")
    asked.answerFirst(77)
    host.place = ProcessPlace(script: ScriptID(named: "program chat"))
    learn(":1.1")
    #expect(
      callers[Array(":1.1".utf8)]?.poster == ScriptID(named: "program sway"), "until it is known better")
    asked.answerFirst(77)
    #expect(callers[Array(":1.1".utf8)]?.poster == ScriptID(named: "program chat"))
    learn(":1.1")
    #expect(asked.questions.isEmpty)
  }

  @Test("One that had just begun and ends is who it was")
  func newAndGone() {
    host.place = ProcessPlace(script: ScriptID(named: "script a"), isNew: true)
    learn(":1.1")
    asked.answerFirst(77)
    for answer in [0, 78] as [Int32] {
      learn(":1.1")
      asked.answerFirst(answer)
      #expect(process(":1.1") == 77 && callers[Array(":1.1".utf8)]?.poster == ScriptID(named: "script a"))
    }
  }

  @Test("One that cannot be looked at is not asked for again")
  func unknown() {
    learn(":1.1")
    asked.answerFirst(0)
    learn(":1.1")
    #expect(asked.questions.isEmpty && process(":1.1") == 0)
  }

  @Test(
    "A call's poster is its script, else the session; a sandbox, a forwarder and one that cannot be looked at have none"
  )
  func poster() {
    let script = ScriptID(named: "script a")
    let place = ProcessPlace(script: script)
    #expect(Caller(process: 1, place: place).poster == script)
    #expect(Caller(process: 1, place: ProcessPlace()).poster == .shared)
    #expect(Caller(process: 1, place: place, isForwarder: true).poster == nil)
    let inside = ProcessPlace(sandbox: AppID("org.example.Inside"), script: script)
    #expect(Caller(process: 1, place: inside).poster == nil)
    #expect(Caller(process: 1, place: nil).poster == nil)
  }

  @Test("One that has gone is known to be nobody")
  func gone() {
    learn(":1.1")
    asked.answerFirst(0)
    #expect(process(":1.1") == 0 && callers[Array(":1.1".utf8)]?.place == nil)
  }
}
