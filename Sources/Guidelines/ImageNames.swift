package import NotificationModel

/// Icons of buttons are taken, and left out: few servers have a place for them.
package enum ImageNames: Guideline {
  package static let name = "images.names"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    if request.actions?.contains(where: { $0.icon != nil }) == true {
      judgement.record(name, .leftOut, .iconsLeftOut)
    }
  }
}
