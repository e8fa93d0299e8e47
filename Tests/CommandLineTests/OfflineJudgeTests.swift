import TestSupport
import Testing

/// Runs the built program where no daemon is.
struct OfflineJudgeTests {
  private let directory = TemporaryDirectory()

  private func judge(_ arguments: String, _ redirection: String = "2>/dev/null") -> ShellResult {
    shell(
      "cd \(quoted(directory.path)); HOME=\(quoted(directory.path)) XDG_CONFIG_HOME= TZ=UTC "
        + "XDG_RUNTIME_DIR=\(quoted(directory.path)) \(quoted(PackageFiles.products + "/bellhop")) "
        + "judge \(arguments) \(redirection)")
  }

  @Test("Without a daemon it judges by itself, and says so on standard error")
  func automatic() {
    #expect(judge("Lunch").status == 0)
    let told = judge("Lunch", "2>&1 >/dev/null").output
    #expect(told.hasPrefix("bellhop: judged without the daemon, by the configuration files alone: "))
    #expect(judge("--offline Lunch", "2>&1 >/dev/null").output == told)
  }

  @Test("Without conditions five cases stand in a table, each with its reason")
  func table() {
    let lines = judge("--app org.example.Mail Lunch").output.split(separator: "\n").map(String.init)
    let cases = [
      ("now", "presented"), ("at 23:00", "presented"), ("with the screen locked", "presented"), ("", ""),
      ("with the app in front", "suppressed"), ("with another app in front", "presented"),
    ]
    #expect(lines.count == cases.count + 1)
    for (line, (name, outcome)) in zip(lines.dropFirst(), cases) {
      #expect(line.hasPrefix(name) && line.contains(outcome), "\(line)")
    }
    #expect(lines.dropFirst(4).first?.contains("Its text is hidden: the screen is locked") == true)
  }

  @Test(
    "With conditions one case is judged",
    arguments: [
      ("--locked", "previews.hidden", "presented"), ("--dnd", "focus.doNotDisturb", "held"),
      ("--foreground org.example.Mail", "foreground", "suppressed"),
      ("--foreground org.example.Chat", "delivery", "presented"),
      ("--authorization provisional", "delivery.quiet", "quiet"),
      ("--authorization notDetermined", "consent", "awaitingConsent"),
      ("--at-time +1h --at +2h", "schedule", "scheduled"),
      ("--at-time +2h --at +1h", "delivery", "presented"),
      ("--level passive --dnd", "delivery.quiet", "quiet"),
    ])
  func conditions(arguments: String, guideline: String, outcome: String) {
    let result = judge("--json --app org.example.Mail \(arguments) Lunch")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(#"{"outcome":"\#(outcome)","decisions":[{"#), "\(result.output)")
    #expect(result.output.contains(#""guideline":"\#(guideline)""#), "\(result.output)")
    #expect(judge("--app org.example.Mail \(arguments) Lunch").output.contains("\nas said  \(outcome) "))
  }

  @Test("The configuration files decide, and are named; every fault in them is told by file and line")
  func configuration() {
    let file = "\(directory.path)/.config/bellhop/bellhop.conf"
    directory.write(".config/bellhop/bellhop.conf", "[App org.example.Mail]\nBanners=false\n".utf8)
    let result = judge("--json --dnd --app org.example.Mail Lunch")
    #expect(result.output.contains(#""outcome":"quiet""#))
    #expect(result.output.contains("([App org.example.Mail] Banners in \(file))"))
    directory.write(".config/bellhop/bellhop.conf", "[App org.example.Mail]\nAuthorization=denied\n".utf8)
    let denied = judge("--app org.example.Mail Lunch", "2>&1")
    #expect(denied.status == 1 && denied.output.contains("is not allowed to notify"))
    directory.write(".config/bellhop/bellhop.conf", "[Nonsense]\n[Storage]\nKeepDays=0\n".utf8)
    directory.write(".config/bellhop/bellhop.conf.d/10.conf", [0xFF])
    let fault = judge("Lunch", "2>&1")
    #expect(fault.status == 1)
    for place in ["\(file):1: ", "\(file):3: ", "\(file).d/10.conf:1: "] {
      #expect(fault.output.contains("\n\(place)") || fault.output.hasPrefix(place), "\(fault.output)")
    }
  }

  @Test(
    "What the files hold back, or forbid, is held back or refused here too",
    arguments: [
      (
        "[Schedule]\nQuietHours=21:00-22:00", "--at-time 21:30",
        #""guideline":"focus.quietHours","effect":"held""#
      ),
      ("[Schedule]\nQuietHours=21:00-22:00", "--at-time 22:30", #"{"outcome":"presented""#),
      (
        "[Schedule]\nSummary=08:00;18:00\n[App org.example.Mail]\nSummary=true", "--at-time 17:00",
        "It waits for the summary at 18:00"
      ),
      ("[App org.example.Mail]\nSummary=true", "--at-time 17:00", "no time is set"),
      (
        "[App org.example.Mail]\nMarketing=false", "--kind marketing",
        "Marketing is switched off for this app"
      ),
      ("[App org.example.Mail]\nMarketing=true", "--kind marketing --locked", #"{"outcome":"held""#),
      ("[Consent]\nDefault=ask", "--kind marketing --at-time 12:00", #"{"outcome":"presented""#),
      ("[Ratings]\nPrompts=false", "--kind rating", "Rating prompts are switched off ([Ratings] Prompts in "),
      ("[Ratings]\nPrompts=true", "--kind rating --at-time 12:00", #"{"outcome":"presented""#),
    ])
  func files(configuration: String, arguments: String, says: String) {
    directory.write(".config/bellhop/bellhop.conf", "\(configuration)\n".utf8)
    let output = judge("--json --app org.example.Mail \(arguments) Lunch", "2>&1").output
    #expect(output.contains(says), "\(output)")
  }

  @Test("Cases and notifications can be JSON, and several cases are one object in the table's order")
  func json() {
    directory.write("mail", #"{"app":"org.example.Mail","title":"t"}"#.utf8)
    let one = judge("--json --locked <mail").output
    #expect(one.hasPrefix(#"{"outcome":"presented","#) && one.hasSuffix(#","advice":[]}"# + "\n"))
    let several = judge("--json <mail").output
    #expect(several.hasPrefix(#"{"cases":[{"conditions":{},"outcome":"presented","#))
    #expect(several.split(separator: "\n").count == 1)
    #expect(several.components(of: #"{"conditions":"#) == 5)
  }

  @Test(
    "What a post would be refused for is refused",
    arguments: [
      (#"{"title":"t","frob":1}"#, "notification.frob"),
      (#"{"title":"\u200b"}"#, "there is neither a title nor"),
      (#"{"title":"t","level":"loud"}"#, "notification.level"),
      (
        #"{"title":"t","kind":"rating","trigger":{"after":60,"repeats":true}}"#,
        "notification.trigger.repeats"
      ),
      (
        #"{"title":"t","actions":[{"id":"a","title":"A"},{"id":"b","title":"B"},{"id":"c","title":"C"},"#
          + #"{"id":"d","title":"D"},{"id":"e","title":"E"}]}"#, "5 actions are too many"
      ),
    ])
  func refused(notification: String, says: String) {
    directory.write("given", notification.utf8)
    let result = judge("--json <given", "2>&1")
    #expect(result.status == 1)
    #expect(result.output.contains("\nbellhop: \(says)"), "\(result.output)")
  }

  @Test(
    "Mistakes in the command line are mistakes of usage",
    arguments: ["", "--foreground 'no app' t", "--authorization quiet t", "--at-time noon t", "--wait t"])
  func usage(arguments: String) {
    let result = judge(arguments, "2>&1 </dev/null")
    #expect(result.status == 2)
    #expect(result.output.hasSuffix("usage: bellhop judge [OPTION…] [TITLE] [BODY]\n"), "\(result.output)")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    indices.count { self[$0...].hasPrefix(part) }
  }
}
