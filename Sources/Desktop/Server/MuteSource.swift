import BusSocket
import BusWire
import EventLoop

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
  private let connection: BusClient
  private let heard: (Bool?) -> Void
  private var service: NameOwner?
  private var owner: String?
  private var changes: BusSubscription?
  private var isAsking = false
  private var hasChanged = false

  /// `server`: its unique name. `nil` is heard while it cannot be learnt.
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

/// GNOME's switch, which its server tells to nobody: it is read anew whenever the person's settings have been written.
final class SettingMute: MuteSource {
  private static let writer = "ca.desrt.dconf.Writer"

  private let background: Background
  private let heard: (Bool?) -> Void
  private var changes: BusSubscription?
  private var isReading = false
  private var hasChanged = false

  /// `nil` is heard where this machine has no such setting.
  init(_ background: Background, on connection: BusClient, heard: @escaping (Bool?) -> Void) {
    self.background = background
    self.heard = heard
    changes = BusSubscription(connection, interface: Self.writer, member: "Notify") { [weak self] signal in
      // Changes lie below the first argument, or are it.
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
