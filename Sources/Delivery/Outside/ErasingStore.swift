package import NotificationModel

/// What the person's taking off the list, and deleting, needs of the store.
package protocol ErasingStore: AnyObject {
  // MARK: Taken off the list

  /// Of the last call that took notifications off the list, how each stood there, the newest first; gone with its
  /// notification.
  func dismissed(limit: Int) throws(StorageFault) -> [Dismissed]
  func keep(_ dismissed: Dismissed) throws(StorageFault)
  func forgetDismissed(_ id: NotificationID) throws(StorageFault)
  func forgetDismissed(but ids: [NotificationID]) throws(StorageFault)
  func forgetDismissed() throws(StorageFault)

  // MARK: Deleted for good

  /// Removes it with its decisions, and the events about it that its app has not acknowledged: the sequence goes on past
  /// their numbers.
  func erase(_ record: NotificationRecord) throws(StorageFault)
  /// Removes what events of this app, or of all, say about notifications that are gone. Returns how many went, at most
  /// `limit`.
  func eraseEvents(app: AppID?, limit: Int) throws(StorageFault) -> Int
  /// The number of the newest notification; 0 where there is none.
  func newestID() throws(StorageFault) -> NotificationID
  /// Some that are stored, of an app or of all, and came into being no later than this one.
  func records(app: AppID?, through last: NotificationID, limit: Int) throws(StorageFault)
    -> [NotificationRecord]
  /// Where the database in use lies.
  var path: String { get }
  /// Databases that were set aside beside it, and their logs.
  var filesSetAside: [String] { get }
  /// Takes them away, as far as that can be done.
  func eraseFilesSetAside()
  /// Takes what was erased out of the log too, where older versions live on, and with `rebuilds` out of every gap of the
  /// database. Between transactions; waits for the disk.
  func eraseTraces() throws(StorageFault)
  /// Writes all of the database anew, since erased bytes can be left in the gaps of its pages. A fault says nothing of
  /// what is stored; one of them is that it is too large for that.
  func rebuild() throws(StorageFault)
  /// How many are stored, of an app or of all.
  func storedCount(app: AppID?) throws(StorageFault) -> Int
}
