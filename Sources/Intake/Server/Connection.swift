internal import EventLoop
internal import Glibc
internal import NotificationProtocol
internal import Varlink

// One connection's calls and answers, without any reading, writing or waiting of its own.
//
// Invariants: at most one call is current, and while it is, later ones are kept in `waiting` or unread.
// Answers are staged in the order of their calls. What `reader` holds beyond whole messages is less than one
// message; whole messages are left in it only while `stop` says why, or the server has the connection queued.

/// Why a connection was cut in the middle of what it said.
enum ConnectionFault: Error {
  case malformed(reason: String)
  case tooManyWaiting

  var incident: Incident {
    switch self {
    case .malformed: .malformed
    case .tooManyWaiting: .tooManyWaiting
    }
  }

  var reason: String? {
    if case .malformed(let reason) = self { reason } else { nil }
  }
}

/// A call that has not had its last answer.
struct CurrentCall {
  /// Counts the connection's calls.
  let number: UInt64
  let oneway: Bool
  let more: Bool
  /// The transaction that it was handed to the handler in, or whose failure ends it.
  var transaction: UInt64
  /// What goes on with it; `nil` while it waits for its answers.
  var step: (() -> Handling)?
  /// Whether an answer is put together, which takes room until it is whole.
  var growsAnswer = false
}

final class Connection {
  /// Why whole messages may be left unread.
  enum Stop {
    case none
    /// Too many of its answers are unread.
    case output
  }

  /// What is next to be done for it.
  enum Work {
    case nothing
    /// Its input is to be read.
    case read
    /// A call has come in that waits for the current one.
    case collected
    /// This call is to begin.
    case begin(Call)
    case goOn(() -> Handling)
  }

  /// What a deadline is for; while it stays the same, the deadline does.
  enum Stall: Equatable {
    case message(number: UInt64)
    case output(taken: Int)

    /// When it has not been done by then.
    var incident: Incident { if case .message = self { .halfMessage } else { .unreadOutput } }
  }

  let caller: Caller
  let service: Service
  let socket: FileDescriptor
  /// As they were when it came in.
  let limits: ServerLimits

  private var reader: FrameReader
  private var messages: UInt64 = 0
  private var waiting: [Call] = []
  private var calls: UInt64 = 0
  private(set) var current: CurrentCall?
  var replies = StagedReplies()
  var output = SendBuffer()
  private(set) var stop = Stop.none

  /// Nothing more comes from the peer, or is wanted.
  private(set) var inputEnded = false
  /// A message was too long: what still comes is taken off the socket and dropped, for a peer that cannot finish
  /// writing reads no answer.
  private var dropsInput = false
  /// That message, until those before it are answered.
  private var tooLong: FrameFault?
  /// A pending call will not be waited for.
  private(set) var isClosing = false
  /// Out of the server's hands; its handler has been or will be told.
  var isCondemned = false

  var registration: Registration?
  var interest: Readiness = .readable
  var stall: (reason: Stall, timer: Timer)?
  /// Whether something of this transaction waits for its commit.
  var isTouched = false
  /// Whose time its newest call costs.
  var group: SchedulingGroup
  /// By which the scheduler knows it.
  var member: UInt64 = 0
  /// Whether it waits to be served.
  var isQueued = false
  /// Whether there was something to be read when it was last looked at, and whether it was looked at since: then its
  /// input need not be watched until it is read.
  var hasInput = false
  var isInputKnown = false
  /// Whether more is to be had for its current call once the peer has taken some.
  var awaitsRoom = false

  init(caller: Caller, service: Service, socket: consuming FileDescriptor, limits: ServerLimits) {
    self.caller = caller
    self.service = service
    self.socket = socket
    self.limits = limits
    reader = FrameReader(limit: limits.messageBytes)
    group = .process(caller.peer.pid)
  }

  // MARK: Input

  var wantsInput: Bool { !inputEnded && stop == .none }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    if !inputEnded, !dropsInput { reader.append(bytes) }
  }

  func endInput() {
    inputEnded = true
    hasInput = false
  }

  /// Answers what has been answered, and takes nothing more.
  func beginClosing() {
    endInput()
    isClosing = true
    waiting = []
    tooLong = nil
    reader = FrameReader(limit: limits.messageBytes)
    stop = .none
  }

  /// The first of what is to be done. What cannot be done now is found again when it is asked for again.
  func work() throws(ConnectionFault) -> Work {
    stop = .none
    if let current {
      if let step = current.step { return .goOn(step) }
      guard let call = try parse() else {
        // Behind a call that goes on until the peer hangs up there is no place for an answer.
        if let tooLong, current.more { throw .malformed(reason: "\(tooLong)") }
        return wantsToRead
      }
      guard waiting.count < limits.waitingCalls else { throw .tooManyWaiting }
      waiting.append(call)
      return .collected
    }
    guard unsentBytes < limits.outputBeforeWaiting else {
      stop = .output
      return .nothing
    }
    if waiting.isEmpty, let call = try parse() { waiting.append(call) }
    if let first = waiting.first { return .begin(first) }
    refuseTooLong()
    return wantsToRead
  }

  private var wantsToRead: Work { hasInput && wantsInput ? .read : .nothing }

  /// Whether `work` may find something.
  var mayHaveWork: Bool {
    if hasInput || reader.isInsideMessage { return true }
    guard let current else { return !waiting.isEmpty || tooLong != nil }
    return current.step != nil || (current.more && tooLong != nil)
  }

  /// The first of those that wait becomes current.
  func begin(transaction: UInt64) {
    guard current == nil, !waiting.isEmpty else { return }
    let call = waiting.removeFirst()
    calls += 1
    current = CurrentCall(number: calls, oneway: call.oneway, more: call.more, transaction: transaction)
  }

  /// The current call is gone on with; the failure of `transaction` ends it, where it was built on that one.
  func goOn(_ purpose: Handling.Purpose, transaction: UInt64, _ step: @escaping () -> Handling) {
    if case .answer = purpose { current?.growsAnswer = true }
    switch purpose {
    case .answer where current?.oneway != false || output.isLost: return current = nil
    case .answer(isCommitted: true): break
    case .answer(isCommitted: false), .change: current?.transaction = transaction
    }
    current?.step = step
  }

  /// The current call waits for its answer.
  func awaitAnswer() { current?.step = nil }

  private func parse() throws(ConnectionFault) -> Call? {
    let frame: [UInt8]?
    do throws(FrameFault) { frame = try reader.next() } catch {
      tooLong = error
      dropsInput = true
      reader = FrameReader(limit: limits.messageBytes)
      return nil
    }
    guard let frame else { return nil }
    messages += 1
    do throws(CallFault) { return try Call(parsing: frame) } catch { throw .malformed(reason: error.reason) }
  }

  // MARK: Answers

  /// Answers the message that was too long, in its place, and nothing after it.
  private func refuseTooLong() {
    guard case .tooLong(let limit, let given)? = tooLong.take() else { return }
    calls += 1
    isClosing = true
    let error = NotificationsError.tooLarge(field: "message", limit: limit, given: given)
    replies.append(to: calls, isCommitted: true) { Reply.failed(error.callError).append(to: &$0) }
  }

  /// Stages an answer to the current call, and ends the call with the last one. A call without `more` has one
  /// answer, and a oneway call none.
  func stage(_ reply: Reply, isCommitted: Bool, unstored: Reply? = nil) {
    var reply = reply
    if case .continues(let parameters) = reply, current?.more == false { reply = .done(parameters) }
    let isLast = if case .continues = reply { false } else { true }
    stage(isLast: isLast, isCommitted: isCommitted, unstored: unstored) { reply.append(to: &$0) }
  }

  /// The last answer, a whole message.
  func stage(_ message: [UInt8], isCommitted: Bool) {
    stage(isLast: true, isCommitted: isCommitted) { $0 += message }
  }

  private func stage(
    isLast: Bool, isCommitted: Bool, unstored: Reply? = nil, _ write: (inout [UInt8]) -> Void
  ) {
    guard let call = current else { return }
    if isLast { current = nil }
    guard !call.oneway, !output.isLost else { return }
    replies.append(to: call.number, isCommitted: isCommitted, unstored: unstored, write)
  }

  /// Moves the transaction's answers to the output. With a failure, the calls that were answered or begun in this
  /// transaction get that instead; whether a call that was still pending ended by it.
  func release(failure: CallError?, transaction: UInt64) -> Bool {
    guard let failure else {
      replies.release(into: &output)
      return false
    }
    let failed = replies.fail(with: failure, into: &output)
    guard let call = current else { return false }
    if failed.last != call.number {
      guard call.transaction == transaction else { return false }
      if !call.oneway { output.append(Reply.failed(failure)) }
    }
    current = nil
    return true
  }

  // MARK: State

  /// Bytes of answers that the peer has not taken.
  var unsentBytes: Int { replies.count + output.count }

  /// Whether there is nothing left to do for it.
  var isFinished: Bool {
    guard inputEnded, !isQueued, replies.isEmpty, output.isEmpty else { return false }
    return isClosing || (current == nil && waiting.isEmpty && tooLong == nil && stop == .none)
  }

  /// Whether the peer has all that it will get, while it may still be writing. Closed with bytes unread, the socket
  /// would tell it of an error.
  var hasSaidAll: Bool { dropsInput && isClosing && replies.isEmpty && output.isEmpty }

  /// Whether a peer that has hung up has left calls to be done. One that goes on until the peer hangs up is over,
  /// and all behind it.
  var leavesCalls: Bool {
    if let current { return !current.more }
    return !inputEnded || isQueued || !waiting.isEmpty || stop != .none
  }

  /// What the peer must do within the patience of the server.
  var awaited: Stall? {
    if stop == .output || (inputEnded && (isClosing || current == nil) && !output.isEmpty) {
      return .output(taken: output.taken)
    }
    return wantsInput && (reader.isInsideMessage || dropsInput) ? .message(number: messages) : nil
  }
}

/// Answers of one transaction and one connection, which are sent only when what they report is stored.
struct StagedReplies {
  private struct Mark {
    let call: UInt64
    /// It reports nothing that the transaction is to store.
    let isCommitted: Bool
    /// What is said in its place where that cannot be stored.
    let unstored: Reply?
    let end: Int
  }

  private var bytes: [UInt8] = []
  private var marks: [Mark] = []

  var isEmpty: Bool { marks.isEmpty }
  var count: Int { bytes.count }

  mutating func append(
    to call: UInt64, isCommitted: Bool, unstored: Reply? = nil, _ write: (inout [UInt8]) -> Void
  ) {
    write(&bytes)
    marks.append(Mark(call: call, isCommitted: isCommitted, unstored: unstored, end: bytes.count))
  }

  /// Moves them to the output.
  mutating func release(into output: inout SendBuffer) {
    output.append(bytes)
    removeAll()
  }

  /// Moves them to the output, with one error for each call in place of its answers, or what it says instead. The calls
  /// that ended so.
  mutating func fail(with error: CallError, into output: inout SendBuffer) -> [UInt64] {
    var failed: [UInt64] = []
    var start = 0
    for mark in marks {
      if mark.isCommitted {
        output.append(bytes[start..<mark.end])
      } else if failed.last != mark.call {
        failed.append(mark.call)
        output.append(mark.unstored ?? .failed(error))
      }
      start = mark.end
    }
    removeAll()
    return failed
  }

  private mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= SendBuffer.idleCapacity)
    marks.removeAll(keepingCapacity: true)
  }
}

extension SendBuffer {
  mutating func append(_ reply: Reply) { append { reply.append(to: &$0) } }
}

/// Takes what has come in off the connections' sockets.
final class Input {
  /// One whole message and its NUL at least, so that a message costs one read.
  private var buffer = [UInt8](repeating: 0, count: 65_537)

  func read(_ connection: Connection) {
    // Of one that has hung up no event tells whether there is more.
    connection.hasInput = connection.registration == nil
    connection.isInputKnown = false
    do throws(SystemError) {
      // Without a control buffer: descriptors that a peer passes never get here.
      let count = try systemCall("recv") {
        recv(connection.socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { return connection.endInput() }
      buffer.withUnsafeBytes { connection.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } catch {
      if error.code == EAGAIN, !connection.hasInput { return }
      connection.endInput()
      connection.output.lose()
    }
  }
}
