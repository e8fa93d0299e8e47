import Delivery

/// A banner as a server is given it, in whichever of its two forms may be seen.
struct BannerForms: Sendable {
  let subject: BannerSubject
  private let plain: RenderedBanner
  private let redacted: RenderedBanner?

  /// `images`: the directory of the image files that it names.
  init(_ banner: Banner, for server: ServerDescription, images: String) {
    subject = banner.subject
    plain = RenderedBanner(banner, text: banner.text, server: server, images: images)
    redacted = banner.textWhenLocked.map {
      RenderedBanner(banner, text: $0, server: server, images: images)
    }
  }

  var dependOnCapabilities: Bool { plain.dependsOnCapabilities || redacted?.dependsOnCapabilities == true }

  /// The one that may be seen now, to be sent at once.
  func form(isLocked: Bool) -> (banner: RenderedBanner, sent: SentBanner) {
    let hidden = isLocked ? redacted : nil
    let form = hidden ?? plain
    return (form, SentBanner(subject: subject, hidden: hidden != nil, omitted: form.omitted))
  }
}
