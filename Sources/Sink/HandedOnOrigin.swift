import BusWire
import Delivery
import NotificationModel

extension RenderedBanner {
  /// Replaces the fields that Bellhop rendered by those of the app's own `Notify` call.
  ///
  /// Invariant: a hidden banner carries no free text of the app: neither the name it gives itself, nor a file, nor a
  /// hint; only Bellhop's own hints go on. The app's hints never have a name by which a guideline tells the server
  /// something (`HandedOnHints`).
  mutating func handOn(_ origin: DesktopOrigin, of banner: Banner, isHidden: Bool) {
    // A banner is critical only by the administrator's setting, which the app cannot lower.
    if banner.urgency != .critical { hints["urgency"] = Urgency(origin.urgency).map { .byte($0.rawValue) } }
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
    // The server cannot see the app's connection. A name that nothing vouches for is free text of the app.
    if !origin.isVouchedFor { hints["desktop-entry"] = nil }
    guard !isHidden else { return }
    hints["category"] = nil
    if !origin.appName.isEmpty { appName = origin.appName }
    if let written = origin.title { title = written }
    handOnButtons(origin)
    if !origin.icon.isEmpty { icon = origin.icon }
    // The app's sound file only replaces a sound that may play now, on a server that plays sounds.
    if hints["sound-name"] != nil, let file = origin.soundFile { hints["sound-file"] = .string(file) }
    // In the place of the copy.
    if !origin.pictureName.isEmpty {
      if origin.isPictureIcon {
        icon = origin.pictureName
      } else {
        hints["image-path"] = .string(origin.pictureName)
      }
    }
    if !origin.hints.isEmpty, let own = try? [String: BusValue](bytes: origin.hints) {
      hints.merge(own) { _, own in own }
    }
  }

  private mutating func handOnButtons(_ origin: DesktopOrigin) {
    for index in buttons.indices {
      switch ActionKey.action(for: buttons[index].key) {
      case .defaultAction?: if !origin.pressLabel.isEmpty { buttons[index].label = origin.pressLabel }
      case let action?:
        if let key = origin.keys[action], ActionKey.canTravel(key) { buttons[index].key = key }
      case nil: break
      }
    }
  }
}

extension Urgency {
  fileprivate init?(_ asked: DesktopOrigin.Urgency) {
    switch asked {
    case .unset: return nil
    case .low: self = .low
    case .normal: self = .normal
    case .critical: self = .critical
    }
  }
}
