package import NotificationModel
package import Varlink

extension ReloadEffect: JSONRepresentable {
  /// An older daemon leaves the counts out: they are 0 then.
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init()
    withheld = try fields.value("withheld") ?? Count()
    restored = try fields.value("restored") ?? Count()
  }

  package var json: JSON { JSON(fields: ["withheld": withheld.json, "restored": restored.json]) }
}

extension ReloadEffect.Count: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      notifications: try fields.requiredInt("notifications"), apps: try fields.requiredInt("apps"))
  }

  package var json: JSON { JSON(fields: ["notifications": notifications.json, "apps": apps.json]) }
}
