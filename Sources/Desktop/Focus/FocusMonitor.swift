import Delivery
import EventLoop
import NotificationModel

/// Follows which app is in the foreground, and whether it fills the screen, by the first of several sources that knows.
///
/// Invariant: used on the desktop thread.
final class FocusMonitor {
  /// Makes a source, with the variables that say where its desktop is.
  typealias Maker =
    @Sendable (@escaping SessionVariables, Background, EventLoop, PresenceListener) -> any FocusSource

  private struct Place {
    let make: Maker
    var source: (any FocusSource)?
    var focus = WindowFocus.unknown
  }

  /// A compositor knows its windows better than the X server that it keeps for old programs.
  static let makers: [Maker] = [
    { variables, _, loop, _ in SwayFocus(variables: variables, loop) },
    { variables, _, loop, presence in ToplevelFocus(variables: variables, loop, presence: presence) },
    { X11Focus(variables: $0, $1, $2, presence: $3) },
  ]

  private let variables: SessionVariables
  private let background: Background
  private let loop: EventLoop
  private let apps: WindowApps
  private let reporting: (DesktopReport) -> Void
  private let idleMilliseconds: UInt32
  private lazy var presence = PresenceListener(milliseconds: idleMilliseconds) { [weak self] in
    self?.heard($1, from: $0)
  }
  private let looks: ClosedRange<Int64>
  private var places: [Place]
  private var reported: (focus: DesktopFocus, process: Int32?)?
  private var reportedFullScreen: FullScreenWindow?
  private var inhibitors: [IdleInhibitorSource: [IdleInhibitor]] = [:]
  private var nextLook: Delay?
  /// The displays that report no input. A change that comes then is seen as soon as there is input again.
  private var idleDisplays: Set<PresenceSource> = []
  private var fact: DesktopFact?
  private var isStopped = false
  /// Called with whether it is worth looking for another desktop.
  var whenSearching: (Bool) -> Void = { _ in }

  /// `makers`: make the sources, in the order of precedence. `idleMilliseconds`: the time without
  /// input after which the person counts as away. `looks`: the shortest and the longest time between two
  /// questions whether a window that fills the screen inhibits idle, in milliseconds. A player does so only once its film
  /// runs, and a film that pauses gives the screen free again.
  init(
    _ variables: @escaping SessionVariables, _ background: Background, _ loop: EventLoop, apps: WindowApps,
    makers: [Maker] = makers,
    idleMilliseconds: UInt32 = Presence.milliseconds, looks: ClosedRange<Int64> = 500...5_000,
    reporting: @escaping (DesktopReport) -> Void
  ) {
    self.variables = variables
    self.background = background
    self.loop = loop
    self.apps = apps
    self.reporting = reporting
    self.looks = looks
    self.idleMilliseconds = idleMilliseconds
    places = makers.map { Place(make: $0) }
  }

  func start() {
    apps.whenChanged = { [weak self] in self?.update() }
    apps.refresh()
    places.indices.forEach(startSource)
    update()
  }

  /// The variables have changed: sources that found no desktop by the old ones try again.
  func variablesChanged() {
    for place in places.indices where places[place].focus == .unknown { startSource(place) }
  }

  func stop() {
    isStopped = true
    places.forEach { $0.source?.stop() }
    places = []
    nextLook = nil
  }

  /// The programs that keep the session from going idle at this service, rather than by their windows.
  func heard(_ inhibitors: [IdleInhibitor], from source: IdleInhibitorSource) {
    self.inhibitors[source] = inhibitors
    update()
  }

  private func heard(_ presence: Presence?, from source: PresenceSource) {
    if presence == .away { idleDisplays.insert(source) } else { idleDisplays.remove(source) }
    reporting(.presence(source, presence))
    update()
  }

  private func startSource(_ place: Int) {
    places[place].source?.stop()
    let source = places[place].make(variables, background, loop, presence)
    places[place].source = source
    source.start { [weak self, weak source] focus in
      guard let self, !isStopped, let source, places[place].source === source else { return }
      places[place].focus = focus
      update()
    }
  }

  private func update() {
    guard !isStopped else { return }
    let knowing = places.filter { $0.focus != .unknown }
    // Sources that the session's variables name come first: a nested or headless compositor may be found as well.
    let known = knowing.first { $0.source?.isNamed == true } ?? knowing.first
    let focus = known?.focus ?? .unknown
    report(focus)
    report(fullScreen(focus))
    lookAgainWhereNeeded(focus)
    explain(known?.source)
  }

  private func report(_ window: WindowFocus) {
    let focus: DesktopFocus =
      switch window {
      case .unknown: .unknown
      case .none: .apps([])
      case .window(let identity, _): .apps(apps.apps(of: identity))
      }
    let process: Int32? = if case .window(let identity, _) = window { identity.process } else { nil }
    guard reported.map({ $0 == (focus, process) }) != true else { return }
    reported = (focus, process)
    reporting(.focus(focus, process: process))
  }

  // MARK: The full screen

  private func report(_ fullScreen: FullScreenWindow?) {
    guard fullScreen != reportedFullScreen else { return }
    if fullScreen?.apps != reportedFullScreen?.apps { nextLook = nil }
    reportedFullScreen = fullScreen
    reporting(.fullScreen(fullScreen))
  }

  private func fullScreen(_ focus: WindowFocus) -> FullScreenWindow? {
    guard case .window(let window, let fullScreen?) = focus else { return nil }
    return FullScreenWindow(
      apps: apps.apps(of: window),
      inhibitsIdle: fullScreen.inhibitsIdle == true || isInhibitedElsewhere(window))
  }

  /// Whether another source sees the app of this window inhibit idle, such as the X server below i3, or a service of the
  /// desktop's.
  private func isInhibitedElsewhere(_ window: WindowIdentity) -> Bool {
    places.contains {
      guard case .window(let seen, let fullScreen?) = $0.focus, fullScreen.inhibitsIdle == true else {
        return false
      }
      return isOneApp(seen, window)
    } || inhibitors.values.joined().contains { isOneApp($0.identity, window) }
  }

  private func isOneApp(_ one: WindowIdentity, _ other: WindowIdentity) -> Bool {
    (one.process != nil && one.process == other.process) || one.names.contains(where: other.names.contains)
      || !apps.apps(of: one).isDisjoint(with: apps.apps(of: other))
  }

  /// Only while a window fills the screen, the person is there, and one of the sources knows by a question alone whether
  /// the window inhibits idle.
  private func lookAgainWhereNeeded(_ focus: WindowFocus) {
    let isNeeded =
      focus.fullScreen != nil && idleDisplays.isEmpty
      && places.contains { $0.focus.fullScreen?.inhibitsIdle != nil }
    if !isNeeded { nextLook = nil } else if nextLook == nil { lookAgain(after: looks.lowerBound) }
  }

  private func lookAgain(after milliseconds: Int64) {
    nextLook = Delay(milliseconds, loop) { [weak self] in
      guard let self else { return }
      lookAgain(after: min(2 * milliseconds, looks.upperBound))
      places.forEach { $0.source?.lookAgain() }
    }
  }

  // MARK: The finding

  private func explain(_ source: (any FocusSource)?) {
    let isPartial = variables("WAYLAND_DISPLAY") != nil
    // Whether an X11 window is in the foreground does not change how the focus is learnt, so keep the finding.
    if source == nil, isPartial, fact?.verdict == .limited { return }
    let fact: DesktopFact =
      switch source {
      case nil: .focusIsUnknown
      case is X11Focus where isPartial: .focusIsOfX11Alone
      case let source?: .focusIsLearnt(from: source.name)
      }
    guard fact != self.fact else { return }
    self.fact = fact
    reporting(.finding(fact))
    // Under a Wayland compositor without a source, a further search is in vain.
    whenSearching(fact.verdict == .missing)
  }
}
