/// An option of libnotify's notify-send 0.8, in the order and the words of its help.
enum NotifySendFlag: CaseIterable {
  case urgency, expireTime, appName, icon, category, transient, hint, printID, replaceID, wait, action,
    version

  /// That whose options, outputs and exit status these are.
  static let imitated = "notify-send 0.8.1"

  struct Form {
    let short: Character
    let long: String
    /// `nil` for one without a value.
    let value: String?
    let meaning: String
    /// Its first sentence.
    var brief: String { String(meaning.prefix { $0 != "." }) }
  }

  var form: Form {
    switch self {
    case .urgency:
      Form(
        short: "u", long: "urgency", value: "LEVEL",
        meaning: "Specifies the urgency level (low, normal, critical).")
    case .expireTime:
      Form(
        short: "t", long: "expire-time", value: "TIME",
        meaning: "Specifies the timeout in milliseconds at which to expire the notification.")
    case .appName:
      Form(
        short: "a", long: "app-name", value: "APP_NAME", meaning: "Specifies the app name for the icon")
    case .icon:
      Form(
        short: "i", long: "icon", value: "ICON",
        meaning: "Specifies an icon filename or stock icon to display.")
    case .category:
      Form(
        short: "c", long: "category", value: "TYPE[,TYPE...]",
        meaning: "Specifies the notification category.")
    case .transient:
      Form(short: "e", long: "transient", value: nil, meaning: "Create a transient notification")
    case .hint:
      Form(
        short: "h", long: "hint", value: "TYPE:NAME:VALUE",
        meaning: "Specifies basic extra data to pass. "
          + "Valid types are boolean, int, double, string, byte and variant.")
    case .printID: Form(short: "p", long: "print-id", value: nil, meaning: "Print the notification ID.")
    case .replaceID:
      Form(
        short: "r", long: "replace-id", value: "REPLACE_ID",
        meaning: "The ID of the notification to replace.")
    case .wait:
      Form(
        short: "w", long: "wait", value: nil,
        meaning: "Wait for the notification to be closed before exiting.")
    case .action:
      Form(
        short: "A", long: "action", value: "[NAME=]Text...",
        meaning: "Specifies the actions to display to the user. Implies --wait to wait for user input. "
          + "May be set multiple times. The name of the action is output to stdout. If NAME is not specified, "
          + "the numerical index of the option is used (starting with 0).")
    case .version: Form(short: "v", long: "version", value: nil, meaning: "Version of the package.")
    }
  }

  /// As GLib sets it.
  static var help: String {
    func row(_ left: String, _ meaning: String) -> String {
      "  \(left)\(String(repeating: " ", count: max(1, 34 - left.count)))\(meaning)\n"
    }
    let rows = allCases.map(\.form).map { form in
      row("-\(form.short), --\(form.long)\(form.value.map { "=\($0)" } ?? "")", form.meaning)
    }
    return """
      Usage:
        notify-send [OPTION…] <SUMMARY> [BODY] - create a notification

      Help Options:
      \(row("-?, --help", "Show help options"))
      Application Options:
      \(rows.joined())

      """
  }
}
