import NotificationModel

/// The lane for what shows how loud or bright something is while its key is pressed.
enum OnScreenDisplay {
  /// Such a call has a tag, or a value that is shown in passing, or comes from who posts nothing else.
  ///
  /// This lane keeps nothing, so what wants an answer or is urgent does not belong there, whatever its tag: a script
  /// may warn of an empty battery by the same means.
  static func isOne(_ call: NotifyCall, from app: AppID) -> Bool {
    guard call.buttons.isEmpty, call.hints.urgency != 2 else { return false }
    return call.hints.tag?.isEmpty == false
      || call.hints.value != nil && call.hints.isTransient
      || KnownApps.isLevelSender(app.text) || KnownApps.isLevelSender(call.appName)
  }
}
