import BellhopClient
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// Those at whose own daemons root does something, and what is told of each.
struct NamedPeople {
  static let to = Option(
    "--to", "USER", "as root: at this person's daemon, by name or number", repeats: true)
  static let everyone = Option("--to-everyone", nil, "as root: at every daemon that runs")
  static let directory = Option(
    "--people", "DIR", "where the runtime directories are, in place of /run/user")

  /// From the connection to the answer.
  private static let patience = Duration.seconds(2)

  private(set) var all: [Person]
  private let place: String

  /// `nil` where nobody is named; then none of `others` may be given.
  init?(_ arguments: Arguments, goesWith others: [Option] = []) throws(Failure) {
    let isForAll = arguments.has(Self.everyone)
    guard isForAll || arguments.has(Self.to) else {
      for option in others + [Self.directory] where arguments.has(option) {
        throw .usage("\(option.name) goes with \(Self.to.name) or \(Self.everyone.name)")
      }
      return nil
    }
    guard geteuid() == 0 else { throw .failed("only root reaches people's daemons; leave out --to") }
    if let app = arguments.text(NotificationOptions.app), app != AppID.system.text {
      throw .usage("what root posts to people is \(AppID.system)'s; leave out --app")
    }
    place = arguments.text(Self.directory) ?? "/run/user"
    all = isForAll ? Person.everyone(in: place) : []
    for word in arguments.all(Self.to) {
      guard let person = Person(word) else { throw .failed("there is no user \(word)") }
      add([person])
    }
  }

  mutating func add(_ people: [Person]) { all += people.filter { !all.contains($0) } }

  /// What comes of a call at each, in their order; all are waited for together.
  func call<Value>(_ call: (Person) throws(Failure) -> MethodCall<Value>) -> [Result<Value, Failure>] {
    let calls = all.map { person in
      Result { () throws(Failure) in
        PendingCall(try call(person)) { [place] () throws(ClientError) in try person.connect(in: place) }
      }
    }
    PendingCall.finish(calls.compactMap { try? $0.get() }, within: Self.patience)
    return calls.map { call in
      call.flatMap { ($0.outcome ?? .failure(.timedOut)).mapError(Failure.init) }
    }
  }

  /// What has become of it at each, in a word or two. Fails with the names of those who were not reached.
  func tell(
    _ outcomes: [Result<String, Failure>], _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    var unreached: [String] = []
    var told: [JSON] = []
    for (person, outcome) in zip(all, outcomes) {
      let name = visible(person.name)
      var (reached, fault): (String?, String?) = (nil, nil)
      switch outcome {
      case .success(let outcome):
        if !arguments.has(.json) { session.terminal.write("\(name): \(outcome)\n") }
        reached = outcome
      case .failure(let failure):
        unreached.append(person.name)
        fault = Self.reason(failure)
        session.terminal.complain("\(name): \(visible(Self.reason(failure)))\n")
      }
      told.append(
        JSON(fields: [
          "user": Int(person.uid).json, "name": person.name.json, "outcome": reached?.json,
          "fault": fault?.json,
        ]))
    }
    if arguments.has(.json) { session.print(JSON(fields: ["people": .array(told)])) }
    if !unreached.isEmpty { throw .failed("not reached: \(unreached.joined(separator: ", "))") }
  }

  /// It is not theirs to start a daemon, who read this.
  private static func reason(_ failure: Failure) -> String {
    switch failure {
    case .noDaemon: "no daemon runs"
    case .silent: "the daemon does not answer"
    default: failure.message
    }
  }
}
