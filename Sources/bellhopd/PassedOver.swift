import Front
import NotificationModel
import NotificationProtocol

/// What of a call nothing becomes of, for whoever has made it: hints by their names, and its icon and actions.
struct PassedOver {
  /// To be false says something.
  private static let flags: Set = ["suppress-sound", "transient", "resident"]

  private var names: Set<String>
  private let hasNoRoomForActions: Bool
  private let nameOfPicture: String

  init(_ post: DesktopPost, _ call: NotifyCall, _ front: FrontPost) {
    names = Set(front.repairs.compactMap(\.nameOfPassedOver))
    names.formUnion(
      post.hints.keys.filter { !HandedOnHints.areHeldBack($0) && front.origin.hints[$0] == nil })
    names.formUnion(
      post.hints.filter { name, value in
        let isFlag = Self.flags.contains(name) && value.truth != nil
        return !isFlag && NotifyHints([name: value]) == NotifyHints()
      }.keys)
    hasNoRoomForActions = front.repairs.contains {
      if case .leftOut(.buttons, _, _) = $0 { true } else { false }
    }
    nameOfPicture = call.hints.imagePath == nil || names.contains("image-path") ? "icon" : "image-path"
  }

  /// `hasPicture`: whether that which it had was found.
  func names(hasPicture: Bool) -> [String] {
    names.union(hasPicture ? [] : [nameOfPicture]).sorted() + (hasNoRoomForActions ? ["actions"] : [])
  }
}

extension Repair {
  /// Where all of something was passed over: what it was.
  fileprivate var nameOfPassedOver: String? {
    switch self {
    case .passedOver(let field), .tooLong(let field, _, _), .pictureRefused(let field, _): field.name
    case .cut, .leftOut, .inListAlone, .cleaned, .pictureByName, .pictureMissing, .markup, .anothersName,
      .withoutText:
      nil
    }
  }
}

extension Repair.Field {
  fileprivate var name: String? {
    switch self {
    case .urgency, .imagePath, .soundName, .soundFile: rawValue
    case .appIcon: "icon"
    case .appName, .desktopEntry, .summary, .body, .buttons, .buttonKey, .buttonLabel, .replyPlaceholder,
      .replyButton, .tag,
      .imageData, .iconData, .hints:
      nil
    }
  }
}
