public import NotificationModel
package import Varlink

/// The errors of `io.bellhop.Notifications`.
public enum NotificationsError: Error, Hashable, Sendable {
  /// The person, or an administrator, has not allowed this app. `why` is set if the reason is not the app as such.
  case notAuthorized(app: AppID, authorization: Authorization, why: String? = nil)
  /// The peer is not the app that it names; `verified` is its actual app.
  case notPermitted(app: AppID, verified: String)
  /// The process may not connect; `why` is a sentence. The connection ends after this error.
  case notAdmitted(why: String)
  /// More actions than banners have room for.
  case tooManyActions(limit: Int, given: Int)
  /// Limit and size are counted in this unit.
  case tooLarge(field: String, limit: Int, given: Int, unit: SizeUnit = .bytes)
  /// Nothing was stored. With `retryAfterMilliseconds`, a later call can succeed. `why` is a sentence for the app's
  /// author; without it, the quota's own sentence applies.
  case quotaExceeded(quota: String, limit: Int, retryAfterMilliseconds: Int64?, why: String? = nil)
  /// Posted with `strict`, and not as the guidelines ask. Not stored.
  case againstGuidelines([Advice])
  /// No such category, notification, action or follower.
  case notFound(what: String)
  /// A field of the call is missing, unknown or not as declared. `path` names it, like `notification.actions[1].title`;
  /// `reason` says how it must be. The daemon sends `org.varlink.service.InvalidParameter`, unless the call asks for
  /// `reasons`.
  case invalidField(path: String, reason: String)
  /// The notification could not be written to disk, and so was not accepted.
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
      case .invalidField(let path, let reason):
        ("InvalidField", JSON(fields: ["parameter": path.json, "reason": reason.json]))
      case .notStored(let reason): ("NotStored", JSON(fields: ["reason": reason.json]))
      }
    return CallError(name: Self.interface + name, parameters: fields)
  }

  /// `nil` if the error is not one of these, or its parameters are not as declared.
  package init?(_ error: CallError) {
    guard error.name.hasPrefix(Self.interface) else { return nil }
    do throws(FieldFault) {
      var fields = try ShapeReader(error.parameters, in: .reply)
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
    case "InvalidField":
      return .invalidField(
        path: try fields.requiredText("parameter"), reason: try fields.requiredText("reason"))
    case "NotStored": return .notStored(reason: try fields.requiredText("reason"))
    default: return nil
    }
  }
}

/// A fault in a line of a file: `ConfigurationFault` of `io.bellhop.Control`.
package struct FileFault: Hashable, Sendable, JSONRepresentable {
  package let file: String
  package let line: Int
  package let reason: String

  package init(file: String, line: Int, reason: String) {
    (self.file, self.line, self.reason) = (file, line, reason)
  }

  package init(fields: inout ShapeReader) throws(FieldFault) {
    file = try fields.requiredText("file")
    line = try fields.requiredInt("line")
    reason = try fields.requiredText("reason")
  }

  package var json: JSON { JSON(fields: ["file": file.json, "line": line.json, "reason": reason.json]) }
}

/// The errors of `io.bellhop.Control`.
package enum ControlError: Error, Hashable, Sendable {
  case notFound(what: String)
  /// An administrator has fixed the setting, in the file `by`.
  case locked(app: String, setting: String, by: String)
  /// The configuration has a fault; its layer's last good files hold.
  case badConfiguration(FileFault, further: [FileFault])

  private static let interface = "io.bellhop.Control."

  package var callError: CallError {
    let (name, fields): (String, JSON) =
      switch self {
      case .notFound(let what): ("NotFound", JSON(fields: ["what": what.json]))
      case .locked(let app, let setting, let by):
        ("Locked", JSON(fields: ["app": app.json, "setting": setting.json, "by": by.json]))
      case .badConfiguration(let fault, let further):
        (
          "BadConfiguration",
          JSON(fields: [
            "file": fault.file.json, "line": fault.line.json, "reason": fault.reason.json,
            "further": further.isEmpty ? nil : further.json,
          ])
        )
      }
    return CallError(name: Self.interface + name, parameters: fields)
  }

  /// `nil` if the error is not one of these, or its parameters are not as declared.
  package init?(_ error: CallError) {
    do throws(FieldFault) {
      var fields = try ShapeReader(error.parameters, in: .reply)
      switch error.name {
      case "io.bellhop.Control.NotFound": self = .notFound(what: try fields.requiredText("what"))
      case "io.bellhop.Control.Locked":
        self = .locked(
          app: try fields.requiredText("app"), setting: try fields.requiredText("setting"),
          by: try fields.requiredText("by"))
      case "io.bellhop.Control.BadConfiguration":
        self = .badConfiguration(
          try FileFault(fields: &fields), further: try fields.values("further") ?? [])
      default: return nil
      }
    } catch { return nil }
  }
}

/// The quotas, as `QuotaExceeded` names them, each with its sentence.
package enum Quota: String, CaseIterable, Sendable {
  case posts, repeats, scheduled, awaitingConsent, unread, apps, categories,
    foreground, followers, inhibitions, letThrough, watch
  case ratingsOff = "ratings.off"
  case ratingsFirstUse = "ratings.firstUse"
  case ratingsSpacing = "ratings.spacing"
  case ratingsYear = "ratings.year"
  case ratingsEngagement = "ratings.engagement"
  case ratingsGiven = "ratings.given"

  /// The default sentence for the app's author. `limit`: the limit in the error.
  package func why(limit: Int) -> String {
    switch self {
    case .posts: "The app posts too fast: \(limit) at once are the most."
    case .repeats: "The app repeats itself too fast: \(limit) at once are the most."
    case .scheduled:
      "The app has \(limit) notifications scheduled: wait until some have come, or withdraw some."
    case .awaitingConsent: "\(limit) notifications wait for the person to allow or deny the app."
    case .unread: "\(limit) notifications of the app are unread: read, dismiss or withdraw some first."
    case .apps: "\(limit) apps are known, and there is no room for one more."
    case .categories: "An app has \(limit) categories at most: register fewer."
    case .foreground: "One connection can say of \(limit) apps at most that they are in front."
    case .followers:
      "\(limit) programs of an app can follow its events by a name of their own: use one of those names."
    case .letThrough: "\(limit) senders are let through at most: remove one first."
    case .inhibitions: "An app can ask for quiet \(limit) times at most."
    case .watch: "More than \(limit) notifications changed before this was read: watch again."
    case .ratingsOff: "Rating prompts are switched off."
    case .ratingsFirstUse: "An app may ask for a rating once a week has passed since it was first seen."
    case .ratingsSpacing: "Requests for a rating are two weeks apart at least, and come one at a time."
    case .ratingsYear: "An app may ask for a rating \(limit) times in 365 days."
    case .ratingsEngagement:
      "An app may ask for a rating, or ask again, once the person has used one of its notifications."
    case .ratingsGiven:
      "The person has answered a request of this app for a rating: it may ask again after a year."
    }
  }
}
