public import NotificationModel
package import Varlink

/// The errors of `io.bellhop.Notifications`.
public enum NotificationsError: Error, Hashable, Sendable {
  /// The person, or an administrator, has not allowed this app; `why`, where it is about more than the app as such.
  case notAuthorized(app: AppID, authorization: Authorization, why: String? = nil)
  /// The peer is not the app that it names; `verified` is what it is.
  case notPermitted(app: AppID, verified: String)
  /// The process may not come in; `why`, in a sentence. The connection ends with it.
  case notAdmitted(why: String)
  case tooManyActions(limit: Int, given: Int)
  /// Limit and size are counted in this unit.
  case tooLarge(field: String, limit: Int, given: Int, unit: SizeUnit = .bytes)
  /// Nothing was stored. With `retryAfterMilliseconds`, waiting helps. `why`, in a sentence for the app's author; without
  /// it, what the quota says for itself.
  case quotaExceeded(quota: String, limit: Int, retryAfterMilliseconds: Int64?, why: String? = nil)
  case againstGuidelines([Advice])
  /// No such category, notification or action.
  case notFound(what: String)
  /// Not safe on disk, and so not accepted.
  case notStored(reason: String)

  private static let interface = "io.bellhop.Notifications."

  package var callError: CallError {
    let (name, fields): (String, JSON) =
      switch self {
      case .notAuthorized(let app, let authorization, let why):
        (
          "NotAuthorized",
          JSON(fields: ["app": app.json, "authorization": authorization.json, "why": why?.json])
        )
      case .notPermitted(let app, let verified):
        ("NotPermitted", JSON(fields: ["app": app.json, "verified": verified.json]))
      case .notAdmitted(let why): ("NotAdmitted", JSON(fields: ["why": why.json]))
      case .tooManyActions(let limit, let given):
        ("TooManyActions", JSON(fields: ["limit": limit.json, "given": given.json]))
      case .tooLarge(let field, let limit, let given, let unit):
        (
          "TooLarge",
          JSON(fields: [
            "field": field.json, "limit": limit.json, "given": given.json,
            "unit": unit == .bytes ? nil : unit.rawValue.json,
          ])
        )
      case .quotaExceeded(let quota, let limit, let wait, let why):
        (
          "QuotaExceeded",
          JSON(fields: [
            "quota": quota.json, "limit": limit.json, "retryAfterMilliseconds": wait?.json,
            "why": (why ?? Quota(rawValue: quota)?.why(limit: limit))?.json,
          ])
        )
      case .againstGuidelines(let advice): ("AgainstGuidelines", JSON(fields: ["advice": advice.json]))
      case .notFound(let what): ("NotFound", JSON(fields: ["what": what.json]))
      case .notStored(let reason): ("NotStored", JSON(fields: ["reason": reason.json]))
      }
    return CallError(name: Self.interface + name, parameters: fields)
  }

  /// `nil` when it is none of these, or not as they are declared.
  package init?(_ error: CallError) {
    guard error.name.hasPrefix(Self.interface) else { return nil }
    do throws(FieldFault) {
      var fields = try ShapeReader(error.parameters, unknownFields: .passedOver)
      guard let known = try Self.read(error.name.dropFirst(Self.interface.count), &fields) else { return nil }
      self = known
    } catch { return nil }
  }

  private static func read(_ name: Substring, _ fields: inout ShapeReader) throws(FieldFault) -> Self? {
    switch name {
    case "NotAuthorized":
      return .notAuthorized(
        app: try fields.required("app", try fields.app()),
        authorization: try fields.required("authorization", try fields.word("authorization")),
        why: try fields.text("why", limit: .max))
    case "NotPermitted":
      return .notPermitted(
        app: try fields.required("app", try fields.app()), verified: try fields.requiredText("verified"))
    case "NotAdmitted": return .notAdmitted(why: try fields.requiredText("why"))
    case "TooManyActions":
      return .tooManyActions(limit: try fields.requiredInt("limit"), given: try fields.requiredInt("given"))
    case "TooLarge":
      return .tooLarge(
        field: try fields.requiredText("field"), limit: try fields.requiredInt("limit"),
        given: try fields.requiredInt("given"),
        unit: try fields.text("unit", limit: .max).flatMap(SizeUnit.init) ?? .bytes)
    case "QuotaExceeded":
      return .quotaExceeded(
        quota: try fields.requiredText("quota"), limit: try fields.requiredInt("limit"),
        retryAfterMilliseconds: try fields.int64("retryAfterMilliseconds", in: 0 ... .max),
        why: try fields.text("why", limit: .max))
    case "AgainstGuidelines":
      return .againstGuidelines(try fields.required("advice", try fields.values("advice")))
    case "NotFound": return .notFound(what: try fields.requiredText("what"))
    case "NotStored": return .notStored(reason: try fields.requiredText("reason"))
    default: return nil
    }
  }
}
