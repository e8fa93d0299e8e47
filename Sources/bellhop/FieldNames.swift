import NotificationProtocol
import Varlink

/// What the fields are called that stand beside a field of a call.
enum FieldNames {
  /// `path`: from the parameters of Post on, like `notification.actions[1].titel`. Judge's are of the same names.
  /// None where nothing is declared there.
  static func beside(_ path: String) -> [String] {
    let declared = notificationsDeclarations
    var fields = declaredParameters(of: "\(notificationsInterface.name).Post") ?? []
    for name in path.split(separator: ".").dropLast() {
      let field = fields.first { $0.name == name.prefix { $0 != "[" } }
      fields = field.map { declared.fields(of: $0.type) } ?? []
    }
    return fields.map(\.name)
  }
}
