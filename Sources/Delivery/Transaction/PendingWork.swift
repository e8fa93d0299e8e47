import NotificationModel

/// What the store still has to do, read within the transaction that changed it rather than at every wake-up.
struct PendingWork {
  /// The earliest trigger or expiry.
  private(set) var deadline: Timestamp?
  /// When the first of what is held back may be shown, as far as that is known.
  private(set) var release: Timestamp?
  /// Whether a banner is in the queue.
  private(set) var hasBanners = false

  init() {}

  init(_ store: any RecordStore) throws(StorageFault) {
    deadline = try store.nextDeadline()
    release = try store.nextRelease()
    hasBanners = try store.hasBannersWaiting(butRedactions: false)
  }
}
