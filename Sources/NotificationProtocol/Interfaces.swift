package import Varlink

/// `io.bellhop.Notifications`: what apps speak.
package let notificationsInterface = description(PackageResources.io_bellhop_Notifications_varlink)

/// `io.bellhop.Control`: what the person's tools speak.
package let controlInterface = description(PackageResources.io_bellhop_Control_varlink)

/// The descriptions are part of the program, and its tests read them: no input decides whether this fails.
private func description(_ bytes: [UInt8]) -> InterfaceDescription {
  guard let description = InterfaceDescription(text: String(decoding: bytes, as: UTF8.self)) else {
    preconditionFailure("an embedded interface description names no interface")
  }
  return description
}
