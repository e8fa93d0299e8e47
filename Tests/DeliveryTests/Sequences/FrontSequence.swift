import Delivery
import NotificationModel

/// One operation of a random sequence on the desktop's own interface.
enum FrontStep: Hashable, Sendable {
  case post(FrontShape)
  /// Closed by any caller.
  case close(pick: Int, caller: Int, isSandboxed: Bool)
  /// The interface is given away, and taken again.
  case giveAway
  /// The person is here, or away; `nil`: nothing on the desktop knows.
  case presence(Presence?)
  case usual(Step)
}

/// A call of `Notify` in numbers: few of each, so that calls meet. Zero stands for none.
struct FrontShape: Hashable, Sendable, CustomStringConvertible {
  var app = 0
  var caller = 0
  var content = 0
  var tag = 0
  /// The index of the earlier number that it names; nil for none.
  var replaces: Int?
  /// Names a number that was never given.
  var isInvented = false
  var isTransient = false
  var isDisplay = false
  var isSandboxed = false
  var isCritical = false
  var isMessage = false
  var hasButton = false
  /// The button takes a reply.
  var hasReply = false
  /// A press leaves it up.
  var isResident = false

  static let callers = (7...9).map { BusCaller(bus: "bus", name: ":1.\($0)") }

  var request: NotificationRequest {
    let mark = PostShape.mark
    var request = NotificationRequest(app: PostShape.apps[app], title: "\(mark)title\(content)")
    request.body = content == 2 ? nil : "\(mark)body\(content)"
    request.identifier = tag == 0 ? nil : name("\(mark)tag\(tag)")
    request.kind = isMessage ? .message : nil
    request.level = isCritical ? .timeSensitive : nil
    let input = hasReply ? TextInput() : nil
    request.actions = hasButton ? [Action(id: item("a.1"), title: "\(mark)yes", input: input)] : nil
    return request
  }

  func origin(now: Timestamp) -> DesktopOrigin {
    var origin = DesktopOrigin()
    origin.isTransient = isTransient
    origin.isOnScreenDisplay = isDisplay
    origin.isResident = isResident
    origin.isSandboxed = isSandboxed
    origin.isVouchedFor = isSandboxed || app < 2
    origin.followsFocus = origin.isVouchedFor
    origin.urgency = isCritical ? .critical : .normal
    if hasButton { origin.keys[item("a.1")] = "yes" }
    return origin
  }

  var description: String { differences(of: self, from: FrontShape()) }
}

/// One sequence by its seed or its bytes.
struct FrontSequence {
  private let name: String
  private let policy: PolicyShape
  private let alertBurst: Int
  private let rowsPerTransaction: Int
  private let steps: [FrontStep]

  init(seed: UInt64) {
    self.init(
      "seed \(seed)", RandomSteps(seed: seed), alertBurst: seed % 3 == 0 ? 3 : 10,
      rowsPerTransaction: seed % 2 == 0 ? 2 : 100)
  }

  init(bytes: [UInt8]) {
    var random = RandomSteps(bytes: bytes)
    let (alertBurst, rowsPerTransaction) = (random.one(of: [10, 3]), random.one(of: [100, 2]))
    self.init("bytes", random, alertBurst: alertBurst, rowsPerTransaction: rowsPerTransaction)
  }

  private init(_ name: String, _ steps: RandomSteps, alertBurst: Int, rowsPerTransaction: Int) {
    var random = steps
    (self.name, self.alertBurst, self.rowsPerTransaction) = (name, alertBurst, rowsPerTransaction)
    policy = random.policy()
    self.steps = random.sequence { $0.frontStep() }
  }

  /// The violation, and the fewest operations that cause it; nil without one.
  func failure(in directory: String) -> String? {
    var configuration = policy.applied(to: Policy())
    configuration.limits.alertBurst = alertBurst
    return ShortestFailure(of: steps, in: directory) { steps, directory in
      try FrontPlay.run(steps, configuration, directory: directory, rowsPerTransaction: rowsPerTransaction)
    }.map { "\(name): \($0)\n  (\(policy))" }
  }
}

extension RandomSteps {
  fileprivate mutating func frontStep() -> FrontStep {
    switch below(100) {
    case 0..<40: .post(frontShape())
    case 40..<46: .close(pick: aPick(), caller: below(3), isSandboxed: chance(20))
    case 46: .giveAway
    case 47..<67: .usual(ofPeople())
    case 67..<77: .usual(ofSettings())
    case 77..<84: .usual(ofTime())
    case 84..<95: .usual(ofTheMachine())
    case 95..<97: .presence(one(of: [.here, .here, .away, nil]))
    default: .usual(step())
    }
  }

  private mutating func frontShape() -> FrontShape {
    var shape = FrontShape()
    shape.app = anApp()
    shape.caller = one(of: [0, 0, 0, 1, 2])
    shape.content = below(4)
    shape.tag = one(of: [0, 0, 0, 1, 2])
    shape.replaces = chance(25) ? aPick() : nil
    shape.isInvented = chance(10)
    shape.isTransient = chance(20)
    shape.isDisplay = chance(12)
    shape.isSandboxed = chance(15)
    shape.isCritical = chance(15)
    shape.isMessage = chance(15)
    shape.hasButton = chance(30)
    shape.hasReply = chance(30)
    shape.isResident = chance(15)
    return shape
  }
}
