import NotificationModel

/// Whom a group of keys is about: `[App org.example.Mail]`, `[App org.example.*]` or `[App *]`.
enum AppSubject: Hashable, CustomStringConvertible {
  case app(AppID)
  case group(AppGroup)

  init?(_ text: String) {
    if let app = AppID(text) {
      self = .app(app)
    } else if let group = AppGroup(text) {
      self = .group(group)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .app(let app): app.text
    case .group(let group): group.description
    }
  }

  /// Whether what is said of this one holds for all of that one, where nothing narrower is said.
  func covers(_ other: AppSubject) -> Bool {
    switch (self, other) {
    case (.app, _): self == other
    case (.group(let group), .app(let app)): group.contains(app)
    case (.group(let group), .group(let other)): group.contains(other)
    }
  }

  /// The wider of two comes first; an app is narrower than any group.
  static func isWider(_ a: AppSubject, _ b: AppSubject) -> Bool {
    switch (a, b) {
    case (.group(let a), .group(let b)): AppGroup.isWider(a, b)
    case (.group, .app): true
    case (.app, .group): false
    case (.app(let a), .app(let b)): a < b
    }
  }
}
