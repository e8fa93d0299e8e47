import NotificationModel

/// How a call asks for attention, and for how long.
struct AskedUrgency {
  var level = InterruptionLevel.active
  var relevantDate: Timestamp?
  /// Whether it may make a sound.
  var mayBeHeard = true
  var handedOn = DesktopOrigin.Urgency.normal
  var expiry: DesktopOrigin.Expiry

  /// | urgency          | level         | handed on | expiry, where the call leaves it open |
  /// |------------------|---------------|-----------|---------------------------------------|
  /// | 0                | active, quiet | low       | the server's                          |
  /// | 1, none, unknown | active        | normal    | the server's                          |
  /// | 2 of a browser   | active        | normal    | never, whatever the call says         |
  /// | 2 of others      | timeSensitive | critical  | never                                 |
  ///
  /// Not passive for 0: servers show a banner for it, and volume keys use it.
  init(_ call: NotifyCall, isBrowser: Bool, now: Timestamp, _ repairs: inout Repairs) {
    expiry = DesktopOrigin.Expiry(timeout: call.expireTimeout)
    switch call.hints.urgency {
    case 0:
      handedOn = .low
      mayBeHeard = false
    case 2 where isBrowser:
      expiry = .never
    case 2:
      level = .timeSensitive
      relevantDate = now
      handedOn = .critical
      if expiry == .serverDecides { expiry = .never }
    case nil, 1: break
    default: repairs.note(.passedOver(.urgency))
    }
  }
}
