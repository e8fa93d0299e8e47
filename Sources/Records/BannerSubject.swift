package import NotificationModel

/// The subject of a banner.
package enum BannerSubject: Hashable, Sendable {
  case notification(NotificationID)
  /// The question whether an app may notify.
  case consent(AppID)
  /// The question whether the app may send offers and news.
  case marketing(AppID)
  /// The explanation of the app's Time Sensitive notifications, with a button to turn them off.
  case timeSensitive(AppID)
  /// The summary of an app's notifications that came too fast or were released together.
  case summary(AppID)
  /// The missed notice, which counts the missed notifications of all apps.
  case missed
  /// The notice that a press on one of the app's notifications led nowhere.
  case deadEnd(AppID)
  /// A transient banner, by the number that its app knows.
  case transient(UInt32)
  /// The hidden form that replaces a banner which the server did not close, by the banner's number at the server.
  case cover(UInt32)
  /// Not a banner: a request for the server's description.
  case description

  /// Whether the daemon asks the person about an app.
  package var isQuestion: Bool {
    switch self {
    case .consent, .marketing, .timeSensitive: true
    case .notification, .summary, .missed, .deadEnd, .transient, .cover, .description: false
    }
  }

  /// Whether Bellhop tells the person something of its own, also where it is about an app.
  package var isOfBellhop: Bool {
    switch self {
    case .consent, .marketing, .timeSensitive, .missed, .deadEnd: true
    case .notification, .summary, .transient, .cover, .description: false
    }
  }

  /// Whether the banner's row is stored; else it is in memory, and has an owner of its own.
  package var isStored: Bool {
    switch self {
    case .notification, .consent, .marketing, .timeSensitive, .summary, .missed, .deadEnd: true
    case .transient, .cover, .description: false
    }
  }
}

/// Why a banner was not shown.
package enum SinkFailure: Hashable, Sendable {
  /// No process owns the server's name.
  case noServer
  /// The server left the bus during the call.
  case serverDied
  /// The server answers other calls, but never answered this one. The banner may be on screen.
  case unanswered
  /// Refused for now (too many, too alike); a later try may succeed.
  case busy
  /// The server answered with an error of this name.
  case refused(String)
}
