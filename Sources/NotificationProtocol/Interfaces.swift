package import Varlink

/// `io.bellhop.Notifications`: the interface for apps.
package let notificationsInterface = description(PackageResources.io_bellhop_Notifications_varlink)

/// `io.bellhop.Control`: the interface for the person's tools.
package let controlInterface = description(PackageResources.io_bellhop_Control_varlink)

/// The declarations of the two interfaces, parsed on first use.
package let notificationsDeclarations = declarations(of: notificationsInterface)
package let controlDeclarations = declarations(of: controlInterface)

/// The declared parameters of a method of the two interfaces; `nil` if there is no such method.
package func declaredParameters(of method: String) -> [DeclaredField]? {
  guard let dot = method.lastIndex(of: ".") else { return nil }
  let declared: Declarations
  switch String(method[..<dot]) {
  case notificationsInterface.name: declared = notificationsDeclarations
  case controlInterface.name: declared = controlDeclarations
  default: return nil
  }
  return declared.methods[String(method[dot...].dropFirst())].map { declared.fields(of: $0.parameters) }
}

// The descriptions are part of the program and covered by its tests, so that parsing them does not fail at run time.

private func description(_ bytes: [UInt8]) -> InterfaceDescription {
  guard let description = InterfaceDescription(text: String(decoding: bytes, as: UTF8.self)) else {
    preconditionFailure("an embedded interface description names no interface")
  }
  return description
}

private func declarations(of interface: InterfaceDescription) -> Declarations {
  guard let declarations = try? Declarations(interface) else {
    preconditionFailure("an embedded interface description is not written as Varlink is")
  }
  return declarations
}

/// The version of the daemon and of the command line, which are released together.
package enum Version {
  package static let current = "0.1.0"
  /// The date of the version, in the form of manual pages.
  package static let date = "2026-11-23"
}
