import Delivery
import EventLoop
import NotificationModel

/// Follows which app is in the foreground, by the first of several sources that knows.
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
  private let presence: PresenceListener
  private var places: [Place]
  private var reported: DesktopFocus?
  private var fact: DesktopFact?
  private var isStopped = false
  /// Called with whether it is worth looking for another desktop.
  var whenSearching: (Bool) -> Void = { _ in }

  /// `makers`: make the sources, in the order of precedence. `idleMilliseconds`: the time without
  /// input after which the person counts as away.
  init(
    _ variables: @escaping SessionVariables, _ background: Background, _ loop: EventLoop, apps: WindowApps,
    makers: [Maker] = makers,
    idleMilliseconds: UInt32 = Presence.milliseconds,
    reporting: @escaping (DesktopReport) -> Void
  ) {
    self.variables = variables
    self.background = background
    self.loop = loop
    self.apps = apps
    self.reporting = reporting
    presence = PresenceListener(milliseconds: idleMilliseconds) { reporting(.presence($0, $1)) }
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
    report(known?.focus ?? .unknown)
    explain(known?.source)
  }

  private func report(_ window: WindowFocus) {
    let focus: DesktopFocus =
      switch window {
      case .unknown: .unknown
      case .none: .apps([])
      case .window(let identity): .apps(apps.apps(of: identity))
      }
    guard focus != reported else { return }
    reported = focus
    reporting(.focus(focus))
  }

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
