import Delivery
import NotificationModel

/// What there is to say about a banner once its server has answered.
struct SentBanner: Sendable {
  var subject: BannerSubject
  var hidden: Bool
  var omitted: [Reason]
}

extension SinkCommand {
  /// Whom a report on it is about.
  var subject: BannerSubject {
    if case .show(let banner) = self { banner.subject } else { .description }
  }
}
