import BusSocket
import BusWire
package import EventLoop
package import NotificationModel
import Retry

/// Where a process runs, as far as the kernel says.
package struct ProcessPlace: Hashable, Sendable {
  /// The app of the sandbox that it is in.
  package var sandbox: AppID?
  /// The apps that its scope may be named after, the likeliest first.
  package var scope: [AppID]
  /// The script, unit or program that posts by this process; `nil` where only the session does.
  package var script: ScriptID?
  /// Whether it had begun a moment before, so that its parent counts for `script`.
  package var isNew: Bool
  /// The file of the program that it runs; `nil` where that is no app's own (an interpreter, a launcher, a script's tool),
  /// in a sandbox, and where it cannot be verified.
  package var program: String?
  /// Whether it runs the command line's program of this Bellhop.
  package var isOwnCommand: Bool

  package init(
    sandbox: AppID? = nil, scope: [AppID] = [], script: ScriptID? = nil, isNew: Bool = false,
    program: String? = nil, isOwnCommand: Bool = false
  ) {
    self.sandbox = sandbox
    self.scope = scope
    self.script = script
    self.isNew = isNew
    self.program = program
    self.isOwnCommand = isOwnCommand
  }
}

/// Who is behind a connection to the bus, as far as the kernel and what is installed say. Throws where descriptors or
/// memory are used up: that says nothing about the process.
package protocol PosterDirectory: AnyObject, DesktopEntryTable {
  /// `nil` where it cannot be verified: it may be in a sandbox that vouches for nothing, or has ended. `seen`: when it
  /// was known to live; one that has begun since then has its number by chance.
  func place(of process: Int32, seen: Uptime) throws(SystemError) -> ProcessPlace?
  /// The name of the file that it runs; `nil` where that cannot be verified, and in a sandbox, which has files of its own.
  func program(of process: Int32, seen: Uptime) throws(SystemError) -> String?
}

/// The process behind a call, as it was at its first one; one that had just begun then, as it was at its second.
package struct Caller: Hashable, Sendable {
  /// 0 where the bus does not say.
  package var process: Int32
  package var place: ProcessPlace?
  /// Whether it passes on for others, as a backend of the desktop's portal does.
  package var isForwarder: Bool

  package init(process: Int32, place: ProcessPlace?, isForwarder: Bool = false) {
    self.process = process
    self.place = place
    self.isForwarder = isForwarder
  }

  /// As in `DesktopOrigin`. A forwarder has none, since it calls for many apps.
  package var poster: ScriptID? {
    guard let place, place.sandbox == nil, !isForwarder else { return nil }
    return place.script ?? .shared
  }
}

/// The processes behind the names of connections. The bus is asked for each at its first call, because the process may
/// end with the answer; for a process that had just begun, at its second once more.
///
/// No answer is no answer: the question is asked again, and nothing is remembered of it.
final class Callers {
  /// Asks the bus for the process behind a name: 0 where the bus says that it is gone, or does not know it; `nil` where
  /// there is no answer.
  typealias Ask = (_ name: [UInt8], _ then: @escaping (Int32?) -> Void) -> Void

  /// Names that are remembered; past them the oldest is asked for again.
  private static let most = 2_048
  /// Questions that wait for the bus at once. More would be refused by our own connection.
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
  /// Those of them that were not asked for yet, or not answered.
  private var queue: ArraySlice<[UInt8]> = []
  private var asked = 0
  private var pause: Delay?
  private var backoff = Backoff(first: 10)

  /// `learned`: the process behind this name is known.
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

  /// `nil` until it is known.
  subscript(name: [UInt8]) -> Caller? {
    known[name].map { Caller(process: $0.process, place: $0.place, isForwarder: isForwarder(name)) }
  }

  /// `seen`: a time at which its process lived, such as that of its call.
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
    // The process may have ended since its first look.
    if let first = known[name], found.process != first.process || found.place == nil { return }
    remember(found, name)
    learned(name)
  }

  /// `nil` where it cannot be looked at now.
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

/// The connections that backends of the desktop's portal have: they call the notification server for apps in a sandbox,
/// whom the portal has looked at.
final class PortalBackends {
  private static let prefix = "org.freedesktop.impl.portal.desktop"
  /// More than any desktop has, of one each.
  private static let most = 64

  /// By the names that they own.
  private var owners: [String: String] = [:]
  private var changes: BusSubscription?

  /// Asks the bus at once, and hears of every change after that.
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
