import BusSocket
package import BusWire
package import EventLoop
package import NotificationModel

/// Who is behind a connection to the bus, as far as the kernel and what is installed say.
package protocol PosterDirectory: AnyObject, DesktopEntryTable {
  /// The app of the sandbox that the process is in, and those that its scope may be named after.
  func look(at process: Int32) -> (sandbox: AppID?, scope: [AppID])
}

/// Listens to what others post to the notification server, as a monitor of the bus. It sends nothing to anybody but the
/// bus, and nothing waits for it.
///
/// Two connections: a monitor may ask the bus nothing, and who is behind a name is asked by the other one.
package final class FrontWatch {
  /// What passed by.
  package enum Sight {
    /// A notification, as it would have come in here: the server has answered it with its number.
    case posted(FrontPost, isVouchedFor: Bool)
    /// The server shows the one with this number no more.
    case closed(OpaqueName)
  }

  /// A call that the server has not answered.
  private struct Pending {
    let call: NotifyCall
    let caller: Caller
  }

  private struct Caller: Hashable {
    let name: [UInt8]
    let serial: UInt32
  }

  private static let interface = "org.freedesktop.Notifications"
  /// With a picture of the largest size that is shown, and texts of the longest.
  private static let mostBodyBytes = 4 * 1_048_576
  /// Calls that wait for the server; past them the oldest is not told of.
  private static let mostPending = 64
  /// Names of connections that are remembered; past them they are asked for again.
  private static let mostNames = 512

  private let ownProcess: Int32
  private let directory: any PosterDirectory
  private let now: () -> Timestamp
  private let told: (Sight) -> Void
  private var asker: BusClient?
  private var monitor: BusClient?
  private var pending: [Pending] = []
  private var processes: [[UInt8]: Int32] = [:]

  /// `told`: in the order in which the server answered. `ended`: why nothing more is seen.
  package init(
    on addresses: [BusAddress], _ loop: EventLoop, ownProcess: Int32, directory: any PosterDirectory,
    now: @escaping () -> Timestamp, told: @escaping (Sight) -> Void, ended: @escaping (String) -> Void
  ) throws(SystemError) {
    self.ownProcess = ownProcess
    self.directory = directory
    self.now = now
    self.told = told
    let gone = { ended("the session bus has ended the connection") }
    asker = try BusClient(
      to: addresses, loop, wantsBody: { _ in false }, received: { _ in }, ended: gone)
    monitor = try BusClient(
      to: addresses, loop, wantsBody: { $0.header.bodyLength <= Self.mostBodyBytes },
      received: { [unowned self] in see($0) }, ended: gone)
    let rules = [
      "type='method_call',interface='\(Self.interface)',member='Notify'",
      "type='signal',interface='\(Self.interface)',member='NotificationClosed'",
      "type='method_return',sender='\(Self.interface)'", "type='error',sender='\(Self.interface)'",
    ]
    monitor?.call(
      "BecomeMonitor", [.strings(rules.map { Array($0.utf8) }), .uint32(0)], to: .monitoring
    ) { answer in
      if answer?.header.kind == .error { ended("the session bus lets nobody listen") }
    }
  }

  package func stop() {
    asker?.stop()
    monitor?.stop()
  }

  private func see(_ message: Message) {
    let header = message.header
    switch header.kind {
    case .call: posted(message)
    case .reply, .error: answered(message)
    case .signal: closed(message)
    case nil: break
    }
  }

  private func posted(_ message: Message) {
    guard let name = message.field(message.header.sender), !message.header.wantsNoReply,
      let call = try? NotifyCall(message)
    else { return }
    if pending.count >= Self.mostPending { pending.removeFirst() }
    pending.append(Pending(call: call, caller: Caller(name: name, serial: message.header.serial)))
    learn(name)
  }

  /// Asked for at once: the answer is likely there before the server's.
  private func learn(_ name: [UInt8], then: @escaping (Int32) -> Void = { _ in }) {
    if let known = processes[name] { return then(known) }
    asker?.call("GetConnectionUnixProcessID", [.string(name)]) { [unowned self] answer in
      guard let answer, answer.header.kind == .reply, answer.hasBody else { return then(0) }
      var reader = answer.arguments()
      let process = (try? reader.uint32()).flatMap { Int32(exactly: $0) } ?? 0
      if processes.count >= Self.mostNames { processes.removeAll() }
      processes[name] = process
      then(process)
    }
  }

  private func answered(_ message: Message) {
    guard let name = message.field(message.header.destination), let serial = message.header.replySerial,
      let index = pending.firstIndex(where: { $0.caller == Caller(name: name, serial: serial) })
    else { return }
    let call = pending.remove(at: index).call
    guard message.header.kind == .reply, message.hasBody else { return }
    var reader = message.arguments()
    guard let number = try? reader.uint32() else { return }
    learn(name) { [unowned self] process in tell(call, by: process, as: number) }
  }

  private func tell(_ call: NotifyCall, by process: Int32, as number: UInt32) {
    // What Bellhop itself hands over has been judged.
    guard process != ownProcess else { return }
    let found = process > 0 ? directory.look(at: process) : (sandbox: nil, scope: [])
    let poster = Poster(
      sandbox: found.sandbox, desktopEntry: call.hints.desktopEntry, appName: call.appName,
      scope: found.scope)
    let app = poster.app(among: directory)
    let post = FrontPost(call, from: app, visibleID: number, now: now())
    // How loud it is, and how bright, is nothing to keep.
    guard !post.conventions.isOnScreenDisplay else { return }
    told(.posted(post, isVouchedFor: app.isVouchedFor))
  }

  private func closed(_ message: Message) {
    guard message.hasBody, message.header.signature.elementsEqual("uu".utf8) else { return }
    var reader = message.arguments()
    guard let number = try? reader.uint32(), let name = OpaqueName(String(number)) else { return }
    told(.closed(name))
  }
}
