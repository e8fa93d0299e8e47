/// How a rule did on the labelled texts.
struct RuleScore {
  let name: String
  /// Texts that it should speak about, those where it did, and others where it spoke all the same.
  var wanted = 0
  var found = 0
  var left = 0
  var wrong = 0
  /// Where it was silent, and where it spoke out of turn.
  var missedPlaces: [String] = []
  var wrongPlaces: [String] = []

  static let leastWanted = 12

  mutating func note(isWanted: Bool, spoke: Bool, at place: String) {
    switch (isWanted, spoke) {
    case (true, true):
      wanted += 1
      found += 1
    case (true, false):
      wanted += 1
      missedPlaces.append(place)
    case (false, true):
      left += 1
      wrong += 1
      wrongPlaces.append(place)
    case (false, false):
      left += 1
    }
  }

  var hasEnoughTexts: Bool { wanted >= Self.leastWanted }
  /// Seven in ten of those that it should speak about, and at most one in twenty of the others.
  var findsEnough: Bool { found * 10 >= wanted * 7 }
  var isQuietEnough: Bool { wrong * 20 <= left }

  var line: String {
    let sound = hasEnoughTexts && findsEnough && isQuietEnough
    return "\(sound ? "  " : "! ")\(name): \(found) of \(wanted) found, \(wrong) of \(left) wrong"
      + (missedPlaces.isEmpty ? "" : "\n      missed \(missedPlaces.joined(separator: " "))")
      + (wrongPlaces.isEmpty ? "" : "\n      wrong  \(wrongPlaces.joined(separator: " "))")
  }
}
