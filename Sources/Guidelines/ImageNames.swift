public import NotificationModel

/// Icons of buttons are taken, and left out: few servers have a place for them.
public enum ImageNames: Guideline {
  public static let name = "images.names"

  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    if request.actions?.contains(where: { $0.icon != nil }) == true {
      judgement.record(name, "leftOut", "Buttons are shown without their icons.")
    }
  }
}
