import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel

/// Follows the Do Not Disturb and the lock screen of the notification server that owns the name at the moment.
///
/// Invariant: answers of a server that has lost the name are ignored.
final class ServerMuteFollower {
  private static let gnome = "gnome-shell"
  /// Shells with a locker of their own that has no setting to show the text of notifications. kscreenlocker of Plasma
  /// 5.27 to 6.7 shows nothing of them, cinnamon-screensaver 5.6 to 6.6 their number.
  private static let withBlankLockScreen: Set = ["Plasma", "cinnamon"]

  private let server: ServerOwner
  private let background: Background
  private let reporting: (DesktopReport) -> Void
  private var source: (any MuteSource)?
  /// Whether the server failed to name itself when it was asked.
  private var isNameless = false
  private var reported: ServerMute?
  private var lockScreen = LockScreen.unknown
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
    // The first server has banners of an earlier process, which stay as they are until it is known.
    if lockScreen != .unknown { report(LockScreen.mayShowText) }
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
        report(LockScreen.mayShowText)
        return tell(.serverToMuteIsNameless)
      }
      follow(name, owner, connection)
    }
  }

  private func follow(_ name: String, _ owner: String, _ connection: BusClient) {
    if name != Self.gnome {
      report(Self.withBlankLockScreen.contains(name) ? LockScreen.coversText : .mayShowText)
    }
    if let question = MuteQuestion.all.first(where: { $0.server == name }) {
      // libnotificationmanager, Server::init: without the name nothing there is ever inhibited.
      guard !question.needsName || !server.address.isBesideName else { return tell(.plasmaCannotMute) }
      source = BusMute(question, server: owner, on: connection) { [weak self] isOn in
        guard let self, server.owner == owner else { return }
        heard(isOn, question.state, sparesCritical: question.sparesCritical, from: name)
      }
    } else if name == Self.gnome {
      source = GnomeSettings(background, on: connection) { [weak self] settings in
        guard let self, server.owner == owner else { return }
        report(settings?.showsTextWhenLocked == false ? LockScreen.coversText : .mayShowText)
        let isOn = settings.map { !$0.showsBanners }
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

  private func report(_ lockScreen: LockScreen) {
    guard lockScreen != self.lockScreen else { return }
    self.lockScreen = lockScreen
    reporting(.lockScreen(lockScreen))
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
