import BusWire
import SessionBus

/// Follows one server's own Do Not Disturb, for as long as it lives.
protocol MuteSource: AnyObject {
  /// Looks again, where changes are not told.
  func ask()
}

/// Asks on the bus. Never starts a service.
///
/// Invariant: at most one question is under way.
final class BusMute: MuteSource {
  private let question: MuteQuestion
  private let connection: GLibConnection
  private let heard: (Bool?) -> Void
  private var service: NameOwner?
  private var owner: String?
  private var changes: GLibSubscription?
  private var isAsking = false
  private var hasChanged = false

  /// `server`: its unique name. `nil` is heard while it cannot be learnt.
  init(
    _ question: MuteQuestion, server: String, on connection: GLibConnection, heard: @escaping (Bool?) -> Void
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
      changes = GLibSubscription(
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

/// GNOME's switch. Its server has no other way to tell.
final class SettingMute: MuteSource {
  private let setting: SettingWatch
  private let shared: GLibConnection?

  /// `nil` where this machine has no such setting. `shared`: kept, or whoever reads the settings would be given a
  /// new one, which ends the process together with the bus.
  init?(keeping shared: GLibConnection?, heard: @escaping (Bool?) -> Void) {
    guard
      let setting = SettingWatch(
        "show-banners", of: "org.gnome.desktop.notifications", handler: { heard(!$0) })
    else { return nil }
    let isShowing = setting.value
    self.setting = setting
    self.shared = shared
    heard(!isShowing)
  }

  func ask() {}
}
