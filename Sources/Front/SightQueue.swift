import NotificationModel

/// What has passed by and is not told yet, in its order: a call waits until it is known who made it, and so does all
/// that came after it. Else a closing would be told before what it closes.
struct SightQueue {
  enum Sight {
    /// A call, and the number that the server has given it; `nil` where nobody waits for one.
    case call(NotifyCall, by: [UInt8], number: UInt32?, at: Timestamp)
    case closed(UInt32)
    case newServer
  }

  /// Far more than pass while the bus answers one question.
  private static let most = 256

  private var sights: [Sight] = []

  /// Whether there is room for it.
  mutating func add(_ sight: Sight) -> Bool {
    guard sights.count < Self.most else { return false }
    sights.append(sight)
    return true
  }

  var first: Sight? { sights.first }

  mutating func removeFirst() { sights.removeFirst() }
}
