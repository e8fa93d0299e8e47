import NotificationModel

/// The lane for what shows how loud or bright something is while its key is pressed.
enum OnScreenDisplay {
  /// Such a call has a synchronous tag, or a value that is shown in passing or beside an icon for sound or light, or comes
  /// from a program that posts nothing else. Any other tag says which banner this one replaces, and no more.
  ///
  /// This lane keeps nothing, so what wants an answer or is urgent does not belong there, whatever its tag: a script
  /// may warn of an empty battery by the same means.
  static func isOne(_ call: NotifyCall, from app: AppID) -> Bool {
    guard call.buttons.isEmpty, call.hints.urgency != 2 else { return false }
    let hints = call.hints
    if hints.isTagSynchronous || KnownApps.isLevelSender(app.text) || KnownApps.isLevelSender(call.appName) {
      return true
    }
    guard hints.value != nil else { return false }
    return hints.isTransient
      || hints.tag != nil && [call.icon, hints.imagePath ?? ""].contains(where: isOfLevel)
  }

  private static let words: Set<Substring> = ["audio", "brightness", "microphone", "speaker", "volume"]

  /// As the icon theme's names have it: "audio-volume-high-symbolic", "display-brightness".
  private static func isOfLevel(_ icon: String) -> Bool {
    let name = icon.split(separator: "/").last ?? ""
    return !SharedPlaces.words(String(name)).isDisjoint(with: words)
  }
}
