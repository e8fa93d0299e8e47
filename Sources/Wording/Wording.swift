package import NotificationModel

/// The daemon's own words: the one place where a language is chosen. Everything here is shown to people; names that
/// programs compare (of guidelines, of effects) are not translated.
///
/// A third language is three more files like `English.swift`, `EnglishReasons.swift` and `EnglishFacts.swift`, its
/// sentences in `QuietWording.swift`, and one more line in `languages`.
package struct Wording: Sendable {
  /// The language of the person at the desktop, such as `en`, even if these words are in English for want of a
  /// translation.
  package private(set) var locale = "en"

  /// The whole text of a notification that is hidden, and its title: Apple's "default title Notification".
  package var notification: String
  /// On the button with the same action as a press on the banner.
  package var open: String
  // Titles of hidden notifications, by kind.
  package var message: String
  package var call: String
  package var reminder: String
  package var alarm: String
  /// A call that was not answered in time.
  package var missedCall: String

  // The question whether an app may notify.
  package var mayNotify: @Sendable (_ app: String) -> String
  package var isItsOwnClaim: @Sendable (_ id: String) -> String
  /// The app's own statement of its purpose, in quotation marks.
  package var quotation: @Sendable (_ purpose: String) -> String
  /// In the same question, where the app has stated no purpose: the kinds of the notifications that wait for the answer,
  /// each once; `nil` for those without a kind.
  package var wantsToShow: @Sendable (_ kinds: [Kind?]) -> String
  package var allow: String
  package var dontAllow: String
  /// The answer that puts notifications into the list only, without banners.
  package var deliverQuietly: String
  package var allowForAnHour: String
  package var askInAnHour: String
  /// In the same question, where the app would come through quiet.
  package var comesThroughQuiet: String
  /// The hint of a banner without buttons: the commands that answer it, of which the person types one.
  package var howToAnswer: @Sendable (_ commands: [String]) -> String
  package var howToTurnOff: @Sendable (_ commands: [String]) -> String

  /// The title of the notice after a press that opened nothing.
  package var couldNotBeOpened: @Sendable (_ app: String) -> String

  /// The title of the notice after a press on a button that reached no program.
  package var pressHadNoEffect: String

  /// The title of the notice that a notification server has ended at its start.
  package var couldNotStart: @Sendable (_ server: String) -> String

  /// The question whether it may send offers and news.
  package var mayMarket: @Sendable (_ app: String) -> String

  // The explanation of Time Sensitive notifications, and the question whether to leave them on.
  package var timeSensitiveFrom: @Sendable (_ app: String) -> String
  package var timeSensitiveMeans: String
  package var leaveOn: String

  /// On the buttons that end an app's probation; the second one also turns Time Sensitive off.
  package var keep: String
  package var turnOff: String

  // The buttons for quiet beside those of an app.
  package var muteForAnHour: String
  package var snooze: String

  /// In place of an app's name that must not be shown.
  package var anApp: String
  /// A process by its number, and by its name if that may be shown.
  package var process: @Sendable (_ number: Int32, _ name: String?) -> String
  // The text of one banner for many notifications.
  package var notifications: @Sendable (_ count: Int, _ app: String) -> String
  package var moreNotifications: @Sendable (_ count: Int, _ app: String) -> String
  /// The number alone, in the missed notice for all apps. `clause`: the reason, as from `missedWhile`; `nil` if the reasons differ.
  package var missed: @Sendable (_ count: Int, _ apps: Int, _ clause: String?) -> String
  /// In the same notice: an app, and how many of its notifications were missed.
  package var appAndCount: @Sendable (_ app: String, _ count: Int) -> String
  /// A clause that says why something was missed.
  package var missedWhile: @Sendable (Missed.Cause) -> String
  /// The line of one thread: the title of its most relevant notification, and the number of others.
  package var titleAndMore: @Sendable (_ title: String, _ more: Int) -> String
  /// The number of notifications without a line of their own.
  package var andMore: @Sendable (_ count: Int) -> String

  /// The sentence of a reason; in English if the language has no sentences of its own.
  var explains: @Sendable (Reason.Key, Arguments) -> String = Wording.english

  /// The sentences about quiet of this kind; in English likewise.
  var quiet: @Sendable (QuietKind, Arguments) -> QuietWording = Wording.english

  /// The sentence of a piece of advice to an app; in English likewise.
  var advises: @Sendable (Remark.Message, _ part: String?) -> String = Wording.english

  /// A finding about this desktop; in English if the language has no sentences of its own.
  var finds: @Sendable (DesktopFact) -> (text: String, remedy: String?) = Wording.english

  /// The notification at the end of a command that the person waits for.
  var tellsEnd: @Sendable (CommandEnd) -> (title: String, body: String) = Wording.english

  package func notification(of end: CommandEnd) -> (title: String, body: String) { tellsEnd(end) }

  /// The arguments of a reason, in words.
  struct Arguments {
    let all: [String]
    /// "…" if there is no argument at this index.
    subscript(index: Int) -> String { all.indices.contains(index) ? all[index] : "…" }
    /// Whether the first argument is the action of a press on the notification itself.
    var isPressOfNotification: Bool { all.first == ItemID.defaultAction.text }
  }

  /// `clock`: the text for a time. A key that another version of the program has stored may have no sentence here.
  package func sentence(_ reason: Reason, clock: (Timestamp) -> String = \.rfc3339) -> String {
    let words = reason.arguments.map { argument in
      switch argument {
      case .count(let count): String(count)
      case .time(let time): clock(time)
      case .name(let name): name
      case .reason(let part): sentence(part, clock: clock)
      }
    }
    if let key = Reason.Key(rawValue: reason.key) { return explains(key, Arguments(all: words)) }
    if let (kind, sentence) = reason.quiet {
      let told = quiet(kind, Arguments(all: words))
      return [told.isOn, told.letsThrough, told.letsIn, told.isOver][sentence.rawValue]
    }
    return "This version of Bellhop has no words for it (\(reason.key))."
  }

  /// The word for a notification of this kind, if the kind has one.
  package func name(of kind: Kind) -> String? {
    switch kind {
    case .message: message
    case .call: call
    case .reminder: reminder
    case .alarm: alarm
    case .rating, .marketing: nil
    }
  }

  package func advice(_ remark: Remark) -> Advice {
    Advice(
      guideline: remark.guideline, field: remark.field, message: advises(remark.message, remark.part),
      suggestion: remark.suggestion)
  }

  package func finding(_ fact: DesktopFact) -> DesktopFinding {
    let (text, remedy) = finds(fact)
    return DesktopFinding(fact.subject, fact.verdict, text, remedy: remedy)
  }

  /// A copy with the language's own sentences.
  func saying(
    _ explains: @escaping @Sendable (Reason.Key, Arguments) -> String,
    _ quiet: @escaping @Sendable (QuietKind, Arguments) -> QuietWording,
    _ advises: @escaping @Sendable (Remark.Message, String?) -> String,
    _ finds: @escaping @Sendable (DesktopFact) -> (text: String, remedy: String?),
    _ tellsEnd: @escaping @Sendable (CommandEnd) -> (title: String, body: String)
  ) -> Wording {
    var wording = self
    wording.explains = explains
    wording.quiet = quiet
    wording.advises = advises
    wording.finds = finds
    wording.tellsEnd = tellsEnd
    return wording
  }

  private static let languages: [String: Wording] = ["en": .english, "ko": .korean]

  /// The words for a tag of BCP 47; English for `nil` and for languages without a translation.
  package init(language: String?) {
    self = Self.languages[Self.primary(language)] ?? .english
  }

  private static func primary(_ language: String?) -> String {
    (language ?? "").prefix { $0.isLetter }.lowercased()
  }

  /// The variables of POSIX that choose a language, the most particular first.
  package static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

  /// The words of the environment's locale; English for languages without a translation.
  package init(environment: [String: String]) {
    let locale = Self.variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let language = Self.primary(locale)
    self.init(language: language)
    // C and POSIX are English.
    self.locale = locale == nil || language == "c" || language == "posix" ? "en" : language
  }

  init(
    notification: String, open: String, message: String, call: String, reminder: String, alarm: String,
    missedCall: String, mayNotify: @escaping @Sendable (String) -> String,
    isItsOwnClaim: @escaping @Sendable (String) -> String,
    quotation: @escaping @Sendable (String) -> String, wantsToShow: @escaping @Sendable ([Kind?]) -> String,
    allow: String, dontAllow: String,
    deliverQuietly: String, allowForAnHour: String, askInAnHour: String, comesThroughQuiet: String,
    howToAnswer: @escaping @Sendable ([String]) -> String,
    howToTurnOff: @escaping @Sendable ([String]) -> String,
    couldNotBeOpened: @escaping @Sendable (String) -> String,
    pressHadNoEffect: String,
    couldNotStart: @escaping @Sendable (String) -> String,
    mayMarket: @escaping @Sendable (String) -> String,
    timeSensitiveFrom: @escaping @Sendable (String) -> String, timeSensitiveMeans: String, leaveOn: String,
    keep: String, turnOff: String, muteForAnHour: String, snooze: String, anApp: String,
    process: @escaping @Sendable (_ number: Int32, _ name: String?) -> String,
    notifications: @escaping @Sendable (Int, String) -> String,
    moreNotifications: @escaping @Sendable (Int, String) -> String,
    missed: @escaping @Sendable (Int, Int, String?) -> String,
    appAndCount: @escaping @Sendable (String, Int) -> String,
    missedWhile: @escaping @Sendable (Missed.Cause) -> String,
    titleAndMore: @escaping @Sendable (String, Int) -> String, andMore: @escaping @Sendable (Int) -> String
  ) {
    self.notification = notification
    self.open = open
    self.message = message
    self.call = call
    self.reminder = reminder
    self.alarm = alarm
    self.missedCall = missedCall
    self.mayNotify = mayNotify
    self.isItsOwnClaim = isItsOwnClaim
    self.quotation = quotation
    self.wantsToShow = wantsToShow
    self.allow = allow
    self.dontAllow = dontAllow
    self.deliverQuietly = deliverQuietly
    self.allowForAnHour = allowForAnHour
    self.askInAnHour = askInAnHour
    self.comesThroughQuiet = comesThroughQuiet
    self.howToAnswer = howToAnswer
    self.howToTurnOff = howToTurnOff
    self.couldNotBeOpened = couldNotBeOpened
    self.pressHadNoEffect = pressHadNoEffect
    self.couldNotStart = couldNotStart
    self.mayMarket = mayMarket
    self.timeSensitiveFrom = timeSensitiveFrom
    self.timeSensitiveMeans = timeSensitiveMeans
    self.leaveOn = leaveOn
    self.keep = keep
    self.turnOff = turnOff
    self.muteForAnHour = muteForAnHour
    self.snooze = snooze
    self.anApp = anApp
    self.process = process
    self.notifications = notifications
    self.moreNotifications = moreNotifications
    self.missed = missed
    self.appAndCount = appAndCount
    self.missedWhile = missedWhile
    self.titleAndMore = titleAndMore
    self.andMore = andMore
  }
}
