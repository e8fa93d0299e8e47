package import Varlink

/// The errors of `io.bellhop.Control`.
package enum ControlError: Error, Hashable, Sendable {
  case notFound(what: String)
  /// An administrator has fixed the setting, in the file `by`.
  case locked(app: String, setting: String, by: String)
  /// Nothing has changed.
  case badConfiguration(file: String, line: Int, reason: String)

  private static let interface = "io.bellhop.Control."

  package var callError: CallError {
    let (name, fields): (String, JSON) =
      switch self {
      case .notFound(let what): ("NotFound", JSON(fields: ["what": what.json]))
      case .locked(let app, let setting, let by):
        ("Locked", JSON(fields: ["app": app.json, "setting": setting.json, "by": by.json]))
      case .badConfiguration(let file, let line, let reason):
        ("BadConfiguration", JSON(fields: ["file": file.json, "line": line.json, "reason": reason.json]))
      }
    return CallError(name: Self.interface + name, parameters: fields)
  }

  /// `nil` when it is none of these, or not as they are declared.
  package init?(_ error: CallError) {
    do throws(FieldFault) {
      var fields = try ShapeReader(error.parameters, unknownFields: .passedOver)
      switch error.name {
      case "io.bellhop.Control.NotFound": self = .notFound(what: try fields.requiredText("what"))
      case "io.bellhop.Control.Locked":
        self = .locked(
          app: try fields.requiredText("app"), setting: try fields.requiredText("setting"),
          by: try fields.requiredText("by"))
      case "io.bellhop.Control.BadConfiguration":
        self = .badConfiguration(
          file: try fields.requiredText("file"), line: try fields.requiredInt("line"),
          reason: try fields.requiredText("reason"))
      default: return nil
      }
    } catch { return nil }
  }
}
