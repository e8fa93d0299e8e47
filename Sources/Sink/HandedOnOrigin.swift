import Delivery
import NotificationModel
import SessionBus

extension RenderedBanner {
  /// Adds the hints that the app set for its server.
  ///
  /// Invariant: what is hidden has nothing of it that the app wrote as it liked: not the name it gives itself, no file,
  /// no hint. Over a hint of ours goes none of these.
  mutating func handOn(_ origin: DesktopOrigin, of banner: Banner, isHidden: Bool) {
    // Critical by the administrator's word.
    if banner.urgency != .critical { hints["urgency"] = .byte(Urgency(origin.urgency).rawValue) }
    if let category = origin.category { hints["category"] = .string(category) }
    timeout =
      switch origin.expiry {
      case .serverDecides: -1
      case .never: 0
      case .after(let milliseconds): milliseconds
      }
    if origin.isResident { hints["resident"] = .bool(true) }
    if origin.isTransient { hints["transient"] = .bool(true) }
    if origin.suppressesSound {
      hints["sound-name"] = nil
      hints["suppress-sound"] = .bool(true)
    }
    guard !isHidden else { return }
    if !origin.appName.isEmpty { appName = origin.appName }
    // In the place of a sound that may be heard now, on a server that plays sounds.
    if hints["sound-name"] != nil, let file = origin.soundFile { hints["sound-file"] = .string(file) }
    hints.merge(origin.hints.mapValues(BusValue.init)) { ours, _ in ours }
  }
}

extension Urgency {
  fileprivate init(_ asked: DesktopOrigin.Urgency) {
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
