import CXCB
import Glibc
import NotificationModel

/// An X server's counter of the milliseconds since the last input, with alarms for when it reaches a limit and when it
/// starts anew (X Synchronization Extension, the counter IDLETIME).
struct XIdleCounter: Sendable {
  private static let name = "IDLETIME"
  /// The reply's length before its list.
  private static let headBytes = 32
  /// The length of each counter before its name: number, resolution, and the name's length.
  private static let fixedBytes = 4 + 8 + 2

  /// The number of the extension's first event.
  private let firstEvent: UInt8
  private let milliseconds: UInt32
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
    for test in [XCB_SYNC_TESTTYPE_POSITIVE_TRANSITION, XCB_SYNC_TESTTYPE_NEGATIVE_TRANSITION] {
      Self.setAlarm(on: connection, counter, test, milliseconds)
    }
    xcb_flush(connection)
  }

  /// `nil` for any other event.
  func presence(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Presence? {
    guard Int32(event.pointee.response_type & 0x7f) == Int32(firstEvent) + XCB_SYNC_ALARM_NOTIFY else {
      return nil
    }
    return event.withMemoryRebound(to: xcb_sync_alarm_notify_event_t.self, capacity: 1) {
      Self.presence($0.pointee.counter_value, milliseconds)
    }
  }

  private static func presence(_ idle: xcb_sync_int64_t, _ milliseconds: UInt32) -> Presence {
    idle.hi > 0 || idle.lo >= milliseconds ? .away : .here
  }

  private static func counter(on connection: OpaquePointer) -> xcb_sync_counter_t? {
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

  /// With a delta of 0 an alarm for a transition stays active.
  private static func setAlarm(
    on connection: OpaquePointer, _ counter: xcb_sync_counter_t, _ test: xcb_sync_testtype_t,
    _ milliseconds: UInt32
  ) {
    var alarm = xcb_sync_create_alarm_value_list_t(
      counter: counter, valueType: XCB_SYNC_VALUETYPE_ABSOLUTE.rawValue,
      value: xcb_sync_int64_t(hi: 0, lo: milliseconds),
      testType: test.rawValue,
      delta: xcb_sync_int64_t(hi: 0, lo: 0), events: 1)
    let all = [
      XCB_SYNC_CA_COUNTER, XCB_SYNC_CA_VALUE_TYPE, XCB_SYNC_CA_VALUE, XCB_SYNC_CA_TEST_TYPE,
      XCB_SYNC_CA_DELTA,
      XCB_SYNC_CA_EVENTS,
    ].reduce(0) { $0 | $1.rawValue }
    xcb_sync_create_alarm_aux(connection, xcb_generate_id(connection), all, &alarm)
  }
}
