import NotificationModel

extension LockCombination {
  /// How the lock and the sharing of the screen are learnt here.
  var fact: DesktopFact {
    let lockers = present.filter { $0 != .sharing }
    return .lock(
      sources: lockers.map(\.rawValue),
      // logind by itself only repeats the reports of a desktop's locker, and most lockers report nothing to it.
      isLockKnown: !lockers.isEmpty && lockers != [.logind], isSharingKnown: present.contains(.sharing))
  }
}
