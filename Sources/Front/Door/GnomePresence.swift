import BusSocket
import BusWire
import NotificationModel

/// Whether somebody is there, as GNOME says it on the session bus: its compositor of input (org.gnome.Mutter.IdleMonitor),
/// its session manager of programs that play a video. Both say it of their own accord.
final class GnomePresence {
  private static let compositor = "org.gnome.Mutter.IdleMonitor"
  private static let sessionManager = "org.gnome.SessionManager"
  private static let monitor = MessagePlace(
    path: "/org/gnome/Mutter/IdleMonitor/Core", interface: "org.gnome.Mutter.IdleMonitor")
  private static let properties = MessagePlace(
    path: "/org/gnome/SessionManager", interface: "org.freedesktop.DBus.Properties")
  /// "Inhibit the session being marked as idle", of `InhibitedActions`.
  private static let idleInhibited: UInt32 = 8
  private static let mostBytes = 4_096

  private unowned let bus: BusClient
  private let hear: (PresenceSource, Presence?) -> Void
  /// Their unique names.
  private var compositor: String?
  private var sessionManager: String?
  /// The watch that tells of two minutes without input.
  private var idle: UInt32?
  /// The one that tells once when input comes again.
  private var activity = Watch.none

  private enum Watch: Equatable {
    case none, asked
    case set(UInt32)
  }

  /// Asks the bus at once. `hear`: `nil` for a source that has gone.
  init(_ bus: BusClient, hear: @escaping (PresenceSource, Presence?) -> Void) {
    self.bus = bus
    self.hear = hear
    for name in [Self.compositor, Self.sessionManager] {
      bus.follow("NameOwnerChanged", "arg0='\(name)'")
      bus.call("GetNameOwner", [.string(Array(name.utf8))]) { [unowned self] answer in
        guard let answer, answer.header.kind == .reply else { return }
        found(name, answer.text(try? answer.firstString()))
      }
    }
  }

  deinit {
    hear(.mutter, nil)
    hear(.gnomeInhibitor, nil)
  }

  /// Whether it is about one of the two names.
  func hear(_ change: NameOwners.Change) -> Bool {
    guard [Self.compositor, Self.sessionManager].contains(change.name) else { return false }
    found(change.name, change.new)
    return true
  }

  func wantsBody(_ message: Message) -> Bool {
    let isTheirs = [compositor, sessionManager].contains {
      $0.map { message.field(message.header.sender, is: Array($0.utf8)) } ?? false
    }
    return isTheirs && message.header.bodyLength <= Self.mostBytes
  }

  func hear(_ message: Message) {
    guard wantsBody(message), message.hasBody else { return }
    switch message.text(message.header.member) {
    case "WatchFired": watchFired(message.number)
    case "PropertiesChanged": askInhibited()
    default: break
    }
  }

  private func found(_ name: String, _ owner: String?) {
    switch name {
    case Self.compositor where owner != compositor:
      compositor = owner
      (idle, activity) = (nil, .none)
      hear(.mutter, nil)
      watchInput()
    case Self.sessionManager where owner != sessionManager:
      if let sessionManager { bus.call("RemoveMatch", [.string(Self.changes(of: sessionManager))]) }
      sessionManager = owner
      hear(.gnomeInhibitor, nil)
      guard let owner else { return }
      bus.call("AddMatch", [.string(Self.changes(of: owner))])
      askInhibited()
    default: break
    }
  }

  // MARK: Input

  private func watchInput() {
    ask("AddIdleWatch", [.uint64(UInt64(Presence.milliseconds))]) { [unowned self] answer in
      idle = answer.number
      ask("GetIdletime") { [unowned self] answer in
        guard idle != nil, let time = answer.idleTime else { return }
        if time < UInt64(Presence.milliseconds) { hear(.mutter, .here) } else { isAway() }
      }
    }
  }

  private func watchFired(_ watch: UInt32?) {
    guard let watch else { return }
    if watch == idle { isAway() }
    guard activity == .set(watch) else { return }
    activity = .none
    hear(.mutter, .here)
  }

  private func isAway() {
    hear(.mutter, .away)
    guard activity == .none else { return }
    activity = .asked
    ask("AddUserActiveWatch") { [unowned self] answer in
      activity = answer.number.map { .set($0) } ?? .none
    }
  }

  // MARK: A video

  private static func changes(of owner: String) -> [UInt8] {
    Array(
      "type='signal',sender='\(owner)',path='\(properties.path)',interface='\(properties.interface)'".utf8)
  }

  private func askInhibited() {
    let arguments = [Self.sessionManager, "InhibitedActions"].map {
      MessageWriter.Argument.string(Array($0.utf8))
    }
    call("Get", arguments, at: Self.properties, of: sessionManager) { [unowned self] answer in
      let actions = answer.numberInVariant ?? 0
      hear(.gnomeInhibitor, actions & Self.idleInhibited != 0 ? .here : nil)
    }
  }

  // MARK: Calls

  private func ask(
    _ member: String, _ arguments: [MessageWriter.Argument] = [], then: @escaping (Message) -> Void
  ) {
    call(member, arguments, at: Self.monitor, of: compositor, then: then)
  }

  /// An answer of one that has gone since is passed over.
  private func call(
    _ member: String, _ arguments: [MessageWriter.Argument], at place: MessagePlace, of owner: String?,
    then: @escaping (Message) -> Void
  ) {
    guard let owner else { return }
    bus.call(
      member, arguments,
      to: .object(Array(owner.utf8), path: place.path, interface: Array(place.interface.utf8))
    ) { [weak self] answer in
      guard let self, [compositor, sessionManager].contains(owner), let answer, answer.header.kind == .reply
      else { return }
      then(answer)
    }
  }
}

private struct MessagePlace {
  let path: String
  let interface: String
}

extension Message {
  /// The only argument, where it is a number of 64 bits.
  fileprivate var idleTime: UInt64? {
    guard hasBody, header.signature.elementsEqual("t".utf8) else { return nil }
    var reader = arguments()
    return try? reader.uint64()
  }

  /// That in the only argument, a variant.
  fileprivate var numberInVariant: UInt32? {
    guard hasBody, header.signature.elementsEqual("v".utf8) else { return nil }
    var reader = arguments()
    guard let signature = try? reader.signature(), reader.slice(signature).elementsEqual("u".utf8) else {
      return nil
    }
    return try? reader.uint32()
  }
}
