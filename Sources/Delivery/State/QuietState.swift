import Guidelines
import NotificationModel
import Store

/// The quiet that the person wants: Do Not Disturb, a shared or full screen, apps' requests and quiet hours. Answers what
/// is on, until when, and when that changes next. Reads the person's choices from the store at a start, and stores each
/// change.
final class QuietState {
  private enum DoNotDisturb {
    case endless
    case until(End)

    var end: End? { if case .until(let end) = self { end } else { nil } }
  }

  /// The person's choices.
  private struct Choices {
    var doNotDisturb: DoNotDisturb?
    /// `nil` if the person has chosen none.
    var hours: WeeklySpans?
  }

  /// What is on, and the apps' requests, each of which `bellhop status` names.
  private struct Stand: Equatable {
    var active: [Quiet] = []
    var requests: [Inhibitor] = []
  }

  /// The keys of the choices in the store.
  private enum Name {
    /// "on", or `End.text`.
    static let doNotDisturb = "doNotDisturb"
    /// In the syntax of the configuration; empty for no quiet hours.
    static let hours = "quietHours"
  }

  @Transacted private var choices: Choices
  /// As of the last call of `popChange`.
  @Transacted private var followed: Stand
  let inhibitors: Inhibitors
  private let attention: Attention
  private let apps: Apps
  private var plan = LocalPlan<WeeklySpans, (end: ClockMoment?, change: Timestamp?)>()
  private let preferences: Preferences
  private let timing: Timing
  private let store: SQLiteStore

  init(
    _ preferences: Preferences, _ timing: Timing, _ attention: Attention, _ apps: Apps,
    in transaction: Transaction
  ) {
    _choices = Transacted(Choices(), in: transaction)
    _followed = Transacted(Stand(), in: transaction)
    inhibitors = Inhibitors(in: transaction)
    self.attention = attention
    self.apps = apps
    self.preferences = preferences
    self.timing = timing
    store = transaction.store
  }

  func read() throws {
    choices.hours = try store.value(Name.hours).flatMap { WeeklySpans($0) }
    choices.doNotDisturb = try store.value(Name.doNotDisturb).map { value in
      End(value, store.corrections).map { .until($0) } ?? .endless
    }
  }

  // MARK: What is on

  /// In the order of the kinds.
  func active(_ now: Moment) -> [Quiet] {
    QuietKind.allCases.compactMap { mayBeOn($0) ? current($0, now) : nil }
  }

  /// A cheaper question, since every post asks, and most people want no quiet most of the time.
  private func mayBeOn(_ kind: QuietKind) -> Bool {
    switch kind {
    case .doNotDisturb: choices.doNotDisturb != nil
    case .sharedScreen: attention.isShared
    case .fullScreen: attention.fullScreen != nil
    case .inhibited: !inhibitors.all.isEmpty
    case .quietHours: !hours.isEmpty
    }
  }

  func isOn(_ now: Moment) -> Bool { !active(now).isEmpty }

  private var fullScreen: Quiet? {
    guard let window = attention.fullScreen else { return nil }
    let holds =
      switch preferences.policy.fullScreenHolds {
      case .inhibiting: window.inhibitsIdle
      case .always: true
      case .never: false
      }
    return holds ? .fullScreen(of: name(of: window)) : nil
  }

  /// By the desktop entry of the first id that has one, else the first id.
  private func name(of window: FullScreenWindow) -> String? {
    let ids = window.apps.sorted()
    return (ids.first { apps.directory.name(of: $0) != nil } ?? ids.first).map { apps.name(of: $0) }
  }

  /// What is on, for the person's tools. `hidesNames`: leaves out names that no desktop entry vouches for.
  func reports(_ now: Moment, hidesNames: Bool) -> [QuietReport] {
    active(now).map { quiet in
      var report = QuietReport(kind: quiet.kind.rawValue, until: quiet.until)
      switch quiet.kind {
      case .fullScreen:
        let isVouchedFor = attention.fullScreen?.apps.contains { apps.directory.name(of: $0) != nil } == true
        report.by = isVouchedFor || !hidesNames ? [attention.fullScreen.flatMap(name)].compactMap(\.self) : []
      case .inhibited:
        report.by = inhibitors.all.filter { $0.isVouchedFor || !hidesNames }.map { apps.name(of: $0) }
      case .doNotDisturb, .sharedScreen, .quietHours: break
      }
      return report
    }
  }

  /// The quiet of this kind; `nil` while it is off.
  func current(_ kind: QuietKind, _ now: Moment) -> Quiet? {
    switch kind {
    case .doNotDisturb:
      isDoNotDisturbOver(now) ? nil : choices.doNotDisturb.map { Quiet(.doNotDisturb, until: $0.end?.time) }
    case .sharedScreen:
      attention.isShared && preferences.policy.sharedScreenHolds ? Quiet(.sharedScreen) : nil
    case .fullScreen: fullScreen
    case .inhibited: inhibitors.all.isEmpty ? nil : Quiet(.inhibited)
    case .quietHours: night(now).end.map { .quietHours(until: $0, by: source) }
    }
  }

  /// When what is on changes by itself. The end of Do Not Disturb is always followed, quiet hours only if they are
  /// awaited.
  func nextChange(_ now: Moment, isAwaited: Bool) -> Timestamp? {
    [choices.doNotDisturb?.end?.time, isAwaited ? night(now).change : nil].compactMap { $0 }.min()
  }

  enum Change {
    /// All that was on still is: held notifications stay held.
    case more
    /// Something is over, or ends at another time: held notifications may be shown.
    case less
  }

  /// The change since the last call.
  func popChange(_ now: Moment) -> Change? {
    guard QuietKind.allCases.contains(where: mayBeOn) || !followed.active.isEmpty else { return nil }
    let present = Stand(active: active(now), requests: inhibitors.all)
    guard present != followed else { return nil }
    defer { followed = present }
    return followed.active.allSatisfy(present.active.contains) ? .more : .less
  }

  // MARK: Do Not Disturb

  private func isDoNotDisturbOver(_ now: Moment) -> Bool {
    choices.doNotDisturb?.end.map { $0.time <= now.wall } ?? false
  }

  func setDoNotDisturb(_ isOn: Bool, until end: End? = nil) throws {
    try store.set(Name.doNotDisturb, to: isOn ? end?.text(store.corrections) ?? "on" : nil)
    choices.doNotDisturb = isOn ? end.map { .until($0) } ?? .endless : nil
  }

  /// Switches Do Not Disturb off once its end has come.
  func endDoNotDisturb(_ now: Moment) throws {
    if isDoNotDisturbOver(now) { try setDoNotDisturb(false) }
  }

  /// The person's clock was wrong until it was set by so many milliseconds.
  func correctEnd(byMilliseconds step: Int64) throws {
    guard let end = choices.doNotDisturb?.end else { return }
    try setDoNotDisturb(true, until: end.corrected(byMilliseconds: step))
  }

  // MARK: Quiet hours

  /// The hours locked in `/etc`, else the person's own, else those of the configuration.
  var hours: WeeklySpans { chosenHours ?? preferences.policy.quietHours }

  /// The person's own quiet hours; `nil` if there are none, or a lock overrules them.
  var chosenHours: WeeklySpans? { preferences.policy.quietHoursLockedBy == nil ? choices.hours : nil }

  /// `nil` removes the person's own quiet hours.
  func chooseHours(_ spans: WeeklySpans?) throws {
    if let file = preferences.policy.quietHoursLockedBy {
      throw Refusal.locked(nil, setting: "Schedule/QuietHours", by: file)
    }
    try store.set(Name.hours, to: spans?.text)
    choices.hours = spans
  }

  private var source: Reason {
    chosenHours == nil
      ? preferences.policy.source(of: "QuietHours", in: "Schedule").reason : Reason(.quietHoursChosen)
  }

  /// The end of the present quiet hours, and their next begin or end.
  private func night(_ now: Moment) -> (end: ClockMoment?, change: Timestamp?) {
    guard !hours.isEmpty else { return (nil, nil) }
    return plan.value(of: hours, now.wall) { hours, now in
      let zone = timing.zones.local
      let end = hours.end(at: now, in: zone)
      let change = end ?? hours.start(after: now, in: zone)
      return ((end.map { ClockMoment($0, in: zone) }, change), until: change)
    }
  }

  /// To be called when the clocks of this computer show other times than before.
  func forgetLocalTime() { plan.forget() }
}
