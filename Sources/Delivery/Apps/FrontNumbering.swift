import NotificationModel

// Numbers for what comes by the desktop's own interface.

extension DeliveryEngine {
  /// Whether a number that the notification server speaks of is neither one that an app knows, nor the server's own for a
  /// banner of ours. `nil`: not known before the server has said what it is, and under which number it shows what it was
  /// given: a press may be heard by another connection before that answer is.
  package func isUnknown(_ number: UInt32) -> Bool? {
    guard number < FrontNumbers.first, passing[number] == nil,
      (try? store.record(numbered: number)) == .some(nil)
    else { return false }
    guard let name = server.description?.server else {
      if case .absent = server.presence { return true }
      return nil
    }
    let handle = BannerHandle(server: name, id: number)
    let isOurs =
      recentBanners.contains(handle) || passing.banner(shownAs: handle) != nil
      || (try? store.banner(shownAs: handle)) != .some(nil)
    return isOurs ? false : server.outstanding == nil ? true : nil
  }

  /// The number that it is known by from now on: the one that its app names, whatever that is; that of the same thing, if
  /// it is there; else a new one.
  func numbered(_ origin: DesktopOrigin, existing: DesktopOrigin?) throws -> DesktopOrigin {
    frontNumbers.use()
    var numbered = origin
    if numbered.number == 0 { numbered.number = existing?.number ?? 0 }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // Two who posted the same, or changed it, wait for what becomes of it: everybody is told.
    if let existing, existing.number != 0 {
      numbered.isShared = existing.isShared || existing.caller != origin.caller
    }
    return numbered
  }

  private func nextNumber() throws -> UInt32 {
    while true {
      let number = try frontNumbers.new()
      // An app may have named it first.
      if try !isTaken(number) { return number }
    }
  }

  private func isTaken(_ number: UInt32) throws -> Bool {
    try passing[number] != nil || store.record(numbered: number) != nil
  }

  /// The person does not want it. Its app is told as by a server that shows nothing, and nothing about what is there.
  func refuse(_ origin: DesktopOrigin) throws -> UInt32 {
    var refused = origin
    if try refused.number == 0 || isTaken(refused.number) { refused.number = try nextNumber() }
    outbox.add(.front(.closed(.undefined), number: refused.number, caller: refused.caller))
    return refused.number
  }
}
