import BusSocket
import BusWire
import EventLoop
import Journal

/// Events of a link.
protocol LinkOwner: AnyObject {
  /// The unique names of the servers and daemons.
  var names: UniqueNames { get }
  func asksForName(_ link: Link)
  func answer(_ call: BusCall, of link: Link) -> BusAnswer
  /// The server has answered a call with the number of a banner.
  func answered(_ number: UInt32, to caller: [UInt8], by link: Link)
  /// The link has its first name of its own choice.
  func hasName(_ link: Link)
  /// The link's unique name, or the names that it owns, have changed.
  func changed(_ link: Link)
  /// The link is closed.
  func ended(_ link: Link)
}

/// A program's connection to us, and ours to the bus on its behalf.
final class Link {
  let pid: Int32
  private(set) var translator = Translator()
  private unowned let owner: any LinkOwner
  private let buffer: ReadBuffer
  private let client: Endpoint
  private let bus: Endpoint
  private var fromClient = Framer(.client)
  private var fromBus = Framer(.bus)
  /// Messages of our own that wait until a message of the other's is over.
  private var answers: [[UInt8]] = []
  private var calls: [[UInt8]] = []
  /// A program that does not read our answers is not read from any more.
  private var isOwedAnswers = false
  private var isClosed = false

  init(
    pid: Int32, client: consuming FileDescriptor, bus: consuming FileDescriptor, loop: EventLoop,
    buffer: ReadBuffer, owner: any LinkOwner
  ) throws(SystemError) {
    self.pid = pid
    self.buffer = buffer
    self.owner = owner
    self.client = Endpoint(client, loop)
    self.bus = Endpoint(bus, loop)
    let (client, bus) = (self.client, self.bus)
    try client.monitor { [unowned self] in ready(client, $0) }
    try bus.monitor { [unowned self] in ready(bus, $0) }
  }

  // MARK: Roles

  /// To be followed by `settle`, where it is not this link's own message that has brought it about.
  func become(_ role: Role) {
    calls += translator.become(role)
    sendCalls()
  }

  /// Asks the bus for the notification name on the program's behalf, unless that was asked and is not answered yet.
  func askForNotifications(replacing: Bool = false) {
    guard let call = translator.askForNotifications(replacing: replacing) else { return }
    calls.append(call)
    sendCalls()
    settle()
  }

  func releaseNotifications() {
    calls.append(translator.releaseNotifications())
    sendCalls()
  }

  private func sendCalls() {
    if fromClient.hasBegun, fromClient.isBetweenMessages { appendCalls() }
  }

  private func appendCalls() {
    for call in calls { bus.outbox.append(call) }
    calls = []
  }

  private func sendAnswers() {
    if fromBus.hasBegun, fromBus.isBetweenMessages { appendAnswers() }
  }

  private func appendAnswers() {
    for answer in answers { client.outbox.append(answer) }
    answers = []
  }

  // MARK: Passing on

  private func ready(_ side: Endpoint, _ readiness: Readiness) {
    if readiness.contains(.hangup) { side.hangUp() }
    // First, because sending makes room for the bytes read below.
    if readiness.contains(.writable) { side.flush() }
    do throws(WireFault) {
      if readiness.contains(.readable), mayRead(side) { try pass(from: side) }
      try drain()
    } catch {
      log(.warning, "a connection of process \(pid) is closed: \(error)")
      return close()
    }
    settle()
  }

  /// Reads the rest behind a hangup, as far as there is room for it.
  private func drain() throws(WireFault) {
    for side in [client, bus] {
      while side.isHungUp, mayRead(side) {
        try pass(from: side)
        client.flush()
        bus.flush()
      }
    }
  }

  private func mayRead(_ side: Endpoint) -> Bool {
    guard !side.isEnded else { return false }
    return side === client ? bus.hasRoom && !isOwed : client.hasRoom || client.outbox.isLost
  }

  private var isOwed: Bool { isOwedAnswers && (!client.hasRoom || answers.count > Self.mostAnswers) }
  private static let mostAnswers = 64

  private func pass(from side: Endpoint) throws(WireFault) {
    guard let bytes = try side.read(buffer) else { return }
    if side === client { try outward(bytes) } else { try inward(bytes) }
  }

  private func outward(_ bytes: ArraySlice<UInt8>) throws(WireFault) {
    var bytes = bytes
    while let piece = try fromClient.next(&bytes, wantsBody: { translator.wantsBody($0, from: .client) }) {
      switch piece {
      case .bytes(let bytes): bus.outbox.append(bytes)
      case .message(var message):
        let descriptors = try client.popDescriptors(message.header.descriptors)
        appendCalls()
        try outward(&message, descriptors)
      }
    }
    try client.checkDescriptors(most: fromClient.descriptorsAwaited)
    sendCalls()
  }

  private func outward(_ message: inout Message, _ descriptors: [PassedDescriptor]) throws(WireFault) {
    var verdict = try translator.outward(&message, owner.names)
    if case .asksForName = verdict {
      owner.asksForName(self)
      appendCalls()
      verdict = try translator.outward(&message, owner.names)
    }
    guard case .own = verdict else {
      bus.outbox.append(message.bytes, descriptors)
      if let (number, caller) = translator.number(in: message) {
        owner.answered(number, to: caller, by: self)
      }
      return
    }
    let answer =
      switch try BusCall.read(message) {
      case .call(let call): owner.answer(call, of: self)
      case .answer(let answer): answer
      }
    guard let bytes = translator.answer(message, answer) else { return }
    isOwedAnswers = true
    answers.append(bytes)
    sendAnswers()
  }

  private func inward(_ bytes: ArraySlice<UInt8>) throws(WireFault) {
    let (before, hadName) = (state, translator.hasOwnedName)
    var bytes = bytes
    while let piece = try fromBus.next(
      &bytes, mayBegin: fromClient.hasBegun, wantsBody: { translator.wantsBody($0, from: .bus) })
    {
      switch piece {
      case .bytes(let bytes): client.outbox.append(bytes)
      case .message(var message):
        let descriptors = try bus.popDescriptors(message.header.descriptors)
        appendAnswers()
        if try translator.inward(&message) { client.outbox.append(message.bytes, descriptors) }
      }
    }
    try bus.checkDescriptors(most: fromBus.descriptorsAwaited)
    sendAnswers()
    if translator.hasOwnedName, !hadName { owner.hasName(self) }
    if state != before { owner.changed(self) }
  }

  private struct State: Equatable {
    let name: [UInt8]?
    let isServer: Bool
    let isServingDirectly: Bool
  }

  private var state: State {
    State(
      name: translator.uniqueName, isServer: translator.isServer,
      isServingDirectly: translator.isServingDirectly)
  }

  // MARK: Ending

  /// Sends as much as possible, closes finished sides, and registers for the events that are still needed.
  func settle() {
    guard !isClosed else { return }
    client.flush()
    bus.flush()
    if client.outbox.isEmpty { isOwedAnswers = !answers.isEmpty }
    if client.isEnded { bus.shutWhenEmpty() }
    if bus.isEnded, client.outbox.isEmpty { return close() }
    client.await(reading: mayRead(client))
    bus.await(reading: mayRead(bus))
  }

  /// Both sides.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    client.stop()
    bus.stop()
    owner.ended(self)
  }
}
