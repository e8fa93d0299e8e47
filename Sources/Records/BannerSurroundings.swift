/// What the lock asks of the banners on screen.
package enum LockDemand: Hashable, Sendable {
  /// The screen is unlocked: each shows its text.
  case text
  /// Private text is hidden.
  case hiding
  /// The desktop's own locker covers the screen, and shows no text of notifications: each banner keeps its form.
  case nothing
}

extension BannerRow {
  /// The facts that the result of an event depends on.
  package struct Surroundings: Sendable {
    package var demand: LockDemand
    /// The place of an alert that enters the queue now.
    package var place: Place
    /// Whether the server changes a banner without asking for attention.
    package var changesSilently: Bool
    /// Whether it changes a banner so to the other form that a lock or its end requires.
    package var followsLock: Bool
    package init(
      _ demand: LockDemand, place: Place, changesSilently: Bool = true, followsLock: Bool? = nil
    ) {
      self.demand = demand
      self.place = place
      self.changesSilently = changesSilently
      self.followsLock = followsLock ?? changesSilently
    }

    /// Whether private text on screen has to be hidden.
    var hides: Bool { demand == .hiding }

    /// The place of a new text without an alert.
    func placeOfUpdate(redacts: Bool) -> Place { redacts ? .redaction : .ordinary(place.number) }
  }
}
