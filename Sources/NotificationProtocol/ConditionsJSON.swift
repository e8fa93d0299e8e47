package import NotificationModel
package import Varlink

extension Conditions: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      time: try fields.time("time"), locked: try fields.bool("locked"),
      foreground: try fields.app("foreground"), doNotDisturb: try fields.bool("doNotDisturb"),
      authorization: try fields.word("authorization"))
  }

  package var json: JSON {
    JSON(fields: [
      "time": time?.json, "locked": locked?.json, "foreground": foreground?.json,
      "doNotDisturb": doNotDisturb?.json, "authorization": authorization?.json,
    ])
  }
}
