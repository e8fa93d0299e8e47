package import NotificationModel
package import Varlink

extension AppID {
  package var json: JSON { .string(text) }
}

extension ItemID {
  package var json: JSON { .string(text) }
}

extension OpaqueName {
  package var json: JSON { .string(text) }
}

extension NotificationID {
  package var json: JSON { .int(number) }
}

extension EventSequence {
  package var json: JSON { .int(number) }
}

extension Timestamp {
  package var json: JSON { .string(rfc3339) }
}

extension OpaqueObject {
  /// `nil` where the text is no JSON, which only damage to what was stored can bring about.
  package var object: JSON? { try? JSON(parsing: Array(json.utf8)) }
}
