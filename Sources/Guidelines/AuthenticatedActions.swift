package import NotificationModel

/// What needs the person is neither offered nor accepted while the screen is locked.
package enum AuthenticatedActions {
  package static let name = "actions.authentication"

  package static func withholds(_ action: Action, locked: Bool) -> Bool {
    action.authenticationRequired && locked
  }
}
