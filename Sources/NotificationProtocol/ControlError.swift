package import Varlink

/// What is wrong in a line of a file: `ConfigurationFault` of `io.bellhop.Control`.
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
  /// Nothing has changed.
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
          try FileFault(fields: &fields), further: try fields.values("further") ?? [])
      default: return nil
      }
    } catch { return nil }
  }
}
