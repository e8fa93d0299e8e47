import Delivery
import NotificationModel

/// A notification server and its screen. The sink in front of it reads the lock as it shows.
final class Screen {
  struct Shown: Hashable {
    var banner: Banner
    var text: BannerText
    var isLockedForm: Bool
  }

  private(set) var server = "bus/:1.1"
  private(set) var isThere = true
  /// Whether it keeps banners in a list until the person has seen them.
  private(set) var remembers = false
  private var mood = Mood.answers
  private(set) var shown: [UInt32: Shown] = [:]
  /// Banners of a process that ended before it learned of them, or was the only one to know.
  private(set) var orphans: Set<UInt32> = []
  /// The command without an answer, with the form that was sent.
  private(set) var outstanding: (command: SinkCommand, isLockedForm: Bool)?
  /// Banners that went with a death of the server of which nothing but a failed call tells.
  private var cleared: Set<UInt32> = []
  private var lastID: UInt32 = 0
  private var servers = 1

  var answers: Bool { isThere && mood == .answers }
  /// A server with a list is GNOME. Of the others every second one is known to change a banner without an alert.
  private var product: String { remembers ? "gnome-shell" : servers % 2 == 1 ? "Plasma" : "scripted" }
  /// In a fixed order, so that a pick is the same in every run.
  var handles: [BannerHandle] { shown.keys.sorted().map { BannerHandle(server: server, id: $0) } }

  /// The sink's report; nil while the server is silent.
  func perform(_ command: SinkCommand, locked: Bool) -> SinkReport? {
    if case .close(let handle) = command {
      let wasThere = shown.removeValue(forKey: handle.id) != nil || cleared.contains(handle.id)
      guard handle.server == server, wasThere else { return nil }
      return .closed(handle, .closed)
    }
    outstanding = (command, locked)
    guard isThere else { return conclude(.fails(.noServer)) }
    return conclude(mood)
  }

  private func conclude(_ mood: Mood) -> SinkReport? {
    guard let (command, isLockedForm) = outstanding else { return nil }
    switch (mood, command) {
    case (.silent, _), (_, .close), (_, .route):
      return nil
    case (.answers, .describe), (.fails, .describe):
      outstanding = nil
      guard isThere else { return .failed(.description, .noServer) }
      return .described(
        ServerDescription(
          server: server, name: product, version: "1",
          capabilities: remembers ? ["body", "actions", "persistence"] : ["body", "actions"]))
    case (.fails(let failure), .show(let banner)):
      outstanding = nil
      if failure == .serverDied || failure == .noServer { clear() }
      return .failed(banner.subject, failure)
    case (.answers, .show(let banner)):
      outstanding = nil
      let handle = handle(banner)
      orphans.remove(handle.id)
      let form = isLockedForm ? banner.textWhenLocked : nil
      shown[handle.id] = Shown(banner: banner, text: form ?? banner.text, isLockedForm: form != nil)
      return .shown(banner.subject, handle, hidden: form != nil, omitted: [])
    }
  }

  private func handle(_ banner: Banner) -> BannerHandle {
    if let replaced = banner.replaces, replaced.server == server { return replaced }
    lastID += 1
    return BannerHandle(server: server, id: lastID)
  }

  /// Changes the mood; a command from its silence is answered now.
  func turns(_ mood: Mood) -> SinkReport? {
    self.mood = mood
    return isThere ? conclude(mood) : nil
  }

  func close(_ handle: BannerHandle) { shown[handle.id] = nil }

  /// The server dies with its banners. Returns the report of the command under way.
  func vanishes() -> SinkReport? {
    guard isThere else { return nil }
    isThere = false
    clear()
    return conclude(.fails(.serverDied))
  }

  private func clear() {
    cleared.formUnion(shown.keys)
    shown.removeAll()
    orphans.removeAll()
  }

  /// A new server starts, counts its banners from one, and has another name.
  func appears(isAnother: Bool, remembers: Bool) -> SinkReport? {
    if isThere && !isAnother { return nil }
    let report = vanishes()
    self.remembers = remembers
    isThere = true
    servers += 1
    server = "bus/:1.\(servers)"
    lastID = 0
    cleared = []
    return report
  }

  /// The process that asked is gone; the server may have shown it all the same.
  func forgetsCaller(showsAnyway: Bool) {
    if showsAnyway, isThere, mood == .silent { _ = conclude(.answers) }
    outstanding = nil
  }

  /// The daemon knows only these banners; the others are orphans.
  func abandon(except known: Set<BannerHandle>) {
    orphans = Set(shown.keys).subtracting(known.filter { $0.server == server }.map(\.id))
  }
}
