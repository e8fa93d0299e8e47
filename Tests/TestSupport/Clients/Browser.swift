import Glibc

/// Browsers that show notifications of web pages, each with a home of its own.
package enum Browser: Sendable {
  case firefox, chromium

  package var program: String {
    switch self {
    case .firefox: "/usr/bin/firefox-esr"
    case .chromium: "/usr/bin/chromium"
    }
  }

  package var isInstalled: Bool { access(program, X_OK) == 0 }

  /// The timeout of a start: the first one reads the whole browser from the disk, and makes a profile.
  package static let patience = testTimeout * 4

  /// Returns when the page is open, and may notify.
  package func open(_ page: WebPage, on bus: PrivateBus, _ screen: VirtualScreen, home: TemporaryDirectory)
    async throws -> ChildProcess
  {
    guard isInstalled else { throw TimedOut(description: "\(program) is not installed") }
    var environment = screen.environment(on: bus)
    for (name, value) in Self.environment(home: home.path) { environment[name] = value }
    let browser = try ChildProcess(command(page, home: home.path), environment: environment)
    try await eventually("a page in \(program)", within: Self.patience) {
      guard browser.isRunning else { throw TimedOut(description: "\(program): \(browser.output())") }
      return page.told.contains("open granted") ? () : nil
    }
    return browser
  }

  /// The environment beside the screen and the bus.
  package static func environment(home: String) -> [String: String] {
    let names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, home) } + [("NO_AT_BRIDGE", "1")])
  }

  package func command(_ page: WebPage, home: String) -> [String] { arguments(home) + [page.address] }

  private func arguments(_ home: String) -> [String] {
    let profile = "\(home)/profile"
    mkdir(profile, 0o700)
    switch self {
    case .firefox:
      writeFile("\(profile)/user.js", Self.firefoxPreferences)
      return [program, "--new-instance", "--profile", profile]
    case .chromium:
      mkdir("\(profile)/Default", 0o700)
      writeFile("\(profile)/Default/Preferences", Self.chromiumPreferences)
      // It refuses to run as root with a sandbox; and a container has little shared memory.
      return [
        program, "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
        "--password-store=basic", "--user-data-dir=\(profile)",
      ]
    }
  }

  private static let firefoxPreferences = """
    user_pref("permissions.default.desktop-notification", 1);
    user_pref("dom.webnotifications.requireuserinteraction", false);
    user_pref("browser.shell.checkDefaultBrowser", false);
    user_pref("browser.aboutwelcome.enabled", false);
    user_pref("datareporting.policy.dataSubmissionEnabled", false);

    """
  private static let chromiumPreferences =
    #"{"profile":{"default_content_setting_values":{"notifications":1}}}"#
}
