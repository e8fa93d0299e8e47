import Delivery
import NotificationModel
import SessionBus

extension RenderedBanner {
  /// What a banner's app has asked of its server in the desktop's own conventions.
  ///
  /// Invariant: what is hidden has nothing of it that the app wrote as it liked: not the name it gives itself, no file,
  /// no hint. Over a hint of ours goes none of these.
  mutating func handOn(_ conventions: Conventions, of banner: Banner, isHidden: Bool) {
    // Critical by the administrator's word.
    if banner.urgency != .critical { hints["urgency"] = .byte(Urgency(conventions.urgency).rawValue) }
    if let category = conventions.category { hints["category"] = .string(category) }
    timeout =
      switch conventions.expiry {
      case .serverDecides: -1
      case .never: 0
      case .after(let milliseconds): milliseconds
      }
    if conventions.isResident { hints["resident"] = .bool(true) }
    if conventions.isTransient { hints["transient"] = .bool(true) }
    if conventions.suppressesSound {
      hints["sound-name"] = nil
      hints["suppress-sound"] = .bool(true)
    }
    guard !isHidden else { return }
    if !conventions.appName.isEmpty { appName = conventions.appName }
    // In the place of a sound that may be heard now, on a server that plays sounds.
    if hints["sound-name"] != nil, let file = conventions.soundFile { hints["sound-file"] = .string(file) }
    hints.merge(conventions.hints.mapValues(BusValue.init)) { ours, _ in ours }
  }
}

extension Urgency {
  fileprivate init(_ asked: Conventions.Urgency) {
    self =
      switch asked {
      case .low: .low
      case .normal: .normal
      case .critical: .critical
      }
  }
}

extension BusValue {
  /// In the type that servers look for: what is written as a small number is an int32 to them.
  fileprivate init(_ hint: OtherHint) {
    self =
      switch hint {
      case .string(let text): .string(text)
      case .integer(let number): Int32(exactly: number).map { .int32($0) } ?? .int64(number)
      case .flag(let flag): .bool(flag)
      case .number(let number): .double(number)
      }
  }
}
