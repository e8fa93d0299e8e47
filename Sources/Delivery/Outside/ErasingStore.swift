package import NotificationModel

/// The part of the store that dismissing and deleting need.
package protocol ErasingStore: AnyObject {
  // MARK: Taken off the list

  /// The notifications that the last dismissal took off the list, each with its state there, the newest first. The row
  /// is gone with its notification.
  func dismissed(limit: Int) throws(StorageFault) -> [Dismissed]
  func keep(_ dismissed: Dismissed) throws(StorageFault)
  func forgetDismissed(_ id: NotificationID) throws(StorageFault)
  func forgetDismissed(but ids: [NotificationID]) throws(StorageFault)
  func forgetDismissed() throws(StorageFault)

  // MARK: Deleted for good

  /// Removes a notification with its decisions, and its events that the app has not acknowledged. The numbers of these
  /// events are not used again.
  func erase(_ record: NotificationRecord) throws(StorageFault)
  /// Removes events of this app, or of all, about notifications that are gone. Events that say only that a notification
  /// ended stay. Returns how many were removed, at most `limit`.
  func eraseEvents(app: AppID?, limit: Int) throws(StorageFault) -> Int
  /// The id of the newest notification; 0 if there is none.
  func newestID() throws(StorageFault) -> NotificationID
  /// Some of the stored notifications of an app or of all, up to the id `last`.
  func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// The path of the database in use.
  var path: String { get }
  /// The paths of databases that were set aside beside it, and of their logs.
  var filesSetAside: [String] { get }
  /// Removes those that were set aside before that time, or all, as far as the system allows.
  func eraseFilesSetAside(before time: Timestamp?)
  /// Erases the traces of erased text in the log, where older versions live on. Runs between transactions, and waits
  /// for the disk.
  func eraseTraces() throws(StorageFault)
  /// Writes the whole database anew, because erased bytes can be left in the gaps of its pages. A fault does no harm to
  /// the stored data. A database that is too large for the rebuild is such a fault.
  func rebuild() throws(StorageFault)
  /// How many notifications are stored, of an app or of all.
  func storedCount(app: AppID?) throws(StorageFault) -> Int
}
