import BusSocket
import BusWire
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("Calls, signals and names on a connection of our own")
struct BusCallsTests {
  private static let name = "org.example.A"
  private static let method = BusMethod("Ask", of: "a.b", at: "/a", on: ":1.9")

  /// A connection that is open, and the other end.
  private func opened(_ bus: ScriptedBus) throws -> (BusClient, Endpoint) {
    let client = try BusClient(to: bus.addresses, bus.loop)
    let end = bus.accept()
    end.welcomes()
    #expect(bus.run { client.uniqueName != nil })
    return (client, end)
  }

  private func open(_ addresses: [BusAddress], _ loop: EventLoop) throws -> BusClient {
    var result: Result<BusClient, BusError>?
    BusClient.open(addresses, loop) { result = $0 }
    #expect(result == nil)
    #expect(loop.run { result != nil })
    return try #require(try result?.get())
  }

  @Test func `Values go to a real bus and come back, and a name has its process`() async throws {
    let bus = try await PrivateBus()
    let loop = try EventLoop()
    let client = try open([.path("/nonexistent"), .path(bus.socketPath)], loop)
    var process: Int32?
    var answers: [Result<[BusValue], BusError>] = []
    client.call(.bus("RequestName"), [.string(Self.name), .uint32(0)]) { answers.append($0) }
    client.call(.bus("GetNameOwner"), [.string("org.example.B")]) { answers.append($0) }
    client.process(of: Self.name) { process = $0 }
    #expect(loop.run { process != nil })
    #expect(
      answers == [
        .success([.uint32(1)]), .failure(.refused("org.freedesktop.DBus.Error.NameHasNoOwner")),
      ])
    #expect(process == getpid() && client.guid.count == 32)
  }

  @Test func `Signals are heard by who subscribed to them, until the subscription ends`() async throws {
    let bus = try await PrivateBus()
    let loop = try EventLoop()
    let (listener, speaker) = (
      try open([.path(bus.socketPath)], loop), try open([.path(bus.socketPath)], loop)
    )
    let sender = String(decoding: try #require(speaker.uniqueName), as: UTF8.self)
    var heard: [String] = []
    do {
      let all = BusSubscription(listener, sender: sender, interface: "a.b") {
        heard.append("all \($0.member)")
      }
      let one = BusSubscription(
        listener, sender: sender, interface: "a.b", member: "C", path: "/c", firstArgument: "yes"
      ) { heard.append("one \($0.arguments)") }
      let other = BusSubscription(listener, sender: ":1.9999", interface: "a.b") { _ in heard.append("other")
      }
      var isKnown = false
      listener.call(.bus("GetId")) { _ in isKnown = true }
      #expect(loop.run { isKnown })
      speaker.emit("C", of: "a.b", at: "/c", [.string("yes"), .dictionary(["n": .int64(1)])])
      speaker.emit("C", of: "a.b", at: "/c", [.string("no")])
      speaker.emit("C", of: "a.b", at: "/d", [.string("yes")])
      speaker.emit("D", of: "a.b", at: "/c", [.objectPath("no path")])
      speaker.emit("D", of: "a.b", at: "/c", [])
      #expect(loop.run { heard.last == "all D" })
      _ = (consume all)
      _ = (consume one)
      _ = (consume other)
    }
    let values: [BusValue] = [.string("yes"), .dictionary(["n": .int64(1)])]
    #expect(heard == ["all C", "one \(values)", "all C", "all C", "all D"])
    speaker.emit("D", of: "a.b", at: "/c", [])
    var isOver = false
    speaker.call(.bus("GetId")) { _ in listener.call(.bus("GetId")) { _ in isOver = true } }
    #expect(loop.run { isOver })
    #expect(heard.count == 5)
  }

  @Test func `The owner of a name is told at first, and whenever it changes`() async throws {
    let bus = try await PrivateBus()
    let loop = try EventLoop()
    let (follower, owner) = (try open([.path(bus.socketPath)], loop), try open([.path(bus.socketPath)], loop))
    var owners: [String?] = []
    let names = NameOwner(of: Self.name, on: follower) { owners.append($0) }
    #expect(loop.run { owners.count == 1 })
    owner.call(.bus("RequestName"), [.string(Self.name), .uint32(0)])
    #expect(loop.run { owners.count == 2 })
    #expect(names.owner == owners[1])
    owner.call(.bus("ReleaseName"), [.string(Self.name)])
    #expect(loop.run { owners.count == 3 })
    #expect(owners[0] == nil && owners[2] == nil)
    #expect(owners[1].map { Array($0.utf8) } == owner.uniqueName)
  }

  @Test func `An answer that comes late is no answer, and a later call is none the worse`() throws {
    let bus = try ScriptedBus()
    let (client, end) = try opened(bus)
    var answers: [Result<[BusValue], BusError>] = []
    client.call(Self.method, timeoutMilliseconds: 1) { answers.append($0) }
    #expect(bus.run { answers.count == 1 })
    client.call(Self.method, timeoutMilliseconds: nil) { answers.append($0) }
    end.say(.reply(to: 2).from(":1.9"), .reply(to: 3).from(":1.9"))
    #expect(bus.run { answers.count == 2 })
    #expect(answers == [.failure(.timedOut), .success([])])
  }

  @Test func `Errors are told by their names, and what cannot be sent is one`() throws {
    let bus = try ScriptedBus()
    let (client, end) = try opened(bus)
    var answers: [Result<[BusValue], BusError>] = []
    client.call(Self.method) { answers.append($0) }
    end.say(.error(to: 2, for: ":1.7", "x.y.No").from(":1.9"))
    #expect(bus.run { answers.count == 1 })
    client.call(Self.method, [.objectPath("none")]) { answers.append($0) }
    #expect(answers.count == 1)
    #expect(bus.run { answers.count == 2 })
    client.call(Self.method) { answers.append($0) }
    shutdown(end.socket.raw, Int32(SHUT_RDWR))
    #expect(bus.run { client.isClosed })
    #expect(
      answers == [
        .failure(.refused("x.y.No")), .failure(.refused("org.freedesktop.DBus.Error.InvalidArgs")),
        .failure(.disconnected),
      ])
  }

  @Test func `A bus with another number than the address names is not the one that is meant`() throws {
    let bus = try ScriptedBus()
    let address = try #require(bus.addresses.first)
    for (guid, isMeant) in [("0123456789abcdef0123456789abcdef", true), ("f", false)] {
      var result: Result<BusClient, BusError>?
      BusClient.open([BusAddress(address.place, guid: guid)], bus.loop) { result = $0 }
      let end = Promise { bus.accept() }
      bus.loop.nextIteration { bus.loop.nextIteration { end.make().welcomesAndTells() } }
      #expect(bus.run { result != nil })
      #expect(((try? result?.get()) != nil) == isMeant)
      withExtendedLifetime(end) {}
    }
  }

  @Test func `A bus that lets nobody in, or never answers, is given up, and its connection closed`() throws {
    let bus = try ScriptedBus()
    for (line, error) in [("REJECTED EXTERNAL\r\n", BusError.disconnected), ("", .timedOut)] {
      var result: Result<BusClient, BusError>?
      BusClient.open(bus.addresses, bus.loop, timeoutMilliseconds: 200) { result = $0 }
      let end = Promise { bus.accept() }
      bus.loop.nextIteration {
        bus.loop.nextIteration {
          end.make().outbox.append(Array(line.utf8))
          end.make().flush()
        }
      }
      #expect(bus.run { result != nil })
      guard case .failure(let found)? = result else {
        Issue.record("it was opened")
        continue
      }
      #expect(found == error)
      let buffer = ReadBuffer()
      #expect(
        bus.run {
          _ = try? end.make().read(buffer)
          return end.make().isEnded
        })
    }
  }

  @Test func `A lost connection says nothing of who owns a name`() throws {
    let bus = try ScriptedBus()
    let (client, end) = try opened(bus)
    var owners: [String?] = []
    let names = NameOwner(of: Self.name, on: client) { owners.append($0) }
    shutdown(end.socket.raw, Int32(SHUT_RDWR))
    #expect(bus.run { client.isClosed })
    #expect(owners.isEmpty && names.owner == nil)
  }

  @Test func `A call on a connection that is gone is answered, and none on one that was stopped`() throws {
    let bus = try ScriptedBus()
    let (client, end) = try opened(bus)
    var answers: [Result<[BusValue], BusError>] = []
    var endings = 0
    client.whenClosed { endings += 1 }
    client.call(Self.method) { answers.append($0) }
    shutdown(end.socket.raw, Int32(SHUT_RDWR))
    #expect(bus.run { client.isClosed })
    client.call(Self.method) { answers.append($0) }
    #expect(bus.run { answers.count == 2 })
    #expect(answers == [.failure(.disconnected), .failure(.disconnected)] && endings == 1)

    let (other, itsEnd) = try opened(bus)
    other.whenClosed { endings += 1 }
    for _ in 0..<2 {
      other.call(Self.method) { answer in
        answers.append(answer)
        other.stop()
      }
    }
    shutdown(itsEnd.socket.raw, Int32(SHUT_RDWR))
    #expect(bus.run { other.isClosed })
    other.call(Self.method) { answers.append($0) }
    var hasPassed = false
    bus.loop.nextIteration { bus.loop.nextIteration { hasPassed = true } }
    #expect(bus.run { hasPassed })
    #expect(answers.count == 3 && endings == 1)
  }

  @Test func `Of a signal that is longer than any desktop sends nothing is read`() async throws {
    let bus = try await PrivateBus()
    let loop = try EventLoop()
    let (listener, speaker) = (
      try open([.path(bus.socketPath)], loop), try open([.path(bus.socketPath)], loop)
    )
    var heard: [Int] = []
    let all = BusSubscription(listener, interface: "a.b") { signal in
      if case .string(let text)? = signal.arguments.first { heard.append(text.utf8.count) }
    }
    var isKnown = false
    listener.call(.bus("GetId")) { _ in isKnown = true }
    #expect(loop.run { isKnown })
    for length in [65_531, 65_532, 1] {
      speaker.emit("C", of: "a.b", at: "/c", [.string(String(repeating: "a", count: length))])
    }
    #expect(loop.run { heard.last == 1 })
    #expect(heard == [65_531, 1])
    _ = (consume all)
  }

  @Test func `A call to us is answered, since nothing is offered here`() throws {
    let bus = try ScriptedBus()
    let (client, end) = try opened(bus)
    end.say(
      .call("Ping", serial: 77, to: ":1.7", path: "/", interface: "org.freedesktop.DBus.Peer").from(":1.9"))
    let buffer = ReadBuffer()
    var framer = Framer(.client)
    var told: String?
    #expect(
      bus.run {
        while var bytes = try? end.read(buffer), told == nil {
          while let piece = try? framer.next(&bytes, wantsBody: { _ in true }) {
            guard case .message(let message) = piece, message.header.replySerial == 77 else { continue }
            told = message.text(message.header.errorName)
          }
        }
        return told != nil
      })
    #expect(told == "org.freedesktop.DBus.Error.UnknownMethod")
    withExtendedLifetime(client) {}
  }
}

/// A value that is made at its first use.
private final class Promise {
  private let making: () -> Endpoint
  private var made: Endpoint?
  init(_ making: @escaping () -> Endpoint) { self.making = making }

  func make() -> Endpoint {
    let endpoint = made ?? making()
    made = endpoint
    return endpoint
  }
}

extension Endpoint {
  /// The answers to the two calls with which a connection is opened.
  fileprivate func welcomesAndTells() {
    welcomes()
    say(.reply(to: 2).from("org.freedesktop.DBus").with("s") { $0.add("0123456789abcdef0123456789abcdef") })
  }
}
