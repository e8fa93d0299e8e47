import NotificationModel

/// What a notification is, by the specification's category: "class.specific", or the class alone.
enum CategoryKind {
  /// | category                      | kind                                      |
  /// |-------------------------------|-------------------------------------------|
  /// | im.*                          | message                                   |
  /// | call.*                        | call                                      |
  /// | call.ended, call.unanswered   | none: nobody can take it any more         |
  /// | alarm.*                       | alarm, where the app is vouched for       |
  /// | device.*, network.*, and more | none                                      |
  ///
  /// An alarm rings through Do Not Disturb, some times an hour for each app, until the person takes that from the app.
  /// Who goes by a new name each time would never come to an end of it.
  ///
  /// Of several, as notify-send takes them with commas between, the first that is of a kind.
  static func kind(of categories: String?, isVouchedFor: Bool) -> Kind? {
    guard let categories, categories.utf8.count <= Limits.pathBytes else { return nil }
    return categories.split(separator: ",").lazy
      .compactMap { kind(ofOne: $0.drop(while: \.isWhitespace), isVouchedFor: isVouchedFor) }.first
  }

  private static func kind(ofOne category: Substring, isVouchedFor: Bool) -> Kind? {
    guard category != "call.ended", category != "call.unanswered" else { return nil }
    return switch category.prefix(while: { $0 != "." }) {
    case "im": .message
    case "call": .call
    case "alarm": isVouchedFor ? .alarm : nil
    default: nil
    }
  }
}
