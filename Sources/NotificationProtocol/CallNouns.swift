package import NotificationModel
package import Varlink

// The nouns that calls carry, by the names that the interfaces have for them.

extension NotificationRequest {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Notification") }
}

extension Action {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Action") }
}

extension TextInput {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "TextInput") }
}

extension Category {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Category") }
}

extension Sender {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Sender") }
}

extension Trigger {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Trigger") }
}

extension CalendarFields {
  package static var declaredFields: [DeclaredField]? { notificationsDeclarations.fields(of: "Calendar") }
}

extension Conditions {
  package static var declaredFields: [DeclaredField]? { controlDeclarations.fields(of: "Conditions") }
}

extension Declarations {
  fileprivate func fields(of name: String) -> [DeclaredField] { fields(of: .named(name)) }
}
