package import NotificationModel

/// Where a process runs, as far as the kernel says.
package struct ProcessPlace: Hashable, Sendable {
  /// The app of the sandbox that it is in.
  package var sandbox: AppID?
  /// The apps that its scope may be named after, the likeliest first.
  package var scope: [AppID]

  package init(sandbox: AppID? = nil, scope: [AppID] = []) {
    self.sandbox = sandbox
    self.scope = scope
  }
}

/// Who is behind a connection to the bus, as far as the kernel and what is installed say.
package protocol PosterDirectory: AnyObject, DesktopEntryTable {
  /// `nil` where it cannot be verified: it may be in a sandbox that vouches for nothing, or has ended. `seen`: when it
  /// was known to live; one that has begun since then has its number by chance.
  func place(of process: Int32, seen: Uptime) -> ProcessPlace?
  /// The name of the file that it runs; `nil` where that cannot be verified, and in a sandbox, which has files of its own.
  func program(of process: Int32, seen: Uptime) -> String?
}

/// Whoever made a call, as it was when it made its first.
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
}

/// Those behind the names of connections: asked for once each, at their first call, for they may end with its answer.
final class Callers {
  /// Asks the bus for the process behind a name; 0 where it does not say.
  typealias Ask = (_ name: [UInt8], _ then: @escaping (Int32) -> Void) -> Void

  /// Names that are remembered; past them the oldest is asked for again.
  private static let most = 512

  private let directory: any PosterDirectory
  private let ask: Ask
  private let isForwarder: (_ name: [UInt8]) -> Bool
  private let learned: () -> Void
  private var known: [[UInt8]: (process: Int32, place: ProcessPlace?)] = [:]
  private var inOrder: [[UInt8]] = []
  private var asked: Set<[UInt8]> = []

  /// `learned`: another is known.
  init(
    _ directory: any PosterDirectory, ask: @escaping Ask, isForwarder: @escaping ([UInt8]) -> Bool,
    learned: @escaping () -> Void
  ) {
    self.directory = directory
    self.ask = ask
    self.isForwarder = isForwarder
    self.learned = learned
  }

  /// `nil` until it is known.
  subscript(name: [UInt8]) -> Caller? {
    known[name].map { Caller(process: $0.process, place: $0.place, isForwarder: isForwarder(name)) }
  }

  /// `seen`: when it is known to live, as whoever has made a call.
  func learn(_ name: [UInt8], seen: Uptime) {
    guard known[name] == nil, asked.insert(name).inserted else { return }
    ask(name) { [unowned self] process in
      asked.remove(name)
      remember(process, name, seen)
      learned()
    }
  }

  private func remember(_ process: Int32, _ name: [UInt8], _ seen: Uptime) {
    if inOrder.count >= Self.most { known[inOrder.removeFirst()] = nil }
    inOrder.append(name)
    known[name] = (process, process > 0 ? directory.place(of: process, seen: seen) : nil)
  }
}
