import NotificationModel

/// What the person is asked, or told with a choice, by the daemon itself.
struct Question: Hashable, Sendable {
  enum Topic: CaseIterable, Sendable {
    /// Whether the app may notify.
    case notifications
    /// Whether it may send offers and news.
    case marketing
    /// What Time Sensitive means, and whether it is to stay on.
    case timeSensitive
  }

  static let allow = ItemID("allow")
  static let deny = ItemID("deny")

  let app: AppID
  let topic: Topic

  init(_ app: AppID, _ topic: Topic) {
    self.app = app
    self.topic = topic
  }

  /// `nil` when the banner is about something else.
  init?(_ subject: BannerSubject) {
    switch subject {
    case .consent(let app): self.init(app, .notifications)
    case .marketing(let app): self.init(app, .marketing)
    case .timeSensitive(let app): self.init(app, .timeSensitive)
    case .notification, .summary, .description: return nil
    }
  }

  var subject: BannerSubject {
    switch topic {
    case .notifications: .consent(app)
    case .marketing: .marketing(app)
    case .timeSensitive: .timeSensitive(app)
    }
  }

  /// Whether an app brought it about. The explanation follows what has just broken through, so that Do Not
  /// Disturb does not hold it back, and no app's share of questions is used up.
  var isAsked: Bool { topic != .timeSensitive }
}

extension AppRecord {
  subscript(topic: Question.Topic) -> ConsentQuestion? {
    get {
      switch topic {
      case .notifications: question
      case .marketing: marketingQuestion
      case .timeSensitive: explanation
      }
    }
    set {
      switch topic {
      case .notifications: question = newValue
      case .marketing: marketingQuestion = newValue
      case .timeSensitive: explanation = newValue
      }
    }
  }
}
