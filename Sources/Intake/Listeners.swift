import NotificationModel
import Varlink

/// Who waits for what becomes of a notification that is known by its number. A number is given once, so that nobody
/// hears of another's.
struct Listeners {
  private var numbers: [ConnectionID: UInt32] = [:]

  mutating func add(_ connection: ConnectionID, number: UInt32) { numbers[connection] = number }

  mutating func remove(_ connection: ConnectionID) { numbers[connection] = nil }

  /// Everybody who posted it hears of it, as by the desktop's interface.
  mutating func pass(_ signal: FrontSignal, _ number: UInt32, _ server: Server) {
    for connection in numbers.filter({ $0.value == number }).keys {
      let told = ["number": Int(number).json] as KeyValuePairs<String, JSON?>
      switch signal {
      case .invoked(let key, _):
        server.send(.continues(JSON(fields: told).adding([JSON.Field("action", key.json)])), to: connection)
      case .closed(let reason):
        numbers[connection] = nil
        let closed = JSON.Field("closed", Int(reason.rawValue).json)
        server.send(.done(JSON(fields: told).adding([closed])), to: connection)
      // No client of ours has offered a field for it.
      case .replied: break
      }
    }
  }
}
