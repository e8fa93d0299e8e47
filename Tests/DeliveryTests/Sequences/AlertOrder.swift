import NotificationModel

/// Who is to be shown before whom: the alerts of an app in the order of their posts, and calls before all others.
/// Knows those alone that nothing but the server keeps waiting.
struct AlertOrder {
  private struct Place {
    let number: Int
    let app: AppID
    let isCall: Bool
  }

  private var places: [NotificationID: Place] = [:]
  /// Posted as calls; one that is something else by now keeps the place that it had.
  private var calls: Set<NotificationID> = []
  private var last = 0

  mutating func join(_ record: NotificationID, _ request: NotificationRequest) {
    last += 1
    note(record, request)
    places[record] = Place(number: last, app: request.app, isCall: request.kind == .call)
  }

  /// Notes a call, also while it waits.
  mutating func note(_ record: NotificationID, _ request: NotificationRequest) {
    if request.kind == .call { calls.insert(record) }
  }

  mutating func leave(_ id: NotificationID) { places[id] = nil }
  /// The order is unknown after a change that may have put a notification aside.
  mutating func forget() { places.removeAll() }

  /// Those that were to be shown before this one, in their order.
  func before(_ id: NotificationID, _ request: NotificationRequest) -> [NotificationID] {
    let isCall = request.kind == .call || calls.contains(id)
    let own = places[id]
    return places.filter { other, place in
      if other == id { return false }
      if place.isCall != isCall { return place.isCall }
      return own.map { place.app == $0.app && place.number < $0.number } ?? false
    }.keys.sorted()
  }
}
