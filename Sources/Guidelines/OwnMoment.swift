package import NotificationModel

/// What the person set for a moment is relevant at that moment: an alarm or a reminder needs no `relevantDate`
/// to be Time Sensitive when its trigger fires.
package enum OwnMoment: Guideline {
  package static let name = "urgency.ownMoment"

  /// Whether it will have its date once its trigger fires.
  static func awaitsIt(_ request: NotificationRequest) -> Bool {
    isForPerson(request) && request.relevantDate == nil && request.trigger != nil
  }

  private static func isForPerson(_ request: NotificationRequest) -> Bool {
    request.kind == .alarm || request.kind == .reminder
  }

  /// The request as it is once its trigger fires, which may be later than it was due. Of one that was put off,
  /// the person has chosen the moment, whatever date it had.
  package static func fired(
    _ request: NotificationRequest, due: Timestamp, wasPutOff: Bool = false
  ) -> NotificationRequest {
    guard isForPerson(request), request.relevantDate == nil || wasPutOff else { return request }
    var request = request
    request.relevantDate = due
    return request
  }

  /// Speaks at the moment of firing, when `fired` has given the request its date.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.isItsMoment, judgement.level == .timeSensitive else { return }
    judgement.record(name, .timeSensitive, .relevantNow)
  }
}
