import BusSocket
import BusWire
import Configuration
import EventLoop
import Glibc
import NotificationModel
import Wording

/// The reason why the front cannot be switched, or its state be read.
enum FrontFault: Error, Equatable {
  /// The text of the error reply, or its name.
  case refused(String)
  case failed(FrontSentence)

  var sentence: FrontSentence {
    switch self {
    case .refused(let text): .text(text)
    case .failed(let why): why
    }
  }
}

/// The session bus for a sequential program: each call waits for its answer.
final class SessionBus {
  private static let patience: Int64 = 10_000
  /// Between two checks of an awaited condition, in milliseconds.
  private static let pause: Int64 = 50

  private let loop: EventLoop
  private var bus: BusClient?
  private var isInterrupted = false
  /// True while the former state is restored, which an interrupt must not stop.
  var isUninterruptible = false

  /// Connects to the first address that accepts.
  init(_ addresses: [BusAddress]) throws(FrontFault) {
    do throws(SystemError) {
      loop = try EventLoop()
      guard !addresses.isEmpty else { throw SystemError(call: "connect", code: ENOENT) }
      bus = try BusClient(
        to: addresses, loop,
        ended: { [unowned self] in
          bus = nil
          loop.stop()
        })
      try loop.onSignals(HeldSignals([SIGINT, SIGTERM, SIGHUP])) { [unowned self] _ in
        isInterrupted = true
        loop.stop()
      }
    } catch {
      throw .failed(.noBus("\(error)"))
    }
  }

  deinit { bus?.stop() }

  /// The values of the reply; throws an error reply.
  @discardableResult
  func call(_ method: BusMethod, _ arguments: [BusValue] = []) throws(FrontFault) -> [BusValue] {
    guard let bus else { throw .failed(.busHasGone) }
    var answer: Result<Message, BusError>?
    guard let message = try? OutgoingMessage(method, arguments) else { throw .failed(.silent(method.member)) }
    bus.call(message, timeoutMilliseconds: Self.patience) { [loop] in
      answer = $0
      loop.stop()
    }
    guard try wait(for: 2 * Self.patience, until: { answer != nil }), case .success(let message)? = answer
    else {
      throw .failed(.silent(method.member))
    }
    let values = (try? message.values()) ?? []
    guard message.header.kind == .error else { return values }
    if case .string(let text)? = values.first, !text.isEmpty { throw .refused(text) }
    throw .refused(message.text(message.header.errorName) ?? "")
  }

  /// The first value; `nil` for an error reply.
  func answer(_ method: BusMethod, _ arguments: [BusValue] = []) throws(FrontFault) -> BusValue? {
    do throws(FrontFault) { return try call(method, arguments).first } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  /// True if the bus would start a program for this name.
  func starts(_ name: String) throws(FrontFault) -> Bool {
    guard case .strings(let names)? = try call(.bus("ListActivatableNames")).first else { return false }
    return names.contains(name)
  }

  /// Returns whether the condition holds within this time.
  func wait(
    for milliseconds: Int64, until holds: () throws(FrontFault) -> Bool
  ) throws(FrontFault) -> Bool {
    let end = EventLoop.now().uptime + milliseconds
    while true {
      if isInterrupted, !isUninterruptible { throw .failed(.interrupted) }
      if try holds() { return true }
      let now = EventLoop.now().uptime
      guard now < end else { return false }
      let timer = loop.setTimer(at: min(end, now + Self.pause)) { [loop] in loop.stop() }
      loop.run()
      loop.cancel(timer)
      guard bus != nil else { throw .failed(.busHasGone) }
    }
  }
}

/// The owner of a name on the bus.
struct BusOwner: Hashable, Sendable {
  static let notifications = String(decoding: BusName.notifications, as: UTF8.self)
  static let daemon = String(decoding: BusName.daemon, as: UTF8.self)
  /// The name of the server behind bellhop-bus.
  static let server = String(decoding: BusName.server, as: UTF8.self)

  let uniqueName: String
  /// 0 if the bus does not give it.
  let process: Int32
  /// The program's file name. For a process whose memory may not be read, the kernel's name, cut to 15 bytes.
  let program: String?

  init(uniqueName: String, process: Int32) {
    self.uniqueName = uniqueName
    self.process = process
    let path = process > 0 ? linkTarget("/proc/\(process)/exe")?.split(separator: "/").last : nil
    // The kernel adds this mark if a newer version is installed over the file.
    program =
      path.map { String($0.hasSuffix(" (deleted)") ? $0.dropLast(10) : $0) }
      ?? SmallFile.text(of: "/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) }
  }

  /// `nil` if the name is free. The question makes the bus start no program.
  static func find(_ name: String, on bus: SessionBus) throws(FrontFault) -> BusOwner? {
    guard case .string(let owner)? = try bus.answer(.bus("GetNameOwner"), [.string(name)]) else { return nil }
    guard case .uint32(let process)? = try bus.answer(.bus("GetConnectionUnixProcessID"), [.string(owner)])
    else {
      return BusOwner(uniqueName: owner, process: 0)
    }
    return BusOwner(uniqueName: owner, process: Int32(exactly: process) ?? 0)
  }

  /// The server behind bellhop-bus, which appears on the session bus as bellhop-bus itself.
  static func behind(on bus: SessionBus, _ environment: SessionEnvironment) throws(FrontFault) -> BusOwner? {
    guard let owner = try find(server, on: bus) else { return nil }
    let own = environment.behind.flatMap { try? SessionBus([.path($0)]) }
    guard case .uint32(let process)?? = try? own?.call(.own("GetServer")).first else {
      return BusOwner(uniqueName: owner.uniqueName, process: 0)
    }
    return BusOwner(uniqueName: owner.uniqueName, process: Int32(exactly: process) ?? 0)
  }

  var isDaemon: Bool { program == "bellhopd" }

  /// The owner in words for the person.
  var sentence: FrontSentence { .owner(program ?? uniqueName, process: process) }

  /// The arguments of the process; empty if they cannot be read.
  var words: [String] {
    guard process > 0, let text = SmallFile.text(of: "/proc/\(process)/cmdline"), !text.isEmpty else {
      return []
    }
    return (text.hasSuffix("\0") ? text.dropLast() : text[...])
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
  }

  /// The arguments quoted for a shell; `nil` if they cannot be read.
  var commandLine: String? { words.isEmpty ? nil : shellWords(words) }
}

/// The person's session according to the environment: its bus, and the directories of the person's own files.
struct SessionEnvironment: Sendable {
  /// `$XDG_RUNTIME_DIR`; `nil` if it is not set.
  let runtime: String?
  let configuration: String
  let data: String
  let addresses: [BusAddress]

  /// `nil` if the person has no home.
  init?(_ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    guard let home = baseDirectory(variable("HOME")) else { return nil }
    runtime = baseDirectory(variable("XDG_RUNTIME_DIR"))
    configuration = baseDirectory(variable("XDG_CONFIG_HOME")) ?? "\(home)/.config"
    data = baseDirectory(variable("XDG_DATA_HOME")) ?? "\(home)/.local/share"
    addresses = BusAddress.session(variable)
  }

  /// The socket of bellhop-bus.
  var behind: String? { runtime.map(BusPlace.path) }
}
