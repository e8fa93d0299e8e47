public import NotificationModel

/// What needs the person is neither offered nor accepted while the screen is locked.
public enum AuthenticatedActions {
  public static let name = "actions.authentication"

  public static func withholds(_ action: Action, locked: Bool) -> Bool {
    action.authenticationRequired && locked
  }
}
