package import NotificationModel
internal import NotificationProtocol
package import Varlink

/// A text of Tests/NotificationTexts, with the advice that a careful editor gave on it.
package struct LabelledText: Sendable {
  package enum Subject: Sendable {
    case notification(NotificationRequest, NotificationModel.Category?)
    case purpose(String)
  }

  /// File and line.
  package let place: String
  package let appName: String
  package let subject: Subject
  /// The notification as it stands in the file; null for a purpose.
  package let json: JSON
  /// The names of the rules that should speak.
  package let advice: Set<String>
  /// The names in it about which careful editors would disagree.
  package let unsure: Set<String>
  /// The program that sends the text, and the language, if it was taken from a program's sources.
  package let program: String?
  package let language: String?

  /// All texts, in the order of the files.
  package static func all() throws -> [LabelledText] {
    try PackageFiles.paths(below: "Tests/NotificationTexts", suffix: ".jsonl").flatMap { path in
      let lines = (PackageFiles.contents(of: path) ?? "").split(separator: "\n")
      return try lines.enumerated().map { try LabelledText($1, place: "\(path):\($0 + 1)") }
    }
  }

  private init(_ line: Substring, place: String) throws {
    self.place = place
    do {
      var fields = try FieldReader(JSON(parsing: Array(line.utf8)), at: FieldPlace("line"))
      appName = try fields.requiredString("appName")
      guard let labels = try fields.array("advice") else {
        throw InvalidField(path: fields.path(of: "advice"), reason: "is missing")
      }
      advice = Self.names(labels)
      unsure = Self.names(try fields.array("unsure") ?? [])
      program = try fields.string("program")
      language = try fields.string("lang")
      _ = try fields.string("source")
      if let purpose = try fields.string("purpose") {
        subject = .purpose(purpose)
        json = .null
      } else {
        json = try fields.object("notification") ?? .null
        let category = try fields.object("category").map {
          try NotificationModel.Category(json: $0, path: "category")
        }
        subject = .notification(try NotificationRequest(json: json, path: "notification"), category)
      }
      try fields.finish()
    } catch {
      throw Unreadable(place: place, error: "\(error)")
    }
  }

  private static func names(_ labels: [JSON]) -> Set<String> {
    Set(labels.compactMap { if case .string(let name) = $0 { name } else { nil } })
  }

  /// A malformed line.
  package struct Unreadable: Error, CustomStringConvertible {
    let place: String
    let error: String
    package var description: String { "\(place): \(error)" }
  }
}
