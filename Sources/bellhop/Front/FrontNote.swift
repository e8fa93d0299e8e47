import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

/// What `front on` has written, and where; kept beside Bellhop's own state, so that `front off` takes away exactly that.
struct FrontNote: Hashable, Sendable {
  struct File: Hashable, Sendable {
    let path: String
    let text: String

    var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
  }

  /// The unit that runs the server; `nil` where none was changed.
  var unit: String?
  /// The server's program, for the person.
  var server: String
  var files: [File]
  /// Those that were made for the files, the uppermost first.
  var directories: [String] = []

  static func path(_ environment: SessionEnvironment) -> String { "\(environment.state)/bellhop/front.json" }

  init(unit: String?, server: String, files: [File]) {
    (self.unit, self.server, self.files) = (unit, server, files)
  }

  /// `nil` where nothing is remembered.
  static func read(_ environment: SessionEnvironment) throws(FrontFault) -> FrontNote? {
    let path = path(environment)
    guard SmallFile.isThere(path) else { return nil }
    guard let text = SmallFile.text(of: path) else { throw .failed(.cannotBeRead(path)) }
    do {
      return try FrontNote(reply: try JSON(parsing: Array(text.utf8)), path: "")
    } catch {
      throw .failed(.noteIsNotOurs(path))
    }
  }

  /// In place of an earlier one.
  func write(_ environment: SessionEnvironment) throws(FrontFault) {
    let path = Self.path(environment)
    var made: [String] = []
    try SmallFile.makeDirectories(String(path.dropLast("/front.json".count)), made: &made)
    try SmallFile.remove(path)
    try SmallFile.make(path, json.text + "\n")
  }

  static func forget(_ environment: SessionEnvironment) throws(FrontFault) {
    try SmallFile.remove(path(environment))
    // Where nothing else of Bellhop's is.
    rmdir("\(environment.state)/bellhop")
  }
}

extension FrontNote: JSONRepresentable {
  init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      unit: try fields.text("unit", limit: .max),
      server: try fields.required("server", try fields.text("server", limit: .max)),
      files: try fields.required("files", try fields.values("files")))
    let list: [Path] = try fields.values("directories") ?? []
    directories = list.map(\.path)
  }

  var json: JSON {
    JSON(fields: [
      "unit": unit?.json, "server": server.json, "files": files.json,
      "directories": directories.map { Path(path: $0) }.json,
    ])
  }

  private struct Path: JSONRepresentable {
    let path: String
    init(path: String) { self.path = path }
    init(fields: inout ShapeReader) throws(FieldFault) {
      path = try fields.required("path", try fields.text("path", limit: .max))
    }
    var json: JSON { JSON(fields: ["path": path.json]) }
  }
}

extension FrontNote.File: JSONRepresentable {
  init(fields: inout ShapeReader) throws(FieldFault) {
    path = try fields.required("path", try fields.text("path", limit: .max))
    text = try fields.required("text", try fields.text("text", limit: .max))
  }

  var json: JSON { JSON(fields: ["path": path.json, "text": text.json]) }
}
