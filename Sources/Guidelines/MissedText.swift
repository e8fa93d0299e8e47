import NotificationModel
package import Wording

/// The text of the one banner about what the person has missed, of all apps: "Mail: Ann, Two Letters", or for more
/// "Mail 6, Chat 1" and the newest subjects.
package enum MissedText {
  /// A notification whose text may be seen.
  package struct Named: Sendable {
    let appName: String
    let entry: SummaryText.Entry
    package init(_ entry: SummaryText.Entry, appName: String) {
      self.appName = appName
      self.entry = entry
    }
  }

  package struct Text: Hashable, Sendable {
    package let title: String
    package let body: String
  }

  /// Up to this many are all named in the title.
  private static let mostInTitle = 2
  /// The most apps that the title names, and the most notifications whose subjects are looked for.
  package static let mostApps = 3
  package static let mostNamed = 16

  /// `named`: the newest first. `apps`: the names and numbers of those with the most. `all`: how many there are
  /// altogether, and why they were missed.
  package static func text(
    _ named: [Named], apps: [(name: String, count: Int)], count: Int, all: String, wording: Wording
  ) -> Text {
    if count <= mostInTitle, named.count == count {
      return Text(title: subjects(named.reversed()), body: all)
    }
    let rest = count - apps.reduce(0) { $0 + $1.count }
    let counted =
      apps.map { wording.appAndCount($0.name, $0.count) } + (rest > 0 ? [wording.andMore(rest)] : [])
    let lines = SummaryText.body(named.map(\.entry), hidden: count - named.count, wording: wording)
    return Text(
      title: counted.joined(separator: ", "),
      body: [lines, all].filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// The name of an app stands before its first subject.
  private static func subjects(_ named: [Named]) -> String {
    var apps: [String] = []
    for one in named where !apps.contains(one.appName) { apps.append(one.appName) }
    return apps.map { app in
      let subjects = named.filter { $0.appName == app }.map { SummaryText.title($0.entry.request) }
      return "\(app): \(subjects.joined(separator: ", "))"
    }.joined(separator: ", ")
  }
}
