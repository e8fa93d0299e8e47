import BusSocket
import BusWire
import Delivery
import EventLoop
import NotificationModel

/// Follows the notification server's own Do Not Disturb: that of whoever owns the server's name.
///
/// Invariant: what a server says after it has lost the name is passed over.
final class ServerMuteWatch: BusFollower {
  private static let gnome = "gnome-shell"

  private let background: Background
  private let reporting: (DesktopReport) -> Void
  private var address = ServerAddress(.usual)
  private var connection: BusClient?
  private var names: OtherOwner?
  private var owner: String?
  private var source: (any MuteSource)?
  /// Whether it has been asked what it is, and could not say.
  private var isNameless = false
  private var reported: ServerMute?
  private var fact: DesktopFact?

  init(_ background: Background, reporting: @escaping (DesktopReport) -> Void) {
    self.background = background
    self.reporting = reporting
  }

  func arrived(on connection: BusClient) {
    self.connection = connection
    follow()
  }

  /// What was reported holds until the other one is known.
  func take(_ route: ServerRoute) {
    address = ServerAddress(route)
    follow()
  }

  private func follow() {
    names = connection.map { OtherOwner(of: address.name, on: $0) { [unowned self] in found($0) } }
  }

  func left() {
    names = nil
    found(nil)
    connection = nil
  }

  /// Looks again, where the server does not tell of changes. One may take its name before it can answer.
  func ask() { if isNameless { identify() } else { source?.ask() } }

  private func found(_ owner: String?) {
    self.owner = owner
    source = nil
    isNameless = false
    report(nil)
    guard owner != nil else { return tell(.noServerToMute) }
    identify()
  }

  private func identify() {
    guard let connection, let owner else { return }
    isNameless = false
    let question = BusMethod(
      "GetServerInformation", of: address.interface, at: ServerAddress.path, on: owner)
    // A server may hang for as long as it likes; nobody waits for this.
    connection.call(question, timeoutMilliseconds: nil) { [weak self] answer in
      guard let self, self.owner == owner, self.connection === connection else { return }
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
        guard let self, self.owner == owner else { return }
        heard(isOn, question.state, sparesCritical: question.sparesCritical, from: name)
      }
    } else if name == Self.gnome {
      source = SettingMute(background, on: connection) { [weak self] isOn in
        guard let self, self.owner == owner else { return }
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
