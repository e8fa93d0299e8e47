/// A fault in a configuration file, and its place.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// The line, from 1; 0 if the file as a whole is at fault.
  package let line: Int
  package let reason: String

  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`, the form of compilers, which editors can follow.
  package var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}

/// All faults of a configuration, at least one: first those of files that cannot be read, then the others in the order
/// of the files and their lines.
package struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The most faults in a log or a reply.
  private static let mostTold = 20

  private let first: ConfigurationFault
  private let further: [ConfigurationFault]

  /// `nil` without faults.
  package init?(_ faults: [ConfigurationFault]) {
    guard let first = faults.first else { return nil }
    self.first = first
    further = Array(faults.dropFirst())
  }

  /// The first `mostTold` faults; if there are more, the last one gives their number.
  package var told: (first: ConfigurationFault, further: [ConfigurationFault]) {
    var told = Array(further.prefix(Self.mostTold - 1))
    let more = further.count - told.count
    if more > 0, let last = told.popLast() { told.append(last.andMore(more)) }
    return (first, told)
  }

  /// The first fault, and the number of others.
  package var description: String {
    (further.isEmpty ? first : first.andMore(further.count)).description
  }
}

extension ConfigurationFault {
  fileprivate func andMore(_ count: Int) -> ConfigurationFault {
    ConfigurationFault(file: file, line: line, reason: "\(reason) (and \(count) more)")
  }
}

/// The rules that manuals state apart from the keys: printed in bellhop.conf(5) and in `config/bellhop.conf`.
package enum ConfigurationRules {
  package static let layers =
    "Where two files of one layer say the same key of the same group, the later one wins; what the person's own files say "
    + "wins over what /etc/bellhop says. What a person decides with bellhop(1) wins over their own files, and what the "
    + "administrator locks wins over all."

  package static let groups =
    "A group can be about many apps: [App org.example.*] about all whose ids begin so, [App *] about all apps; a * stands "
    + "nowhere else. Key by key, and whichever file of a layer says it, the group with the app's whole id counts first, "
    + "then the one with the longest beginning, then [App *]. The layers come before that: what the person's own file says "
    + "of [App *] counts before what /etc/bellhop says of [App org.example.Mail]."

  package static let locks =
    "For all apps there are Group/Key, for one App ID/Key, for many App org.example.*/Key and App */Key, such as "
    + "App */Authorization. An app's locked key must have its value in /etc/bellhop as well, and each app keeps the "
    + "narrowest that is said of it there. A locked Authorization is denied, provisional or authorized: where it is "
    + "notDetermined nobody could answer the app. A later file adds locks, and takes none away."

  /// Only one app breaks through Do Not Disturb, and the setting is locked.
  package static let example = """
    [App *]
    TimeSensitive=false
    [App org.example.Mail]
    TimeSensitive=true
    [Locked]
    Keys=App */TimeSensitive
    """
}
