public import NotificationModel

/// Only names of the icon theme are shown: a path could lead anywhere, and this version cannot check where.
public enum ImageNames: Guideline {
  public static let name = "images.names"

  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    if [request.image, request.sender?.avatar].contains(where: { $0.map(isPath) == true }) {
      judgement.record(name, "leftOut", "The image is given by its path, which cannot be checked yet.")
    }
    if request.actions?.contains(where: { $0.icon != nil }) == true {
      judgement.record(name, "leftOut", "Buttons are shown without their icons.")
    }
  }

  /// The name, unless it is a path.
  public static func shown(_ image: String?) -> String? { image.flatMap { isPath($0) ? nil : $0 } }

  private static func isPath(_ image: String) -> Bool { image.hasPrefix("/") }
}
