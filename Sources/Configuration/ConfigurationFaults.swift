/// All that is wrong with a configuration: one fault at least, in the order of the files and their lines, behind those of
/// files that cannot be read at all.
package struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// As many as a log or a reply bears.
  private static let mostTold = 20

  private let first: ConfigurationFault
  private let further: [ConfigurationFault]

  /// `nil` where nothing is wrong.
  package init?(_ faults: [ConfigurationFault]) {
    guard let first = faults.first else { return nil }
    self.first = first
    further = Array(faults.dropFirst())
  }

  /// The first of them, one at least; where there are more, the last one says how many.
  package var told: (first: ConfigurationFault, further: [ConfigurationFault]) {
    var told = Array(further.prefix(Self.mostTold - 1))
    let more = further.count - told.count
    if more > 0, let last = told.popLast() { told.append(last.andMore(more)) }
    return (first, told)
  }

  /// The first, and how many more there are.
  package var description: String {
    (further.isEmpty ? first : first.andMore(further.count)).description
  }
}

extension ConfigurationFault {
  fileprivate func andMore(_ count: Int) -> ConfigurationFault {
    ConfigurationFault(file: file, line: line, reason: "\(reason) (and \(count) more)")
  }
}
