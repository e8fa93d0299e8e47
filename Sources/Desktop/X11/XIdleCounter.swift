import CXCB
import Glibc
import NotificationModel

/// An X server's counter of the milliseconds since the last input (X Synchronization Extension, the counter IDLETIME),
/// with an alarm for the other side of a limit: it goes off once the counter is there, and is set anew each time.
///
/// An alarm for a transition can be lost. Xorg compares the counter with the value that it noted last, and so does not
/// see a return from the limit itself, or one after which another client has asked for the value (Xext/sync.c).
struct XIdleCounter: Sendable {
  private static let name = "IDLETIME"
  /// The reply's length before its list.
  private static let headBytes = 32
  /// The length of each counter before its name: number, resolution, and the name's length.
  private static let fixedBytes = 4 + 8 + 2

  /// The number of the extension's first event.
  private let firstEvent: UInt8
  private let milliseconds: UInt32
  private let alarm: xcb_sync_alarm_t
  let presence: Presence

  /// Blocks until the server answers. `nil` if it has no such counter.
  init?(on connection: OpaquePointer, milliseconds: UInt32) {
    self.milliseconds = milliseconds
    guard let extensionData = cxcb_sync(connection), extensionData.pointee.present != 0 else { return nil }
    firstEvent = extensionData.pointee.first_event
    // The server answers other requests only once it knows the client's version.
    let greeting = xcb_sync_initialize(connection, 3, 1)
    guard let greeted = xcb_sync_initialize_reply(connection, greeting, nil) else { return nil }
    free(greeted)
    guard let counter = Self.counter(on: connection),
      let reply = xcb_sync_query_counter_reply(connection, xcb_sync_query_counter(connection, counter), nil)
    else { return nil }
    presence = Self.presence(reply.pointee.counter_value, milliseconds)
    free(reply)
    alarm = xcb_generate_id(connection)
    var first = xcb_sync_create_alarm_value_list_t(
      counter: counter, valueType: XCB_SYNC_VALUETYPE_ABSOLUTE.rawValue, value: limit(after: presence),
      testType: Self.test(after: presence).rawValue, delta: xcb_sync_int64_t(hi: 0, lo: 0), events: 1)
    let all = [
      XCB_SYNC_CA_COUNTER, XCB_SYNC_CA_VALUE_TYPE, XCB_SYNC_CA_VALUE, XCB_SYNC_CA_TEST_TYPE,
      XCB_SYNC_CA_DELTA, XCB_SYNC_CA_EVENTS,
    ].reduce(0) { $0 | $1.rawValue }
    xcb_sync_create_alarm_aux(connection, alarm, all, &first)
    xcb_flush(connection)
  }

  /// The presence that an alarm tells, which sets it for the other one; `nil` for any other event.
  func presence(_ event: UnsafeMutablePointer<xcb_generic_event_t>, on connection: OpaquePointer) -> Presence?
  {
    guard Int32(event.pointee.response_type & 0x7f) == Int32(firstEvent) + XCB_SYNC_ALARM_NOTIFY else {
      return nil
    }
    let presence = event.withMemoryRebound(to: xcb_sync_alarm_notify_event_t.self, capacity: 1) {
      Self.presence($0.pointee.counter_value, milliseconds)
    }
    var next = xcb_sync_change_alarm_value_list_t()
    next.value = limit(after: presence)
    next.testType = Self.test(after: presence).rawValue
    let changed = XCB_SYNC_CA_VALUE.rawValue | XCB_SYNC_CA_TEST_TYPE.rawValue
    xcb_sync_change_alarm_aux(connection, alarm, changed, &next)
    xcb_flush(connection)
    return presence
  }

  /// An alarm for a comparison with a delta of 0 goes off once, at once where it is true already.
  private static func test(after presence: Presence) -> xcb_sync_testtype_t {
    presence == .here ? XCB_SYNC_TESTTYPE_POSITIVE_COMPARISON : XCB_SYNC_TESTTYPE_NEGATIVE_COMPARISON
  }

  /// The first value that is away, or the last one that is here.
  private func limit(after presence: Presence) -> xcb_sync_int64_t {
    xcb_sync_int64_t(hi: 0, lo: presence == .here ? milliseconds : milliseconds - 1)
  }

  private static func presence(_ idle: xcb_sync_int64_t, _ milliseconds: UInt32) -> Presence {
    idle.hi > 0 || idle.lo >= milliseconds ? .away : .here
  }

  /// Blocks until the server answers.
  static func counter(on connection: OpaquePointer) -> xcb_sync_counter_t? {
    let question = xcb_sync_list_system_counters(connection)
    guard let reply = xcb_sync_list_system_counters_reply(connection, question, nil) else { return nil }
    defer { free(reply) }
    let bytes = UnsafeRawBufferPointer(start: reply, count: headBytes + 4 * Int(reply.pointee.length))
    return counter(named: name, in: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(headBytes)))
  }

  /// The number of the counter with this name in the list of all. libxcb's own iterator counts C's two bytes of padding
  /// as part of the structure, and reads past the reply.
  static func counter(named name: String, in list: UnsafeRawBufferPointer) -> UInt32? {
    var place = 0
    while place + fixedBytes <= list.count {
      let length = Int(list.loadUnaligned(fromByteOffset: place + fixedBytes - 2, as: UInt16.self))
      let start = place + fixedBytes
      guard start + length <= list.count else { return nil }
      if list[start..<start + length].elementsEqual(name.utf8) {
        return list.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      }
      place = (start + length + 3) & ~3
    }
    return nil
  }
}
