import BusSocket
import BusWire
import NotificationModel

/// Follows on GNOME's session bus whether the person is present: by input, from the compositor
/// (org.gnome.Mutter.IdleMonitor), and by playing videos, from the session manager. Both send signals, so no polling.
final class GnomePresence {
  private static let compositor = "org.gnome.Mutter.IdleMonitor"
  private static let monitorPath = "/org/gnome/Mutter/IdleMonitor/Core"
  private static let sessionManager = "org.gnome.SessionManager"
  private static let managerPath = "/org/gnome/SessionManager"
  /// "Inhibit the session being marked as idle", of `InhibitedActions`.
  private static let idleInhibited: UInt32 = 8

  private unowned let bus: BusClient
  private let hear: (PresenceSource, Presence?) -> Void
  private var owners: [NameOwner] = []
  /// The owners' unique names.
  private var compositor: String?
  private var sessionManager: String?
  private var firings: BusSubscription?
  private var inhibitions: BusSubscription?
  /// The number of Mutter's watch that fires after `Presence.milliseconds` without input.
  private var idle: UInt32?
  /// Mutter's watch that fires once when input comes again.
  private var activity = Watch.none

  private enum Watch: Equatable {
    case none, asked
    case set(UInt32)
  }

  /// Asks the bus at once. `hear`: gets `nil` for a source that does not know, or has ended.
  init(_ bus: BusClient, hear: @escaping (PresenceSource, Presence?) -> Void) {
    self.bus = bus
    self.hear = hear
    owners = [
      NameOwner(of: Self.compositor, on: bus) { [unowned self] in followInput($0) },
      NameOwner(of: Self.sessionManager, on: bus) { [unowned self] in followVideos($0) },
    ]
  }

  deinit {
    hear(.mutter, nil)
    hear(.gnomeInhibitor, nil)
  }

  // MARK: Input

  private func followInput(_ owner: String?) {
    compositor = owner
    (idle, activity) = (nil, .none)
    firings = nil
    hear(.mutter, nil)
    guard let owner else { return }
    firings = BusSubscription(bus, sender: owner, interface: Self.compositor, member: "WatchFired") {
      [unowned self] in watchFired($0.arguments.first)
    }
    ask("AddIdleWatch", [.uint64(UInt64(Presence.milliseconds))]) { [unowned self] answer in
      guard case .uint32(let watch)? = answer else { return }
      idle = watch
      ask("GetIdletime") { [unowned self] answer in
        guard case .uint64(let time)? = answer else { return }
        if time < UInt64(Presence.milliseconds) { hear(.mutter, .here) } else { isAway() }
      }
    }
  }

  private func watchFired(_ watch: BusValue?) {
    guard case .uint32(let watch)? = watch else { return }
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
      activity = if case .uint32(let watch)? = answer { .set(watch) } else { .none }
    }
  }

  /// Ignores an answer of a compositor that has been replaced since. `then` gets `nil` for an error.
  private func ask(_ member: String, _ arguments: [BusValue] = [], then: @escaping (BusValue?) -> Void) {
    guard let owner = compositor else { return }
    let method = BusMethod(member, of: Self.compositor, at: Self.monitorPath, on: owner)
    bus.call(method, arguments, timeoutMilliseconds: nil) { [weak self] answer in
      guard let self, compositor == owner else { return }
      if case .success(let values) = answer { then(values.first) } else { then(nil) }
    }
  }

  // MARK: A video

  private func followVideos(_ owner: String?) {
    sessionManager = owner
    inhibitions = nil
    hear(.gnomeInhibitor, nil)
    guard let owner else { return }
    inhibitions = BusSubscription(
      bus, sender: owner, interface: ServiceNames.properties, member: "PropertiesChanged",
      path: Self.managerPath
    ) { [unowned self] _ in askInhibited() }
    askInhibited()
  }

  private func askInhibited() {
    guard let owner = sessionManager else { return }
    let method = BusMethod("Get", of: ServiceNames.properties, at: Self.managerPath, on: owner)
    let property = [BusValue.string(Self.sessionManager), .string("InhibitedActions")]
    bus.call(method, property, timeoutMilliseconds: nil) { [weak self] answer in
      guard let self, sessionManager == owner, case .success(let values) = answer else { return }
      let actions = if case .uint32(let actions)? = values.first?.unwrapped { actions } else { UInt32(0) }
      hear(.gnomeInhibitor, actions & Self.idleInhibited != 0 ? .here : nil)
    }
  }
}
