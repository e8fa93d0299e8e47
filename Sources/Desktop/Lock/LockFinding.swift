import NotificationModel

extension LockCombination {
  /// How the lock and the sharing of the screen are learnt here.
  var fact: DesktopFact {
    let lockers = present.filter { $0 != .sharing }
    return .lock(
      sources: lockers.map(\.rawValue),
      // logind alone repeats what a desktop's locker tells it, and most others tell it nothing.
      isLockKnown: !lockers.isEmpty && lockers != [.logind], isSharingKnown: present.contains(.sharing))
  }
}
