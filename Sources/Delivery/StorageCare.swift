import NotificationModel

// What the engine makes of storage that fails: a write spoils the whole turn, a read this call alone, and what is heard
// from outside is looked at before a turn is over.

extension DeliveryEngine {
  /// Runs one call: a storage fault spoils the whole turn, a refusal only this call.
  func call<T>(_ body: () throws -> T) throws(Refusal) -> T {
    do {
      return try body()
    } catch let refusal as Refusal {
      throw refusal
    } catch let storage as StorageFault {
      fault = storage
      throw .notStored(storage.reason)
    } catch {
      throw .notStored("unexpected failure")
    }
  }

  /// As `call`, for what can end a notification: what was told before is taken up before, or a press would mean
  /// nothing any more.
  func call<T>(at now: Moment, _ body: () throws -> T) throws(Refusal) -> T {
    try call {
      let reports = inputs.filter(\.isFromOutside)
      inputs.removeAll(where: \.isFromOutside)
      takenByCalls += reports
      for report in reports { try take(report, now) }
      return try body()
    }
  }

  /// Reads for somebody outside of a turn as well as within one: a fault is the reader's alone.
  func look<T>(_ body: () throws -> T) throws(Refusal) -> T {
    do {
      return try body()
    } catch let refusal as Refusal {
      throw refusal
    } catch let storage as StorageFault {
      throw .notStored(storage.reason)
    } catch {
      throw .notStored("unexpected failure")
    }
  }

  /// Something happened to the storage from outside; it is looked at before the turn is over.
  package func storageChanged() { storageMayHaveChanged = true }

  /// Somebody else wrote to it.
  package func storageWritten() { store.doubt() }

  func lookAfterStorage() throws {
    guard storageMayHaveChanged else { return }
    try store.verify()
    storageMayHaveChanged = false
    // Another fault is over when something could be stored.
    if storageFault?.cause == .displaced { storageFault = nil }
  }

  /// Stores something, so that it is known again whether that can be done; nobody may ask for anything to be stored.
  func tryStorage(_ now: Moment) throws {
    if storageFault != nil { try store.set("storageTried", to: "\(now.wall.milliseconds)") }
  }
}
