import BusSocket
import BusWire
package import EventLoop
import Guidelines
package import NotificationModel
import Retry

/// The sandbox, scope and program of a process, as the kernel reports them.
package struct ProcessPlace: Hashable, Sendable {
  /// The app of the sandbox that the process is in.
  package var sandbox: AppID?
  /// Whether the process is in a container that shares files and bus with the desktop, and keeps nothing from it.
  package var isContained: Bool
  /// The apps that the process's systemd scope may be named after, the likeliest first.
  package var scope: [AppID]
  /// The script, unit or program that posts by this process; `nil` where only the session as a whole can be named.
  package var script: ScriptID?
  /// Whether the process had just begun, so that `script` was found by its parent.
  package var isNew: Bool
  /// The file of the program that the process runs; `nil` for a program that stands for no app (an interpreter, a
  /// launcher, a script's tool), in a sandbox, in a container that has another file there, and where the file cannot be
  /// verified.
  package var program: String?
  /// Whether the process runs this installation's own command-line program.
  package var isOwnCommand: Bool
  package var process: CallingProcess?

  package init(
    sandbox: AppID? = nil, isContained: Bool = false, scope: [AppID] = [], script: ScriptID? = nil,
    isNew: Bool = false, program: String? = nil, isOwnCommand: Bool = false, process: CallingProcess? = nil
  ) {
    self.sandbox = sandbox
    self.isContained = isContained
    self.scope = scope
    self.script = script
    self.isNew = isNew
    self.program = program
    self.isOwnCommand = isOwnCommand
    self.process = process
  }

  /// Whether its paths may name other files than ours, and its processes are not to be compared with those outside.
  package var isSandboxed: Bool { sandbox != nil || isContained }
}

/// Identifies the process behind a connection to the bus, by the kernel's data and the installed desktop entries. The
/// methods throw where descriptors or memory are used up, which says nothing about the process.
package protocol PosterDirectory: AnyObject, DesktopEntryTable {
  /// `nil` where the process cannot be verified: it may be in a sandbox that identifies no app, or has ended. `seen`: a
  /// time at which the process was alive; one that began later has reused its number.
  func place(of process: Int32, seen: Uptime) throws(SystemError) -> ProcessPlace?
  /// Whether the process was started by the server's, or by what that has started, as a hook of the server's is.
  func isStarted(_ process: CallingProcess, by server: Int32) throws(SystemError) -> Bool
  /// `nil` where the program cannot be verified, in a sandbox, which has its own files, and for programs that stand for
  /// others (an interpreter, a script's tool).
  func command(of process: Int32, seen: Uptime) throws(SystemError) -> StartedProgram?
}

/// A program as it was started.
package struct StartedProgram: Hashable, Sendable {
  /// The name of its file.
  package let name: String
  /// The words that started it; empty where they cannot be read.
  package let words: [String]

  package init(_ name: String, _ words: [String] = []) {
    self.name = name
    self.words = words
  }

  /// The most bytes of a line that a banner shows whole.
  private static let lineBytes = 160

  /// What a person types to start it: its words where they are few and plain, else its name alone.
  package var typed: [String] {
    let isPlain = words.allSatisfy {
      !$0.hasControls && !$0.contains("\u{FFFD}") && HandedOnText($0).changes.isEmpty
    }
    let bytes = words.reduce(0) { $0 + $1.utf8.count + 1 }
    return words.isEmpty || !isPlain || bytes > Self.lineBytes ? [name] : words
  }
}

/// The process behind a call, as it was at its first call; a process that had just begun then, as at its second call.
package struct Caller: Hashable, Sendable {
  /// 0 where the bus does not say.
  package var process: Int32
  package var place: ProcessPlace?
  /// Whether the caller forwards calls of other apps, as a backend of the desktop's portal does.
  package var isForwarder: Bool

  package init(process: Int32, place: ProcessPlace?, isForwarder: Bool = false) {
    self.process = process
    self.place = place
    self.isForwarder = isForwarder
  }

  /// As in `DesktopOrigin`; `nil` for a forwarder, which calls for many apps.
  package var poster: ScriptID? {
    guard let place, !place.isSandboxed, !isForwarder else { return nil }
    return place.script ?? .shared
  }
}

/// The processes behind the names of connections. The bus is asked at the first call of each name, because the process
/// may end once it has the answer; for a process that had just begun, it is asked again at the second call.
///
/// Where the bus does not answer, the question is repeated later and nothing is remembered.
final class Callers {
  /// Asks the bus for the process behind a name: 0 where the bus says that it is gone, or does not know it; `nil` where
  /// there is no answer.
  typealias Ask = (_ name: [UInt8], _ then: @escaping (Int32?) -> Void) -> Void

  /// The most names that are remembered; the oldest is dropped for a further one, and asked for again at its next call.
  private static let most = 2_048
  /// The most unanswered questions at once. `BusClient` would refuse more.
  private static let mostAsked = 64

  private let directory: any PosterDirectory
  private let loop: EventLoop
  private let ask: Ask
  private let isForwarder: (_ name: [UInt8]) -> Bool
  private let learned: (_ name: [UInt8]) -> Void
  private typealias Found = (process: Int32, place: ProcessPlace?)
  private var known: [[UInt8]: Found] = [:]
  private var inOrder: [[UInt8]] = []
  /// The names that are to be known, each with a time at which its process lived.
  private var wanted: [[UInt8]: Uptime] = [:]
  /// The names of `wanted` that were not asked for yet, or got no answer.
  private var queue: ArraySlice<[UInt8]> = []
  private var asked = 0
  private var pause: Delay?
  private var backoff = Backoff(first: 10)

  /// `learned`: called once the process behind a name is known.
  init(
    _ directory: any PosterDirectory, _ loop: EventLoop, ask: @escaping Ask,
    isForwarder: @escaping ([UInt8]) -> Bool, learned: @escaping ([UInt8]) -> Void
  ) {
    self.directory = directory
    self.loop = loop
    self.ask = ask
    self.isForwarder = isForwarder
    self.learned = learned
  }

  /// `nil` until the process behind the name is known.
  subscript(name: [UInt8]) -> Caller? {
    known[name].map { Caller(process: $0.process, place: $0.place, isForwarder: isForwarder(name)) }
  }

  /// `seen`: a time at which the process was alive, such as that of its call.
  func learn(_ name: [UInt8], seen: Uptime) {
    if let found = known[name], found.place?.isNew != true { return }
    guard wanted[name] == nil else { return }
    wanted[name] = seen
    queue.append(name)
    askForNext()
  }

  private func askForNext() {
    while pause == nil, asked < Self.mostAsked, let name = queue.popFirst() {
      asked += 1
      ask(name) { [unowned self] process in
        asked -= 1
        answered(name, process)
        askForNext()
      }
    }
  }

  private func answered(_ name: [UInt8], _ process: Int32?) {
    guard let seen = wanted[name] else { return }
    guard let process, let found = look(at: process, seen) else {
      queue.append(name)
      return askLater()
    }
    backoff.reset()
    wanted[name] = nil
    // Keep the first result where the process has changed or ended since then.
    if let first = known[name], found.process != first.process || found.place == nil { return }
    remember(found, name)
    learned(name)
  }

  /// `nil` where the process cannot be inspected now.
  private func look(at process: Int32, _ seen: Uptime) -> Found? {
    do throws(SystemError) {
      return (process, process > 0 ? try directory.place(of: process, seen: seen) : nil)
    } catch {
      return nil
    }
  }

  /// Asks again, after a pause, for the names that had no answer.
  private func askLater() {
    guard pause == nil else { return }
    pause = Delay(backoff.next(), loop) { [unowned self] in
      pause = nil
      askForNext()
    }
  }

  private func remember(_ found: Found, _ name: [UInt8]) {
    if known[name] == nil {
      if inOrder.count >= Self.most { known[inOrder.removeFirst()] = nil }
      inOrder.append(name)
    }
    known[name] = found
  }
}

/// The connections of the desktop portal's backends. They call the notification server for sandboxed apps, which the
/// portal has identified.
final class PortalBackends {
  private static let prefix = "org.freedesktop.impl.portal.desktop"
  /// The most backends; each desktop has a few.
  private static let most = 64

  /// The unique names, keyed by the well-known names that they own.
  private var owners: [String: String] = [:]
  private var changes: BusSubscription?

  /// Asks the bus for the present owners, and follows all changes from then on.
  init(_ bus: BusClient) {
    changes = BusSubscription(toNames: bus, "arg0namespace='\(Self.prefix)'") { [unowned self] in set($0, $1)
    }
    bus.call(.bus("ListNames"), timeoutMilliseconds: nil) { [unowned self, unowned bus] answer in
      guard case .success(let values) = answer, case .strings(let names)? = values.first else { return }
      for name in names where Self.isBackend(name) {
        bus.call(.bus("GetNameOwner"), [.string(name)], timeoutMilliseconds: nil) { [unowned self] answer in
          guard case .success(let values) = answer, case .string(let owner)? = values.first else { return }
          set(name, owner)
        }
      }
    }
  }

  func contains(_ name: [UInt8]) -> Bool { owners.values.contains { $0.utf8.elementsEqual(name) } }

  private func set(_ name: String, _ owner: String?) {
    guard Self.isBackend(name), owner == nil || owners.count < Self.most else { return }
    owners[name] = owner
  }

  private static func isBackend(_ name: String) -> Bool { name.hasPrefix("\(prefix).") }
}
