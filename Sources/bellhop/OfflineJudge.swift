import Configuration
import Guidelines
import NotificationModel
import NotificationProtocol
import Varlink

/// Judges by the guidelines and the files of the configuration alone, where no daemon is asked. An app that no
/// file decides about counts as allowed; nothing is in the list, no app in front, and a server is there.
struct OfflineJudge {
  private let policy: Policy
  private let now: Timestamp

  init(_ files: ConfigurationFiles = ConfigurationFiles(), now: Timestamp) throws(Failure) {
    do throws(ConfigurationFault) { policy = try Configuration.policy(from: files.load()) } catch {
      throw .badConfiguration(error)
    }
    self.now = now
  }

  /// What it does not know, for whoever takes its word.
  static let caveat =
    "judged without the daemon, by the configuration files alone: an undecided app counts as allowed; "
    + "the list, categories and the person's own choices are not known"

  /// The reply that `Judge` would have, as far as can be known; and its refusals.
  func reply(to notification: JSON, under conditions: Conditions) throws(Failure) -> JSON {
    let request: NotificationRequest
    do throws(FieldFault) {
      request = PlainText.cleaned(try NotificationRequest(json: notification, path: "notification"))
    } catch {
      throw .refused(error.callError)
    }
    switch RequestFault.first(in: request) {
    case .invalid(let path, let reason): throw .refused(ServiceError.invalidParameter(path, reason: reason))
    case .tooManyActions(let given):
      throw .refused(NotificationsError.tooManyActions(limit: Limits.actions, given: given).callError)
    case nil: break
    }
    var settings = policy.settings(of: request.app, chosen: AppSettings())
    if settings.authorization == .notDetermined { settings.assume(.authorized) }
    if let authorization = conditions.authorization { settings.assume(authorization) }
    guard !Consent.isDenied(settings) else {
      throw .refused(NotificationsError.notAuthorized(app: request.app, authorization: .denied).callError)
    }
    let situation = Situation(now: conditions.time ?? now, settings: settings)
    let appName = request.app == .shell ? "Bellhop" : request.app.text
    let forecast = Forecast(
      of: request, in: situation, under: conditions, isLocked: false,
      advice: Adviser.advice(on: request, appName: appName))
    return JSON(fields: [
      "outcome": forecast.outcome.json, "decisions": forecast.decisions.json, "advice": forecast.advice.json,
    ])
  }
}
