import BusWire

/// The numbers of notifications in the servers' own interfaces. An app and a person know a notification by Bellhop's
/// number, and the server by one of its own: on their way, each is exchanged for the other.
struct ServerNumbers {
  /// Where a message has such numbers.
  private enum Place {
    /// The first argument, of type `u`.
    case first
    /// The entries `id` of all dictionaries, of type `i` or `u`.
    case ids
  }

  // The servers' sources: dunst 1.9 to 1.13 (dbus.c), mako 1.7 to 1.9 and after that (dbus/mako.c). dunst's
  // NotificationAction has no number but a place in the list. SwayNotificationCenter is called at a name of its own.
  private static let calls: [String: Place] = [
    "org.dunstproject.cmd0.NotificationPopHistory": .first,
    "org.dunstproject.cmd0.NotificationRemoveFromHistory": .first,
    "fr.emersion.Mako.DismissNotification": .first,
    "fr.emersion.Mako.DismissNotifications": .ids,
    "fr.emersion.Mako.InvokeAction": .first,
  ]
  /// By the method that is answered, or the interface whose properties are.
  private static let answers: [String: Place] = [
    "org.dunstproject.cmd0.NotificationListHistory": .ids,
    "fr.emersion.Mako.ListNotifications": .ids,
    "fr.emersion.Mako.ListHistory": .ids,
    "fr.emersion.Mako": .ids,
  ]
  private static let signals: [String: Place] = [
    "org.dunstproject.cmd0.NotificationHistoryRemoved": .first
  ]

  private unowned let host: any FrontHost

  init(_ host: any FrontHost) { self.host = host }

  /// The call with the server's numbers; `nil`: these are not known yet.
  func forServer(_ call: Message) -> Message? {
    exchanged(call, Self.name(of: call).flatMap { Self.calls[$0] }, host.serverNumber)
  }

  /// The server's answer to the call, with apps' numbers; `nil`: these are not known yet.
  func forApps(_ answer: Message, to call: Message) -> Message? {
    guard answer.header.kind == .reply, let name = Self.name(of: call) else { return answer }
    return exchanged(answer, Self.answers[name], host.appNumber)
  }

  /// A signal of the server's; `nil`: its numbers are not known yet.
  func forApps(_ signal: Message) -> Message? {
    exchanged(signal, Self.name(of: signal).flatMap { Self.signals[$0] }, host.appNumber)
  }

  private func exchanged(_ message: Message, _ place: Place?, _ other: (UInt32) -> UInt32?) -> Message? {
    guard let place else { return message }
    var exchanged = message
    for range in Self.numbers(in: message, at: place) {
      let number = message.number(at: range)
      // 0 stands for the last notification, or for all.
      guard number != 0 else { continue }
      guard let other = other(number) else { return nil }
      exchanged.put(other, at: range)
    }
    return exchanged
  }

  /// None where the body is not what the table says.
  private static func numbers(in message: Message, at place: Place) -> [Range<Int>] {
    switch place {
    case .first:
      guard message.hasBody, message.header.signature.first == UInt8(ascii: "u") else { return [] }
      var reader = message.arguments()
      guard (try? reader.uint32()) != nil else { return [] }
      return [(reader.position - 4)..<reader.position]
    case .ids: return (try? message.numbers(under: "id")) ?? []
    }
  }

  private static func name(of message: Message) -> String? {
    guard let interface = message.text(message.header.interface),
      let member = message.text(message.header.member)
    else { return nil }
    guard interface == ServiceNames.properties else { return "\(interface).\(member)" }
    return (try? message.firstString()).flatMap { message.text($0) }
  }
}
