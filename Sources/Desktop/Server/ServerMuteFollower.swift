import BusSocket
import BusWire
import CNotify
import Delivery
import EventLoop
import Locks
import NotificationModel

/// Follows the Do Not Disturb of the notification server that owns the name at the moment.
///
/// Invariant: answers of a server that has lost the name are ignored.
final class ServerMuteFollower {
  private static let gnome = "gnome-shell"

  private let server: ServerOwner
  private let background: Background
  private let reporting: (DesktopReport) -> Void
  private var source: (any MuteSource)?
  /// Whether the server failed to name itself when it was asked.
  private var isNameless = false
  private var reported: ServerMute?
  private var fact: DesktopFact?

  init(_ server: ServerOwner, _ background: Background, reporting: @escaping (DesktopReport) -> Void) {
    self.server = server
    self.background = background
    self.reporting = reporting
    server.followers.append { [weak self] _ in self?.found() }
  }

  /// Asks again when the server does not announce changes. A server that owned its name before it could answer is asked
  /// for its own name again.
  func ask() { if isNameless { identify() } else { source?.ask() } }

  private func found() {
    source = nil
    isNameless = false
    report(nil)
    guard server.owner != nil else { return tell(.noServerToMute) }
    identify()
  }

  private func identify() {
    guard let connection = server.connection, let owner = server.owner else { return }
    isNameless = false
    let question = BusMethod(
      "GetServerInformation", of: server.address.interface, at: ServerAddress.path, on: owner)
    // No timeout: no caller waits for this answer, and a server may hang for long.
    connection.call(question, timeoutMilliseconds: nil) { [weak self] answer in
      guard let self, server.owner == owner, server.connection === connection else { return }
      guard case .success(let values) = answer, case .string(let name)? = values.first else {
        isNameless = true
        return tell(.serverToMuteIsNameless)
      }
      follow(name, owner, connection)
    }
  }

  private func follow(_ name: String, _ owner: String, _ connection: BusClient) {
    if let question = MuteQuestion.all.first(where: { $0.server == name }) {
      source = BusMute(question, server: owner, on: connection) { [weak self] isOn in
        guard let self, server.owner == owner else { return }
        heard(isOn, question.state, sparesCritical: question.sparesCritical, from: name)
      }
    } else if name == Self.gnome {
      source = SettingMute(background, on: connection) { [weak self] isOn in
        guard let self, server.owner == owner else { return }
        heard(isOn, "GNOME's Do Not Disturb is on", sparesCritical: true, from: name)
        if isOn == nil { tell(.gnomeHasNoSettings) }
      }
    } else {
      tell(.serverHasNoMute)
    }
  }

  private func heard(_ isOn: Bool?, _ state: String, sparesCritical: Bool, from name: String) {
    report(isOn.map { ServerMute(isOn: $0, state: state, sparesCritical: sparesCritical) })
    tell(isOn == nil ? .serverMuteIsUnknown(server: name) : .serverMuteIsRead(server: name))
  }

  private func report(_ mute: ServerMute?) {
    guard mute != reported else { return }
    reported = mute
    reporting(.serverMute(mute))
  }

  private func tell(_ fact: DesktopFact) {
    guard fact != self.fact else { return }
    self.fact = fact
    reporting(.finding(fact))
  }
}

/// Follows one server's Do Not Disturb until it is freed.
protocol MuteSource: AnyObject {
  /// Asks again when changes are not announced.
  func ask()
}

/// Asks the server on the bus. Never starts a service.
///
/// Invariant: at most one question is under way.
final class BusMute: MuteSource {
  private let question: MuteQuestion
  private let connection: BusClient
  private let heard: (Bool?) -> Void
  private var service: NameOwner?
  private var owner: String?
  private var changes: BusSubscription?
  private var isAsking = false
  private var hasChanged = false

  /// `server`: the server's unique name. `heard` gets `nil` while the setting is unknown.
  init(
    _ question: MuteQuestion, server: String, on connection: BusClient, heard: @escaping (Bool?) -> Void
  ) {
    self.question = question
    self.connection = connection
    self.heard = heard
    if let name = question.service {
      service = NameOwner(of: name, on: connection) { [unowned self] in follow($0) }
    } else {
      follow(server)
    }
  }

  private func follow(_ owner: String?) {
    self.owner = owner
    changes = nil
    guard let owner else { return heard(nil) }
    if let signals = question.changes {
      changes = BusSubscription(
        connection, sender: owner, interface: signals.interface, firstArgument: signals.firstArgument
      ) { [weak self] _ in self?.askAnew() }
    }
    askAnew()
  }

  func ask() { if !question.tellsEveryChange { askAnew() } }

  private func askAnew() {
    guard let owner else { return }
    guard !isAsking else { return hasChanged = true }
    isAsking = true
    hasChanged = false
    let method = BusMethod(question.member, of: question.interface, at: question.path, on: owner)
    connection.call(method, question.arguments) { [weak self] answer in
      guard let self else { return }
      isAsking = false
      if self.owner == owner { heard(question.isOn(answer)) }
      if hasChanged || self.owner != owner { askAnew() }
    }
  }
}

/// GNOME's switch. Its server does not publish it, so the setting is read again after each write to the person's
/// settings.
final class SettingMute: MuteSource {
  private static let writer = "ca.desrt.dconf.Writer"

  private let background: Background
  private let heard: (Bool?) -> Void
  private var changes: BusSubscription?
  private var isReading = false
  private var hasChanged = false

  /// `heard` gets `nil` on a machine without this setting.
  init(_ background: Background, on connection: BusClient, heard: @escaping (Bool?) -> Void) {
    self.background = background
    self.heard = heard
    changes = BusSubscription(connection, interface: Self.writer, member: "Notify") { [weak self] signal in
      // The first argument is the changed path or a directory above it.
      guard case .string(let path)? = signal.arguments.first, ShowBanners.path.hasPrefix(path) else { return }
      self?.ask()
    }
    ask()
  }

  func ask() {
    guard !isReading else { return hasChanged = true }
    isReading = true
    hasChanged = false
    background.run {
      ShowBanners.value
    } then: { [weak self] isShowing in
      guard let self else { return }
      isReading = false
      heard(isShowing.map { !$0 })
      if hasChanged { ask() }
    }
  }
}

/// Reads the setting by which GNOME shows banners (GSettings), if its schema is installed.
enum ShowBanners {
  private static let schema = "org.gnome.desktop.notifications"
  private static let key = "show-banners"
  /// The setting's path in dconf.
  static let path = "/org/gnome/desktop/notifications/show-banners"

  /// Kept from the first question on, because dconf opens a connection to the bus for them.
  private static let settings = Mutex<UInt?>(nil)

  /// Reads a file, and may block on it. `nil` if the schema or its key is not installed, over which GLib would end the
  /// process.
  static var value: Bool? {
    settings.withLock { kept in
      if kept == nil { kept = make() }
      guard let settings = kept.flatMap({ UnsafeMutablePointer<GSettings>(bitPattern: $0) }) else {
        return nil
      }
      return g_settings_get_boolean(settings, key) != 0
    }
  }

  private static func make() -> UInt? {
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return nil }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, isSwitch(found) else { return nil }
    // dconf uses the shared connection, and by default GLib ends the process when its bus goes away.
    if let shared = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
      g_dbus_connection_set_exit_on_close(shared, 0)
    }
    return g_settings_new_full(found, nil, nil).map { UInt(bitPattern: $0) }
  }

  private static func isSwitch(_ schema: OpaquePointer) -> Bool {
    guard let description = g_settings_schema_get_key(schema, key) else { return false }
    defer { g_settings_schema_key_unref(description) }
    guard let type = g_settings_schema_key_get_value_type(description) else { return false }
    return g_variant_type_peek_string(type)?.pointee == CChar(UInt8(ascii: "b"))
  }
}
