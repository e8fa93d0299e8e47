// One connection's calls and answers, without any reading, writing or waiting of its own.
//
// Invariants: at most one call is current, and while it is, later ones are kept in `waiting` or unread.
// Answers are staged in the order of their calls. What `reader` holds beyond whole messages is less than one
// message; whole messages are left in it only while `stop` says why.

internal import EventLoop
internal import NotificationProtocol
internal import Varlink

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
  /// The turn in which it was handed to the handler.
  let turn: UInt64
}

final class Connection {
  /// Why whole messages may be left unread.
  enum Stop {
    case none
    /// It had its share of this turn.
    case share
    /// Too many of its answers are unread.
    case output
  }

  /// What a deadline is for; while it stays the same, the deadline does.
  enum Stall: Equatable {
    case message(number: UInt64)
    case output(taken: UInt64)

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
  var output = Output()
  private(set) var stop = Stop.none

  /// Nothing more comes from the peer, or is wanted.
  private(set) var inputEnded = false
  /// A message was too long: what still comes is taken off the socket and dropped, for a peer that cannot finish
  /// writing reads no answer.
  private var dropsInput = false
  /// That message, until its turn to be answered comes.
  private var tooLong: FrameFault?
  /// A pending call will not be waited for.
  private(set) var isClosing = false
  /// Out of the server's hands; its handler has been or will be told.
  var isCondemned = false

  var registration: Registration?
  var interest: Readiness = .readable
  var stall: (reason: Stall, timer: Timer)?
  /// Whether something of this turn waits for the turn's end, and whether the next turn continues it.
  var isTouched = false
  var isContinued = false

  init(caller: Caller, service: Service, socket: consuming FileDescriptor, limits: ServerLimits) {
    self.caller = caller
    self.service = service
    self.socket = socket
    self.limits = limits
    reader = FrameReader(limit: limits.messageBytes)
  }

  // MARK: Input

  var wantsInput: Bool { !inputEnded && stop == .none }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    if !inputEnded, !dropsInput { reader.append(bytes) }
  }

  func endInput() { inputEnded = true }

  /// Answers what has been answered, and takes nothing more.
  func beginClosing() {
    inputEnded = true
    isClosing = true
    waiting = []
    tooLong = nil
    reader = FrameReader(limit: limits.messageBytes)
    stop = .none
  }

  /// The next call to be handled, which becomes current. `share` counts down what is left for this turn.
  func nextCall(share: inout Int, turn: UInt64) throws(ConnectionFault) -> Call? {
    stop = .none
    guard current == nil else {
      try collect()
      return nil
    }
    guard replies.count + output.count < limits.outputBeforeWaiting else {
      stop = .output
      return nil
    }
    guard share > 0 else {
      stop = .share
      return nil
    }
    let call: Call
    if !waiting.isEmpty {
      call = waiting.removeFirst()
    } else {
      guard let parsed = try parse() else {
        refuseTooLong()
        return nil
      }
      call = parsed
    }
    share -= 1
    calls += 1
    current = CurrentCall(number: calls, oneway: call.oneway, more: call.more, turn: turn)
    return call
  }

  private func collect() throws(ConnectionFault) {
    while let call = try parse() {
      guard waiting.count < limits.waitingCalls else { throw .tooManyWaiting }
      waiting.append(call)
    }
    // Behind a call that goes on until the peer hangs up there is no place for an answer.
    if let tooLong, current?.more == true { throw .malformed(reason: "\(tooLong)") }
  }

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
    do { return try Call(parsing: frame) } catch { throw .malformed(reason: "\(error)") }
  }

  // MARK: Answers

  /// Answers the message that was too long, in its place, and nothing after it.
  private func refuseTooLong() {
    guard case .tooLong(let limit, let given)? = tooLong.take() else { return }
    calls += 1
    isClosing = true
    let error = NotificationsError.tooLarge(field: "message", limit: limit, given: given)
    replies.append(.failed(error.callError), to: calls, stands: true)
  }

  /// Stages an answer to the current call, and ends the call with the last one. A call without `more` has one
  /// answer, and a oneway call none.
  func stage(_ reply: Reply, stands: Bool) {
    guard let call = current else { return }
    var reply = reply
    if case .continues(let parameters) = reply {
      if !call.more { reply = .done(parameters) }
    }
    if case .continues = reply {} else { current = nil }
    if !call.oneway, !output.isLost { replies.append(reply, to: call.number, stands: stands) }
  }

  /// Moves the turn's answers to the output. With a failure, the calls that were answered or begun in this
  /// turn get that instead; whether a call that was still pending ended by it.
  func release(failure: CallError?, turn: UInt64) -> Bool {
    guard let failure else {
      replies.release(into: &output)
      return false
    }
    let failed = replies.fail(with: failure, into: &output)
    guard let call = current else { return false }
    if failed.last != call.number {
      guard call.turn == turn else { return false }
      if !call.oneway { output.append(Reply.failed(failure)) }
    }
    current = nil
    return true
  }

  // MARK: State

  /// Whether there is nothing left to do for it.
  var isFinished: Bool {
    guard inputEnded, replies.isEmpty, output.isEmpty else { return false }
    return isClosing || (current == nil && waiting.isEmpty && tooLong == nil && stop == .none)
  }

  /// Whether the peer has all that it will get, while it may still be writing. Closed with bytes unread, the socket
  /// would tell it of an error.
  var hasSaidAll: Bool { dropsInput && isClosing && replies.isEmpty && output.isEmpty }

  /// Whether a peer that has hung up has left calls to be done. One that goes on until the peer hangs up is over,
  /// and all behind it.
  var leavesCalls: Bool {
    if let current { return !current.more }
    return !inputEnded || !waiting.isEmpty || stop != .none
  }

  /// What the peer must do within the patience of the server.
  var awaited: Stall? {
    if stop == .output || (inputEnded && (isClosing || current == nil) && !output.isEmpty) {
      return .output(taken: output.taken)
    }
    return wantsInput && (reader.isInsideMessage || dropsInput) ? .message(number: messages) : nil
  }
}
