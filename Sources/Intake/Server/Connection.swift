internal import EventLoop
internal import Glibc
internal import NotificationProtocol
internal import Varlink

// The calls and answers of one connection. It reads, writes and waits through its owner, the server.
//
// Invariants: at most one call is current; meanwhile later calls are kept in `waiting` or unread. Answers are staged in
// the order of their calls. Beyond whole messages, `reader` holds less than one message; whole messages stay in it only
// while `stop` gives the reason or the server has the connection queued.

/// The reason for cutting a connection in the middle of its input.
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

/// A call whose last answer is still to come.
struct CurrentCall {
  /// The ordinal of the call on its connection.
  let number: UInt64
  let oneway: Bool
  let more: Bool
  /// The transaction that began the call, or whose failure ends it.
  var transaction: UInt64
  /// The next step of the call; `nil` while the call waits for its answers.
  var step: (() -> Handling)?
  /// True while an answer is being built, which holds memory until it is whole.
  var growsAnswer = false
}

final class Connection {
  /// The reason for leaving whole messages unread.
  enum Stop {
    case none
    /// Too many bytes of answers are unread by the peer.
    case output
  }

  /// The next step for the connection.
  enum Work {
    case nothing
    /// Read its input.
    case read
    /// A call was queued behind the current one.
    case collected
    /// Begin this call.
    case begin(Call)
    case step(() -> Handling)
  }

  /// The subject of a deadline. The deadline stays while the subject stays the same.
  enum Stall: Equatable {
    case message(number: UInt64)
    case output(taken: Int)

    /// The incident to record at the deadline.
    var incident: Incident { if case .message = self { .halfMessage } else { .unreadOutput } }
  }

  let caller: Caller
  let service: Service
  let socket: FileDescriptor
  /// The limits when the connection was accepted.
  let limits: ServerLimits

  private var reader: FrameReader
  private var messages: UInt64 = 0
  private var waiting: [Call] = []
  private var calls: UInt64 = 0
  private(set) var current: CurrentCall?
  var replies = StagedReplies()
  var output = SendBuffer()
  private(set) var stop = Stop.none

  /// No more input comes from the peer, or is wanted.
  private(set) var inputEnded = false
  /// A message was too long. Its remaining bytes are read and dropped, since a peer that cannot finish writing reads no
  /// answer.
  private var dropsInput = false
  /// The fault of that message, kept until the calls before it are answered.
  private var tooLong: FrameFault?
  /// The connection closes once its answers are sent, without waiting for a pending call.
  private(set) var isClosing = false
  /// The server has given up the connection; the handler has been or will be told.
  var isCondemned = false

  var registration: Registration?
  var interest: Readiness = .readable
  var stall: (reason: Stall, timer: Timer)?
  /// True if the connection has output or a call of the current transaction.
  var isTouched = false
  /// The account of its newest call.
  var account: Account
  /// The connection's number in the scheduler.
  var member: UInt64 = 0
  /// True while the connection waits to be served.
  var isQueued = false
  /// `hasInput`: the socket was reported readable and not read since. `isInputKnown`: it was reported again, so the
  /// loop need not monitor it until it is read.
  var hasInput = false
  var isInputKnown = false
  /// True if the current call has more replies than the peer has room for.
  var awaitsRoom = false

  init(caller: Caller, service: Service, socket: consuming FileDescriptor, limits: ServerLimits) {
    self.caller = caller
    self.service = service
    self.socket = socket
    self.limits = limits
    reader = FrameReader(limit: limits.messageBytes)
    // So that a first call that locks is read in the share of those.
    account = Account(caller.ownAccount.group, at: caller.role == .control ? .lock : .apps)
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

  /// Sends the answers that exist, and reads nothing more.
  func beginClosing() {
    endInput()
    isClosing = true
    waiting = []
    tooLong = nil
    reader = FrameReader(limit: limits.messageBytes)
    stop = .none
  }

  /// The next step. A step that is not possible now is found again by a later call.
  func work() throws(ConnectionFault) -> Work {
    stop = .none
    if let current {
      if let step = current.step { return .step(step) }
      guard let call = try parse() else {
        // A call that streams until the peer hangs up leaves no place for an error reply.
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

  /// True if `work` may find a step.
  var mayHaveWork: Bool {
    if hasInput || reader.isInsideMessage { return true }
    guard let current else { return !waiting.isEmpty || tooLong != nil }
    return current.step != nil || (current.more && tooLong != nil)
  }

  /// Makes the first waiting call current.
  func begin(transaction: UInt64) {
    guard current == nil, !waiting.isEmpty else { return }
    let call = waiting.removeFirst()
    calls += 1
    current = CurrentCall(number: calls, oneway: call.oneway, more: call.more, transaction: transaction)
  }

  /// Sets the next step of the current call. The failure of `transaction` ends the call, if the call depends on that
  /// transaction.
  func setStep(_ purpose: Handling.Purpose, transaction: UInt64, _ step: @escaping () -> Handling) {
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

  /// Replies to the too long message in its turn, and to nothing after it.
  private func refuseTooLong() {
    guard case .tooLong(let limit, let given)? = tooLong.take() else { return }
    calls += 1
    isClosing = true
    let error = NotificationsError.tooLarge(field: "message", limit: limit, given: given)
    replies.append(to: calls, isCommitted: true) { Reply.failed(error.callError).append(to: &$0) }
  }

  /// Stages a reply to the current call, and ends the call with the last one. A call without `more` gets one reply, a
  /// oneway call no reply.
  func stage(_ reply: Reply, isCommitted: Bool, unstored: Reply? = nil) {
    var reply = reply
    if case .continues(let parameters) = reply, current?.more == false { reply = .done(parameters) }
    let isLast = if case .continues = reply { false } else { true }
    stage(isLast: isLast, isCommitted: isCommitted, unstored: unstored) { reply.append(to: &$0) }
  }

  /// Stages the last reply, a whole message.
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

  /// Moves the transaction's replies to the output. With a failure, the calls that were answered or begun in this
  /// transaction get the failure instead. Returns whether a pending call ended by it.
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

  /// Bytes of replies that the peer has not read.
  var unsentBytes: Int { replies.count + output.count }

  /// True if no call waits for its answer.
  var isIdle: Bool { current == nil && waiting.isEmpty && !isQueued && unsentBytes == 0 }

  /// True if nothing is left to do for the connection.
  var isFinished: Bool {
    guard inputEnded, !isQueued, replies.isEmpty, output.isEmpty else { return false }
    return isClosing || (current == nil && waiting.isEmpty && tooLong == nil && stop == .none)
  }

  /// True if the peer has every reply but may still be writing. Closing the socket with unread bytes would make the
  /// peer see an error.
  var hasSentAll: Bool { dropsInput && isClosing && replies.isEmpty && output.isEmpty }

  /// True if a peer that has hung up left calls to handle. A call that streams until the peer hangs up is over, and so
  /// are the calls behind it.
  var hasUnhandledCalls: Bool {
    if let current { return !current.more }
    return !inputEnded || isQueued || !waiting.isEmpty || stop != .none
  }

  /// The action that the peer owes within `patienceMilliseconds`.
  var awaited: Stall? {
    if stop == .output || (inputEnded && (isClosing || current == nil) && !output.isEmpty) {
      return .output(taken: output.taken)
    }
    return wantsInput && (reader.isInsideMessage || dropsInput) ? .message(number: messages) : nil
  }
}

/// The replies of one connection in one transaction. They are sent only after the commit.
struct StagedReplies {
  private struct Mark {
    let call: UInt64
    /// The reply reports nothing that this transaction stores.
    let isCommitted: Bool
    /// The reply to send if the transaction fails.
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

  /// Moves the replies to the output.
  mutating func release(into output: inout SendBuffer) {
    output.append(bytes)
    removeAll()
  }

  /// Moves the replies to the output after a failed transaction: committed replies as they are, and for each other call
  /// one `error`, or its `unstored` reply. Returns the calls that failed.
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

/// Reads the connections' sockets.
final class Input {
  /// Room for one whole message of the largest size and its NUL, so that a message costs one read.
  private var buffer = [UInt8](repeating: 0, count: 65_537)

  func read(_ connection: Connection) {
    // After a hangup no event reports further input, so the socket counts as readable.
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
