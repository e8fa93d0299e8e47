import BusSocket
import BusWire
import EventLoop
import Glibc
import Journal

/// The bus for the server and the daemon: accepts connections, knows the process of each, and keeps the notification
/// name owned. It stores no message.
final class Bus: LinkOwner {
  /// More than a desktop's notification server starts programs; each takes two descriptors, and some memory.
  static let mostLinks = 256
  private static let batch = 16
  /// How long a bus with an `end` stays without any process.
  private static let idleMilliseconds: Int64 = 10_000

  private let loop: EventLoop
  private let upstream: [BusAddress]
  private let uid = geteuid()
  private let buffer = ReadBuffer()
  private lazy var processes = Processes(loop) { [unowned self] in considerEnd() }
  /// Ends the program once no process is here and the name is not to wait for the daemon; `nil` for a bus that stays.
  private let end: (() -> Void)?
  private var ending: Delay?
  private var acceptor: Acceptor?
  /// The path of our socket; `nil` where it has none.
  private var place: String?
  /// The address that took the last connection to the session bus.
  private var session: BusAddress?
  private var links: [ObjectIdentifier: Link] = [:]
  private var isFull = false
  private(set) var names = UniqueNames()
  private var left = LeftBanners()

  private lazy var name = NotificationName(upstream, loop, buffer) { [unowned self] in
    server?.askForNotifications()
  }

  init(
    _ socket: consuming ListeningSocket, _ upstream: [BusAddress], _ loop: EventLoop, end: (() -> Void)?
  ) throws(SystemError) {
    self.loop = loop
    self.upstream = upstream
    self.end = end
    try listen(on: socket)
    considerEnd()
  }

  private func considerEnd() {
    guard let end else { return }
    ending = processes.isEmpty && !name.isHeldBack ? Delay(Self.idleMilliseconds, loop, end) : nil
  }

  /// In place of the one before.
  func listen(on socket: consuming ListeningSocket) throws(SystemError) {
    place = socket.file?.path
    processes.makeAddressesAgain()
    acceptor = try Acceptor(
      socket, loop, batch: Self.batch, paused: { log(.warning, "accepting pauses: \($0)") },
      admit: { [unowned self] client throws(SystemError) in
        do throws(SystemError) { try admit(client) } catch {
          // EAGAIN: the session bus's queue is full, and each further attempt would block all other connections as
          // long.
          guard ![EAGAIN, ENOBUFS].contains(error.code), !error.isForNow else { throw error }
          log(.error, "a connection cannot be passed on: \(error)")
        }
      })
  }

  /// Every connection, at once.
  func close() {
    name.stop()
    processes.giveUpAddresses()
    for link in links.values { link.close() }
  }

  // MARK: Connections

  private func admit(_ client: consuming FileDescriptor) throws(SystemError) {
    let peer = try Peer(of: client.raw)
    guard peer.uid == uid else {
      return log(.warning, "process \(peer.pid) is refused: it belongs to another user (\(peer.uid))")
    }
    guard links.count < Self.mostLinks else {
      if !isFull {
        log(.warning, "refused: there are \(Self.mostLinks) connections already, the most there may be")
      }
      isFull = true
      return
    }
    let link = try Link(
      pid: peer.pid, client: client, bus: try connectUpstream(), loop: loop, buffer: buffer, owner: self)
    links[ObjectIdentifier(link)] = link
    processes.arrive(peer.pid)
    link.become(processes.role(of: peer.pid))
  }

  /// To the first address that takes a connection; not blocking.
  private func connectUpstream() throws(SystemError) -> FileDescriptor {
    var fault = SystemError(call: "connect", code: ENOENT)
    for address in upstream {
      do throws(SystemError) {
        let bus = try address.connect()
        session = address
        return bus
      } catch { fault = error }
    }
    throw fault
  }

  func ended(_ link: Link) {
    links[ObjectIdentifier(link)] = nil
    isFull = false
    if let name = link.translator.uniqueName { left.ended(name) }
    processes.leave(link.pid)
    changed(link)
  }

  // MARK: Roles

  func asksForName(_ link: Link) {
    processes.mark(link.pid, .server)
    becomes(link)
  }

  /// Every connection of a process has that process's role.
  private func becomes(_ asking: Link) {
    for link in links.values where link.pid == asking.pid {
      link.become(processes.role(of: link.pid))
      if link !== asking { link.settle() }
    }
    renewNames()
  }

  private func renewNames() {
    names = UniqueNames()
    for link in links.values {
      guard let name = link.translator.uniqueName else { continue }
      switch link.translator.role {
      case .server: names.servers.insert(name)
      case .daemon:
        names.daemons.insert(name)
        left.began(name)
      case .stranger: break
      }
    }
  }

  private var server: Link? { links.values.first { $0.translator.isServer } }

  func answer(_ call: BusCall, of link: Link) -> BusAnswer {
    switch call {
    case .translate:
      processes.mark(link.pid, .daemon)
      becomes(link)
    case .serve:
      guard processes.markForLife(link.pid, .server) else { return .failed }
      becomes(link)
      return .reply([.string(Array(address(for: link.pid).utf8))])
    case .setWhenDown(let choice):
      name.whenDown = choice
    case .getServer:
      let server = server
      return .reply([
        .uint32(UInt32(clamping: server?.pid ?? 0)), .string(server?.translator.uniqueName ?? []),
      ])
    case .getLeftBanners: return .reply([.numbers(left.numbers)])
    case .handOver, .takeOver:
      if call == .handOver { name.giveAway() }
      guard let server else { return .noServer }
      server.askForNotifications(replacing: call == .takeOver)
    case .ping: break
    case .introspect: return .reply([.string(Array(BusCall.description.utf8))])
    }
    return .reply([])
  }

  /// The path of an address of its own for a process that was executed here; empty where it can have none.
  private func address(for pid: Int32) -> String {
    do throws(SystemError) {
      guard let place, let session = session?.file else { throw SystemError(call: "symlink", code: ENOTSUP) }
      let address = try OwnAddress(of: pid, beside: place, session: session)
      processes.give(address, to: pid)
      return address.path
    } catch {
      log(
        .warning,
        "all that process \(pid) starts will be on this bus, too: it can have no address of its own (\(error))"
      )
      return ""
    }
  }

  /// No process knows a banner whose daemon has ended before the answer: it is closed.
  func answered(_ number: UInt32, to caller: [UInt8], by link: Link) {
    guard link.translator.isServer, left.answered(number, to: caller) else { return }
    log(.info, "the daemon that had a banner shown has ended; the banner is closed")
    name.close(number)
  }

  // MARK: The name

  func hasName(_ link: Link) { processes.hasName(link.pid) }

  func changed(_ link: Link) {
    renewNames()
    if !link.translator.isServer, link.translator.isServingDirectly { link.releaseNotifications() }
    let server = server?.translator.uniqueName
    if let server, server != name.server { left.forgetNumbers() }
    name.server = server
  }
}
