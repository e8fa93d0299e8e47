import BellhopClient
import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

/// The persons whose daemons root calls, and the report about each call.
struct NamedPeople {
  static let to = Option(
    "--to", "USER", "as root: at this person's daemon, by name or number", repeats: true)
  static let everyone = Option("--to-everyone", nil, "as root: at every daemon that runs")
  static let directory = Option(
    "--people", "DIR", "where the runtime directories are, in place of /run/user")

  /// The time from the connection to the reply.
  private static let patience = Duration.seconds(2)

  private(set) var all: [Person]
  private let place: String

  /// `nil` if no person is named; then each of `others` is an error.
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

  /// The results of a call to each daemon, in their order; all are awaited together.
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

  /// Prints the outcome for each person. Throws with the names of those who were not reached.
  func report(
    _ outcomes: [Result<String, Failure>], _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    var unreached: [String] = []
    var entries: [JSON] = []
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
        session.terminal.writeError("\(name): \(visible(Self.reason(failure)))\n")
      }
      entries.append(
        JSON(fields: [
          "user": Int(person.uid).json, "name": person.name.json, "outcome": reached?.json,
          "fault": fault?.json,
        ]))
    }
    if arguments.has(.json) { session.print(JSON(fields: ["people": .array(entries)])) }
    if !unreached.isEmpty { throw .failed("not reached: \(unreached.joined(separator: ", "))") }
  }

  /// Starting a daemon is the person's business, so the reason suggests nothing.
  private static func reason(_ failure: Failure) -> String {
    switch failure {
    case .noDaemon: "no daemon runs"
    case .silent: "the daemon does not answer"
    default: failure.message
    }
  }
}

/// A notification that root posts to people's own daemons.
struct PostingToPeople {
  private static let keep = Option("--keep", nil, "leave it for those who are not reached, to find later")
  private static let spool = Option(
    "--spool", "DIR", "where it is left, in place of \(KeptName.directory)")

  static let options =
    [NamedPeople.to, NamedPeople.everyone, BodyReaders.option, keep, NamedPeople.directory, spool]

  static let notes = """
    Root posts to people with --to and --to-everyone, as \(AppID.system), which the file 50-system.conf in \
    /etc/bellhop/bellhop.conf.d allows. Up to 256 are waited for together, two seconds at most; a line for each says \
    whether they were reached, and the exit status is 1 where one was not. A person who has denied \(AppID.system) counts as reached. \
    With --quiet only those who were not are named; with --json one object tells of all.
    Their BODY is cut after \(Limits.bodyLines) lines or \(Limits.bodyBytes) bytes, with a … at its end, and standard \
    error says so. --body-for passes over groups that there are not; where none of them is, standard error says so, \
    and the BODY reaches root alone.
    With --keep it is left for those who are not reached, in \(KeptName.directory), where they alone can read it, and \
    their daemon takes it in when it starts; not for root and other accounts of the system, for whom no unit starts \
    one. --to-everyone then means those who could log in, too: with a number from UID_MIN to UID_MAX in \
    /etc/login.defs and a shell of /etc/shells. Root removes what is \(KeptName.days) days old and all but the newest \
    \(KeptName.most) for a person, whenever it posts so.
    """

  private let arguments: Arguments
  private let session: Session
  private let people: NamedPeople
  private let readers: BodyReaders
  private let spool: SpoolForPeople?

  /// `nil` if no person is named.
  init?(_ arguments: Arguments, _ session: Session) throws(Failure) {
    guard var people = try NamedPeople(arguments, goesWith: [BodyReaders.option, Self.keep]) else {
      return nil
    }
    guard arguments.has(Self.keep) || !arguments.has(Self.spool) else {
      throw .usage("\(Self.spool.name) goes with \(Self.keep.name)")
    }
    readers = try BodyReaders(arguments)
    (self.arguments, self.session) = (arguments, session)
    spool =
      arguments.has(Self.keep) ? SpoolForPeople(path: arguments.text(Self.spool) ?? KeptName.directory) : nil
    if arguments.has(NamedPeople.everyone), spool != nil { people.add(Accounts().people) }
    self.people = people
  }

  /// Throws with the names of those who were not reached.
  func post() throws(Failure) {
    let whole = try whole()
    if spool != nil { try Self.checkToBeKept(whole) }
    if let fault = readers.fault { session.terminal.writeError("bellhop: \(visible(fault))\n") }
    let notifications = notifications(whole)
    let answers = people.call { person throws(Failure) in
      guard let notification = notifications[person] else { throw .failed(readers.nothingLeft) }
      return .post(notification: notification, language: session.language)
    }
    let outcomes = zip(people.all, answers).map { person, answer in
      Result { () throws(Failure) in try outcome(of: notifications[person], for: person, answer) }
    }
    spool?.removeExpired(LocalClock().now)
    try people.report(outcomes, arguments, session)
  }

  /// The notification for each person; absent if it is empty without the body.
  private func notifications(_ whole: JSON) -> [Person: JSON] {
    let withheld = whole.without("body")
    let isLeft = !whole.isRequest || withheld.isRequest
    var notifications: [Person: JSON] = [:]
    for person in people.all {
      notifications[person] = readers.include(person) ? whole : isLeft ? withheld : nil
    }
    return notifications
  }

  /// The notification as the system's, with its body cut to the limit; a cut is reported.
  private func whole() throws(Failure) -> JSON {
    let whole = try written().json.from(.system)
    guard case .string(let body)? = whole["body"] else { return whole }
    guard !body.isEmpty else { return whole.without("body") }
    let fitted = FittedBody(body)
    if let remark = fitted.remark { session.terminal.writeError("bellhop: \(remark)\n") }
    return whole.with("body", fitted.text.json)
  }

  private func written() throws(Failure) -> WrittenNotification {
    guard arguments.has(.json) else { return try NotificationOptions.notification(from: arguments, session) }
    let written = try NotificationOptions.standardInputNotification(arguments)
    guard [AppID.shell.text, AppID.system.text].contains(written.app) else {
      throw .usage("what root posts to people is \(AppID.system)'s, and standard input names another app")
    }
    return written
  }

  /// Refuses notifications that cannot be kept, since no daemon can refuse them now.
  private static func checkToBeKept(_ notification: JSON) throws(Failure) {
    let request = try WrittenNotification(json: notification).checked()
    guard !request.isPrivate else {
      throw .usage("of a private notification nothing stays anywhere; leave out \(keep.name)")
    }
    // Root registers no categories, and no other app speaks for the system.
    if let category = request.category {
      throw .refused(NotificationsError.notFound(what: Missing.category(category).words).callError)
    }
  }

  /// The outcome in one word.
  private func outcome(
    of notification: JSON?, for person: Person, _ answer: Result<Receipt, Failure>
  ) throws(Failure) -> String {
    do throws(Failure) { return try answer.get().outcome.rawValue } catch {
      if error.isDenial { return "denied" }
      guard let spool, let notification, person.mayComeLater, error.isAboutAbsence else { throw error }
      try spool.keep(notification, for: person.uid, at: LocalClock().now)
      return "kept"
    }
  }
}

extension Failure {
  /// True if the daemon answered that its person denies the system's notifications.
  fileprivate var isDenial: Bool {
    guard case .refused(let error) = self, case .notAuthorized(_, .denied, _)? = NotificationsError(error)
    else { return false }
    return true
  }

  /// True if a later attempt may succeed: the daemon does not run, or cannot store.
  fileprivate var isAboutAbsence: Bool {
    switch self {
    case .noDaemon, .silent: true
    case .refused(let error): if case .notStored? = NotificationsError(error) { true } else { false }
    case .usage, .badConfiguration, .failed, .localized: false
    }
  }
}

extension JSON {
  /// True if a daemon would accept it as a notification.
  fileprivate var isRequest: Bool { (try? WrittenNotification(json: self).checked()) != nil }

  /// The notification with this app.
  fileprivate func from(_ app: AppID) -> JSON {
    let rest = without("app")
    guard case .object(let fields) = rest else { return rest }
    return .object([Field("app", app.json)] + fields)
  }

  /// The object with another value for a field.
  fileprivate func with(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields.map { $0.name == name ? Field(name, value) : $0 })
  }

  fileprivate func without(_ name: String) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields.filter { $0.name != name })
  }
}
