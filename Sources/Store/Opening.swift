package import NotificationModel

/// A store that is open, and what should be said about it.
package struct Opened {
  package let store: SQLiteStore
  /// That a damaged database was set aside, and what was carried over, in words for the log.
  package let notice: String?
}

extension SQLiteStore {
  /// What it keeps in its directory, and nobody else is to touch while it is open.
  package static let fileNames: Set<String> = [
    StateDirectory.database, StateDirectory.log, "\(StateDirectory.database)-shm", StateDirectory.lock,
  ]

  /// Opens `bellhop.db` in a directory of the person's own, which is created where there is none. A damaged
  /// database, or one of another program, is set aside, and a new one begun with what can be read of it; a newer one
  /// is not touched, and neither is one that the disk does not let be read.
  ///
  /// `progress` is called now and then while a file is read through, `report` later, on any thread.
  package static func open(
    directory path: String, durability: Durability, now: Timestamp, progress: @escaping () -> Void = {},
    report: @escaping @Sendable (StorageReport) -> Void = { _ in }
  ) throws(OpeningFault) -> Opened {
    let lock = try DirectoryLock(StateDirectory(path: path))
    var lastEnd = lock.lastEnd
    var notices = [try Succession.resume(in: lock.directory, now)].compactMap { $0 }
    var isNew = false
    while true {
      var files = try DatabaseFiles(in: lock.directory)
      lock.directory.prepareDatabase()
      let examination = Examination(durability: durability, lastEnd: lastEnd, progress: progress)
      switch try examination.candidate(files, in: lock.directory) {
      case .sound(let connection, let isDoubtful):
        lock.trust()
        files.rememberLog()
        let store = SQLiteStore(
          connection: connection, files: files, lock: lock, durability: durability, report: report)
        if isDoubtful { store.readThrough() }
        if let note = store.takeNote() { notices.append(note.text(store.path)) }
        return Opened(store: store, notice: notices.isEmpty ? nil : notices.joined(separator: "; "))
      case .unreadableLog:
        let name = lock.directory.nameAside(now)
        try lock.directory.moveAside(to: name, logAlone: true)
        notices.append(
          "the log of \(files.path) cannot be read, and what was accepted last may have been in it; "
            + "it was moved to \(name)-wal")
      case .older(let version):
        let name = lock.directory.nameAside(now)
        try lock.directory.moveAside(to: name)
        notices.append(
          "\(files.path) is of version \(version), which builds before the first release wrote; it was moved to \(name)"
        )
        lastEnd = .orderly
      case .newer(let version):
        throw .tooNew(found: version, supported: Schema.newest, path: files.path)
      case .damaged(let reason):
        guard !isNew else { throw .unusable("\(files.path) \(reason)") }
        try Succession(progress: progress).replaceDatabase(in: lock.directory, because: reason, now)
        lastEnd = .orderly
        isNew = true
      }
    }
  }
}

extension SQLiteStore {
  /// Once, what is to be said of the file that this one succeeds.
  fileprivate func takeNote() -> SuccessionNote? {
    guard let note = SuccessionNote((try? value(SuccessionNote.row)) ?? nil) else { return nil }
    try? set(SuccessionNote.row, to: nil)
    try? commit()
    return note
  }
}

/// What became of a store's file after it was opened.
package enum StorageReport: Hashable, Sendable {
  /// Something is to be looked at: `RecordStore.verify`.
  case changed
  /// The file had been removed or replaced, and what it held was written to another; a sentence that says so.
  case saved(String)
}
