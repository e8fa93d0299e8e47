/// "Avoid including your app name or icon": the desktop shows the icon beside the text already.
enum ContentAppIcon: AdviceRule {
  static let name = "content.appIcon"

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let request = draft.request, let image = request.image else { return }
    // The theme calls an app's icon as its desktop entry is called.
    let file = image.split(separator: "/").last ?? ""
    guard file == request.app.text || iconEndings.contains(where: { file == request.app.text + $0 }) else {
      return
    }
    advice.add(self, "image", .imageIsAppIcon)
  }

  private static let iconEndings = [".png", "-symbolic"]
}
