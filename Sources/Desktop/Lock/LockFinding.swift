import NotificationModel

extension LockCombination {
  private static let silentLockers =
    "Where the screen locker tells nobody, as swaylock, hyprlock and i3lock do, let it run bellhop lock and "
    + "bellhop unlock."
  private static let sharing =
    "Before the screen is shared or recorded, run bellhop lock, and bellhop unlock after."

  private static let noticed = "Sharing it is noticed where that goes through PipeWire."
  private static let unnoticed =
    "Sharing it is not noticed: there is no PipeWire here, or no libpipewire-0.3-0."

  /// How the lock and the sharing of the screen are learnt here.
  var finding: DesktopFinding {
    let lockers = present.filter { $0 != .sharing }
    // logind alone repeats what a desktop's locker tells it, and most others tell it nothing.
    let isLockKnown = !lockers.isEmpty && lockers != [.logind]
    let isSharingKnown = present.contains(.sharing)
    let remedies = (isLockKnown ? [] : [Self.silentLockers]) + (isSharingKnown ? [] : [Self.sharing])
    return DesktopFinding(
      .lock, lockers.isEmpty ? .missing : isLockKnown && isSharingKnown ? .works : .limited,
      "\(text(of: lockers)) \(isSharingKnown ? Self.noticed : Self.unnoticed)",
      remedy: remedies.isEmpty ? nil : remedies.joined(separator: " "))
  }

  private func text(of lockers: [LockSource]) -> String {
    let names = lockers.map(\.rawValue).joined(separator: " and ")
    return lockers.isEmpty
      ? "Nobody here tells whether the screen is locked: only bellhop lock counts."
      : "Whether the screen is locked is learnt from \(names)."
  }
}
