import Delivery

/// Says once that nothing can be stored, and once that it can again: what fails is tried again and again.
struct StorageLog {
  private var hasFailed = false

  mutating func turnFailed(_ fault: StorageFault) {
    if !hasFailed { log(.error, "nothing of this turn could be stored: \(fault.reason)") }
    hasFailed = true
  }

  mutating func turnStored() {
    if hasFailed { log(.info, "what comes in is stored again") }
    hasFailed = false
  }
}
